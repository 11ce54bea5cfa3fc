/** What the page asks of the daemon. */

/** What the daemon says about a refusal, for a person. */
export class Refused extends Error {}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const json = body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(path, { method, ...json });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as { detail?: string };
  throw new Refused(problem.detail ?? `The box answered ${response.status}.`);
}

/** @throws Refused, or TypeError without a network */
export async function ask(path: string): Promise<unknown> {
  return (await send('GET', path)).json();
}

/** @throws Refused, or TypeError without a network */
export async function order(method: 'PUT' | 'DELETE', path: string, body?: unknown): Promise<void> {
  await send(method, path, body);
}

/** Sends the newest of many values: one request at a time, and those in between are left out. */
export function newestOf<Value>(sendOne: (value: Value) => Promise<void>): (value: Value) => void {
  let next: { readonly value: Value } | undefined;
  let busy = false;
  const run = async (): Promise<void> => {
    busy = true;
    while (next !== undefined) {
      const { value } = next;
      next = undefined;
      await sendOne(value);
    }
    busy = false;
  };
  return (value) => {
    next = { value };
    if (!busy) void run();
  };
}
