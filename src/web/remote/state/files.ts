/** Files between this phone and the box, with the PIN where that is wanted. */
import { requireGood } from '../uploads/tus.js';
import { fetchWithPin } from './pin.js';

/** @throws Refused, or TypeError without a network */
export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetchWithPin(address, init);
  await requireGood(response);
  return response;
}

/** Has the phone keep what lies at an address, under the name that the box gives it. @throws Refused, TypeError */
export async function download(address: string, name: string): Promise<void> {
  const response = await ask(address);
  const [, given = name] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = given;
  link.click();
  // The phone reads it on its own time.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
