/** What the disk refuses an upload, in words for who sends it. */
import { Conflict, InvalidInput, NoSpace, TonearmError, Unavailable } from '../errors.js';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const READ_ONLY: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
const UNFIT: ReadonlySet<string> = new Set(['ENAMETOOLONG', 'EINVAL', 'EILSEQ']);

/** The errno name of a file system's error, or `''`. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Errors of the house stay what they are. */
export function failureOf(error: unknown): TonearmError {
  if (error instanceof TonearmError) return error;
  const code = errnoOf(error);
  const options = { cause: error };
  if (FULL.has(code)) return noSpace(options);
  if (READ_ONLY.has(code)) {
    return new Unavailable('ROOT_NOT_WRITABLE', 'The library root cannot be written to.', options);
  }
  if (UNFIT.has(code)) return new InvalidInput('INVALID_NAME', 'The disk does not take this name.');
  if (code === 'EXDEV') {
    return new Conflict('OTHER_VOLUME', 'This folder is on another volume: name that as the root.', options);
  }
  if (code === 'ENOTDIR' || code === 'ELOOP') {
    return new Conflict('NOT_A_FOLDER', 'Where a folder is wanted lies something else.', options);
  }
  if (code === 'ENOENT') return new Unavailable('ROOT_AWAY', 'Where it is uploaded to is not there now.', options);
  return new Unavailable('DISK_FAILED', 'The disk does not take it.', options);
}

export function noSpace(options?: ErrorOptions): NoSpace {
  return new NoSpace('NO_SPACE', 'There is no room left; what was sent so far is kept.', options);
}
