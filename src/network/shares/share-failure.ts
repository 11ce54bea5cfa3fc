/** Why a network share cannot be mounted, in words for the person who has typed it in. */
import { Unavailable } from '../../errors.js';

/** By the codes of `native/mount_share` behind a prefix. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  [
    'SHARE_NO_SUCH_HOST',
    'No device of the network has this name. Check the name, or type the address, such as 192.168.1.20.',
  ],
  [
    'SHARE_NOT_ANSWERING',
    'The server does not answer. It may be off or asleep, sharing may be switched off there, or the address is wrong.',
  ],
  ['SHARE_PASSWORD_NEEDED', 'The server lets no guests in: user and password are needed.'],
  ['SHARE_PASSWORD_WRONG', 'The server does not accept this user and password, or this user may not read the share.'],
  ['SHARE_NO_SUCH_SHARE', 'The server has no share, or no folder, of this name.'],
  ['SHARE_NOT_PERMITTED', 'The server does not let this box mount the folder. Allow the address of the box there.'],
  [
    'SHARE_PROTOCOL_TOO_OLD',
    'The server speaks only versions of the protocol that are too old to be safe. Switch on SMB 2 or 3, or NFS 3 or 4, there.',
  ],
  ['SHARE_FAILED', 'The share cannot be mounted.'],
]);

export interface ShareFailure {
  /** Stable, such as `SHARE_PASSWORD_WRONG`. */
  readonly code: string;
  /** For a person. */
  readonly detail: string;
}

/** @param said the code of the program, and what the kernel had to say */
export function failureOf(said: string): ShareFailure {
  const [, code = 'FAILED', rest = ''] = /^([A-Z_]+) ?(.*)$/s.exec(said) ?? [undefined, 'FAILED', said];
  const known = TEXTS.has(`SHARE_${code}`) ? `SHARE_${code}` : 'SHARE_FAILED';
  const sentence = TEXTS.get(known) ?? '';
  const detail = known === 'SHARE_FAILED' && rest !== '' ? `${sentence} The system says: ${rest}` : sentence;
  return { code: known, detail };
}

/** The failure of a unit that the system has ended: its server was silent for too long. */
export const SILENT: ShareFailure = {
  code: 'SHARE_NOT_ANSWERING',
  detail: TEXTS.get('SHARE_NOT_ANSWERING') ?? '',
};

/** @param code one of `TEXTS` */
export function refusalFor(code: string): Unavailable {
  return refusalOf({ code, detail: TEXTS.get(code) ?? '' });
}

export function refusalOf({ code, detail }: ShareFailure): Unavailable {
  return new Unavailable(code, detail);
}
