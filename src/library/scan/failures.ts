/** Ends of a scan that is no good one, in words for a person. */
import { Unavailable } from '../../errors.js';

/** Fires when a scan ended before its time. What was found until then is kept; the next scan goes on from there. */
export class ScanFailed extends Unavailable {}

const FULL = 'The disk is full: the library could not be brought up to date.';
const DAMAGED = 'The database of the library was damaged; it was put aside, and is made anew.';

export function isDamageCode(code: string): boolean {
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}

/** @param code of SQLite or the file system, or empty */
export function scanFailure(code: string, message: string): ScanFailed {
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT') return new ScanFailed('DISK_FULL', FULL);
  if (isDamageCode(code)) return new ScanFailed('LIBRARY_DAMAGED', DAMAGED);
  if (code.startsWith('SQLITE')) {
    return new ScanFailed('LIBRARY_NOT_WRITTEN', `The database of the library could not be written: ${message}.`);
  }
  return new ScanFailed('SCAN_FAILED', `The library could not be scanned: ${message}.`);
}
