/** Files between this phone and the daemon, with the PIN where it is needed. */
import { requireGood } from '../uploads/tus.js';
import { fetchWithPin } from './pin.js';

/** @throws Refused, or TypeError without a network */
export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetchWithPin(address, init);
  await requireGood(response);
  return response;
}

/**
 * Has the browser download a file, under the name that the response gives if it gives one. Unlike a navigation, it is not
 * broken off by the way back from a closed sheet.
 */
export function downloadByLink(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Downloads a file under the name that the response gives. @throws Refused, or TypeError without a network */
export async function download(address: string, name: string): Promise<void> {
  const response = await ask(address);
  const [, given = name] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  const url = URL.createObjectURL(await response.blob());
  downloadByLink(url, given);
  // The phone may read it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
