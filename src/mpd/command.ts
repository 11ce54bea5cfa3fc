/** A command: how many arguments it takes, what it needs, and what it does. Tables of these make up the protocol. */
import type { PinNeed } from '../system/pin.js';
import type { Reply } from './reply.js';
import type { Session } from './session.js';

export interface Invocation {
  /** The words behind the name; their number is within the bounds of the command. */
  readonly args: readonly string[];
  readonly session: Session;
  readonly reply: Reply;
}

/** @throws Ack, or a TonearmError, which `ackOf` turns into one */
export type Handler = (invocation: Invocation) => void | Promise<void>;

export interface Command {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** When the command needs the PIN, where one is set. */
  readonly need?: PinNeed | undefined;
  readonly handler: Handler;
}

/** @param counts fewest and most arguments */
export function command(
  name: string,
  counts: readonly [least: number, most: number],
  handler: Handler,
  need?: PinNeed,
): Command {
  return { name, least: counts[0], most: counts[1], handler, need };
}

/** Arguments without an upper bound of their own; a line has one. */
export const MANY = Infinity;
