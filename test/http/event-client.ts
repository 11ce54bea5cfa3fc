/**
 * A client of the event stream that keeps everything it was sent, and waits for what it wants to see. An event that is not
 * as `GET /openapi.json` describes it ends the waiting with an error, unless the client was told not to look.
 */
import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Test } from 'tap';
import { Described } from './described.js';

const described = new Described();

export interface SentEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

/** One block between two blank lines; comments and `retry` give none. */
function parseBlock(block: string): SentEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 2)]));
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return { event: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) as unknown };
}

export class EventClient {
  readonly events: SentEvent[] = [];
  readonly response: IncomingMessage;
  text = '';
  ended = false;
  readonly #isChecked: boolean;
  #mistake: string | undefined;
  #parsed = 0;
  #wake: () => void = () => undefined;

  constructor(response: IncomingMessage, isChecked = true) {
    this.response = response;
    this.#isChecked = isChecked;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => this.#take(chunk));
    for (const end of ['end', 'close', 'error']) {
      response.on(end, () => {
        this.ended = true;
        this.#wake();
      });
    }
  }

  #take(chunk: string): void {
    this.text += chunk;
    for (let end = this.text.indexOf('\n\n', this.#parsed); end >= 0; end = this.text.indexOf('\n\n', this.#parsed)) {
      const event = parseBlock(this.text.slice(this.#parsed, end));
      if (event !== undefined) this.#keep(event);
      this.#parsed = end + 2;
    }
    this.#wake();
  }

  #keep(event: SentEvent): void {
    this.events.push(event);
    if (this.#isChecked) this.#mistake ??= described.eventMistake(event.event, event.data);
  }

  /** @throws Error when the stream ends before, or something on it is not as described */
  async until(condition: (client: this) => boolean): Promise<void> {
    for (;;) {
      if (this.#mistake !== undefined) throw new Error(this.#mistake);
      if (condition(this)) return;
      if (this.ended) throw new Error(`the stream ended: ${this.text}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Waits for the `count`th event of this name; @returns it. */
  async event(name: string, count = 1): Promise<SentEvent> {
    const found = () => this.events.filter(({ event }) => event === name);
    await this.until(() => found().length >= count);
    return found()[count - 1]!;
  }

  async end(): Promise<void> {
    while (!this.ended) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  close(): void {
    this.response.destroy();
  }
}

export interface FollowOptions {
  readonly lastId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  /** For events that no description can foresee, such as those that only a fake makes. */
  readonly isUndescribed?: boolean;
}

/** Opens a stream, whatever its status. */
export function follow(
  t: Test,
  port: number,
  { lastId, headers = {}, agent, isUndescribed = false }: FollowOptions = {},
): Promise<EventClient> {
  return new Promise((resolve, reject) => {
    const sent = { ...headers, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
    const options = { host: '127.0.0.1', port, path: '/events', headers: sent, agent: agent ?? false };
    const asking = request(options, (response) => {
      const client = new EventClient(response, !isUndescribed);
      t.teardown(() => client.close());
      resolve(client);
    });
    asking.on('error', reject);
    asking.end();
  });
}
