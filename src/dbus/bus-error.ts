/** Errors on the message bus. Source: D-Bus specification, "Standard error names". */
import { Forbidden, InvalidInput, TimedOut, TonearmError } from '../errors.js';

/**
 * An error with its name on the bus. Fires when a service refuses a call of ours; a method of an exported object throws
 * one to answer with that name. A retry helps when the service says so.
 */
export class BusError extends Error {
  /** Such as `org.freedesktop.DBus.Error.AccessDenied`. */
  readonly type: string;

  constructor(type: string, text: string) {
    super(text);
    this.name = 'BusError';
    this.type = type;
  }
}

/** A standard error, `org.freedesktop.DBus.Error.` and this word. */
export function standardError(word: string, text: string): BusError {
  return new BusError(`org.freedesktop.DBus.Error.${word}`, text);
}

const WORDS = [
  [InvalidInput, 'InvalidArgs'],
  [Forbidden, 'AccessDenied'],
  [TimedOut, 'Timeout'],
  [TonearmError, 'Failed'],
] as const;

/** The error to answer a caller with; undefined for an unexpected error of ours, whose text stays here. */
export function tellable(error: unknown): BusError | undefined {
  if (error instanceof BusError) return error;
  const word = WORDS.find(([kind]) => error instanceof kind)?.[1];
  return word === undefined ? undefined : standardError(word, (error as Error).message);
}
