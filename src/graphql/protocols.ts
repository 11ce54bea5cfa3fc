/**
 * The two protocols of GraphQL over WebSocket, by their names of the same messages: `graphql-transport-ws` of today's
 * clients (graphql-ws, and rockboxd's SDKs), and the older `graphql-ws` of subscriptions-transport-ws, which rockboxd's page
 * speaks. Sources: PROTOCOL.md of graphql-ws, and of subscriptions-transport-ws.
 */
export interface Protocol {
  /** A client begins an operation, and ends it. */
  readonly start: string;
  readonly stop: string;
  /** A result goes to a client. */
  readonly next: string;
  /** What of an operation that was refused stands in an `error`. */
  readonly problem: (errors: readonly object[]) => unknown;
  /** A client that says something wrong is closed; the older protocol has no codes for that, and answers an error. */
  readonly isStrict: boolean;
}

export const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  'graphql-transport-ws': {
    start: 'subscribe',
    stop: 'complete',
    next: 'next',
    problem: (errors) => errors,
    isStrict: true,
  },
  'graphql-ws': { start: 'start', stop: 'stop', next: 'data', problem: ([first]) => first, isStrict: false },
};

/** Close codes of `graphql-transport-ws`, and of RFC 6455. */
export const CLOSE = {
  goingAway: 1001,
  tryAgainLater: 1013,
  badMessage: 4400,
  unauthorized: 4401,
  badProtocol: 4406,
  initTimeout: 4408,
  taken: 4409,
  initialisedTwice: 4429,
} as const;

export interface Message {
  readonly type: string;
  readonly id: string | undefined;
  readonly payload: unknown;
}

/** Characters of the id of an operation. */
const LONGEST_ID = 128;

/** A message of a client; undefined for what is none. */
export function messageOf(data: string): Message | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, id, payload } = value as Readonly<Record<string, unknown>>;
  // Some clients of the older protocol count their operations.
  const name = typeof id === 'number' ? String(id) : id;
  if (typeof type !== 'string' || (name !== undefined && typeof name !== 'string')) return undefined;
  if (name !== undefined && (name === '' || name.length > LONGEST_ID)) return undefined;
  return { type, id: name, payload };
}
