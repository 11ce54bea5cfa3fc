/**
 * The one family of errors that a person or a client may see. Each says when it fires and whether a retry helps;
 * `http/error-mapping.ts` alone turns them into status numbers.
 */

/** One mistake in a request: `path` is a JSON Pointer (RFC 6901) into the body, or the name of a query parameter. */
export interface Violation {
  readonly path: string;
  readonly message: string;
}

export abstract class TonearmError extends Error {
  /** Stable, upper snake case: what a client may test for. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/** Fires when a request cannot mean anything valid. A retry of the same request fails again. */
export class InvalidInput extends TonearmError {
  readonly violations: readonly Violation[];

  constructor(code: string, message: string, violations: readonly Violation[] = []) {
    super(code, message);
    this.violations = violations;
  }
}

/** Fires when the thing named does not exist. A retry helps only after it was made. */
export class NotFound extends TonearmError {}

/** Fires when it must be said who asks, and is not. A retry helps with what the message names. */
export class Unauthorized extends TonearmError {}

/** Fires when something was guessed too often. A retry helps when the time is over. */
export class TooManyAttempts extends TonearmError {
  /** Until then, in seconds. */
  readonly retryAfter: number;

  constructor(code: string, message: string, retryAfter: number) {
    super(code, message);
    this.retryAfter = retryAfter;
  }
}

/** Fires when the request is understood but never allowed from there or to there. A retry fails again. */
export class Forbidden extends TonearmError {}

/** Fires when the present state forbids it, such as a full queue. A retry helps after the state has changed. */
export class Conflict extends TonearmError {}

/** Fires when the request is understood, but what it names holds nothing to do it with. A retry helps when it does. */
export class Unprocessable extends TonearmError {}

/** A member of a request that cannot act, and why, in words for a person. */
export interface Refusal {
  readonly member: string;
  readonly reason: string;
}

/**
 * Fires when members of a request ask for what this box does not do: then nothing of the request is done. A retry helps
 * without these members.
 */
export class MembersRefused extends Unprocessable {
  constructor(readonly refused: readonly Refusal[]) {
    const each = refused.map(({ member, reason }) => `${member}: ${reason}`);
    super('MEMBERS_REFUSED', `Nothing was changed. ${each.join(' ')}`);
  }
}

/** Fires when more is sent than is taken. A retry helps with less. */
export class TooLarge extends TonearmError {}

/** Fires when a disk has no room for it. A retry helps when there is some. */
export class NoSpace extends TonearmError {}

/** Fires when a part outside our control (sound card, bus, network) is absent or busy. A retry may help at any time. */
export class Unavailable extends TonearmError {}

/**
 * Fires when another program of this machine does not answer in time: what was asked of it may happen all the same. A
 * retry helps when it answers again.
 */
export class TimedOut extends TonearmError {}

/** Fires when another program of this machine says that it failed at what it was asked. A retry may help. */
export class ServiceFailed extends TonearmError {}

/**
 * Fires when a command took effect but the disk refused to keep its state. A retry helps when the disk takes it again;
 * the next command saves it too.
 */
export class StateNotSaved extends Unavailable {
  constructor(options: ErrorOptions) {
    super('STATE_NOT_SAVED', 'It took effect but could not be saved: a power cut may undo it.', options);
  }
}

/** Fires when the file system does not give what a request names. A retry helps when it does. */
export class Unreadable extends TonearmError {}
