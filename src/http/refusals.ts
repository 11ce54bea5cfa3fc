/** Refusals that belong to HTTP itself and to no room of the house. `error-mapping.ts` gives them their status. */
import { TonearmError, TooLarge, Unavailable, type Violation } from '../errors.js';

/** Fires when the path exists but not with this method. A retry fails again. */
export class MethodNotAllowed extends TonearmError {
  /** @param allow the methods that exist, as the `Allow` header lists them (RFC 9110 section 10.2.1). */
  constructor(readonly allow: string) {
    super('METHOD_NOT_ALLOWED', `This path answers to ${allow}.`);
  }
}

/** Fires when a body is in a form that is not read. A retry helps with `Content-Type: application/json`. */
export class UnsupportedMediaType extends TonearmError {}

/** Fires when a body has more bytes than its route takes. A retry helps with fewer. */
export class BodyTooLarge extends TooLarge {
  constructor(limit: number) {
    super('BODY_TOO_LARGE', `The body is larger than ${limit / 2 ** 20} MiB.`);
  }
}

/** Fires when a client speaks another version of a protocol. A retry helps in one of `versions`. */
export class UnknownVersion extends TonearmError {
  constructor(readonly versions: string) {
    super('UNKNOWN_VERSION', `Only version ${versions} of this protocol is spoken here.`);
  }
}

/** Fires when something is whole but cannot be used yet, for the reason that is said. A retry helps when that is over. */
export class Locked extends TonearmError {}

/** Fires when no byte of a requested range exists (RFC 9110 section 15.5.17). A retry helps with a range inside `size`. */
export class RangeNotSatisfiable extends TonearmError {
  /** Bytes that there are. */
  readonly size: number;

  constructor(size: number) {
    super('RANGE_NOT_SATISFIABLE', `There are ${size} bytes, and none of these.`);
    this.size = size;
  }
}

/** Fires when a part that everything stands on does not answer. A retry helps when it does again. */
export class NotHealthy extends Unavailable {
  /** The parts and their reasons. */
  readonly violations: readonly Violation[];

  constructor(results: readonly { readonly name: string; readonly problem: string | undefined }[]) {
    const failed = results.flatMap(({ name: path, problem: message }) =>
      message === undefined ? [] : { path, message },
    );
    const words = failed.map(({ path, message }) => `${path}: ${message}`).join('; ');
    super('NOT_HEALTHY', `The daemon is not well: ${words}.`);
    this.violations = failed;
  }
}
