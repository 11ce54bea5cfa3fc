/** Files between this phone and the box, with the PIN where that is wanted. */
import { Refused } from './box.js';
import { fetchWithPin } from './pin.js';

/** @throws Refused, or TypeError without a network */
export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetchWithPin(address, init);
  if (response.ok) return response;
  throw new Refused(response.status, (await response.json().catch(() => ({}))) as { code?: string; detail?: string });
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
