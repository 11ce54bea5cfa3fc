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

interface Waiting {
  readonly act: () => Promise<void>;
  readonly replaceable: boolean;
}

/** Orders that must not overtake each other on their way: one request at a time. */
export class InTurn {
  #waiting: Waiting[] = [];
  #busy = false;

  add(act: () => Promise<void>): void {
    this.#push({ act, replaceable: false });
  }

  /** An order that makes its like before it needless, if that one still waits and nothing stands between them. */
  addNewest(act: () => Promise<void>): void {
    if (this.#waiting.at(-1)?.replaceable === true) this.#waiting.pop();
    this.#push({ act, replaceable: true });
  }

  #push(order: Waiting): void {
    this.#waiting.push(order);
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await next.act();
    this.#busy = false;
  }
}
