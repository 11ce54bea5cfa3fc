/** The one user of the network folder, and what is kept of its password. Pure. */
import { createHash } from 'node:crypto';

export const USER = 'tonearm';
export const REALM = 'Tonearm';
/** Name of the folder that clients see, in a library root. */
export const FOLDER_NAME = 'Uploads';

/** HTTP Digest needs just this of a password (RFC 7616 section 3.4.2): the password itself is not kept. */
export function secretOf(password: string): string {
  return createHash('md5').update(`${USER}:${REALM}:${password}`).digest('hex');
}
