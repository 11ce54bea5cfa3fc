/**
 * The shares that an SMB server has, as it tells them to a user or a guest: what file managers show for a server. Source:
 * MS-SRVS 3.1.4.8 (NetrShareEnum), C706 chapters 12 and 14 (DCE/RPC). Own code: the libraries for it are unkept, or were
 * not safe from what a hostile server sends. Thread: main.
 */
import { Unavailable } from '../../../errors.js';
import type { ShareAddress, ShareLogin } from '../share.js';
import { refusalFor } from '../share-failure.js';
import { utf16 } from './ntlm.js';
import { SmbRefusal, SmbSession, SmbTooOld } from './smb-session.js';

/** Milliseconds for an attempt. */
const LIMIT = 8000;
const MOST_SHARES = 500;
const LONGEST_ANSWER = 512 * 1024;
const [REQUEST, RESPONSE, BIND, BIND_ACK] = [0, 2, 11, 12] as const;
/** The fragment is the first, the last. */
const [FIRST, LAST] = [1, 2] as const;
const HEAD = 16;
/** `srvsvc` 3.0, and the only transfer syntax that all have. */
const SERVICE = '4b324fc8-1670-01d3-1278-5a47bf6ee188';
const NDR = '8a885d04-1ceb-11c9-9fe8-08002b104860';
const ENUMERATE = 15;
/** Kinds of shares: bits of what is no folder, and of what administrators alone see. */
const NO_FOLDER = 0x0fff_ffff;
const HIDDEN = 0x8000_0000;
/** NTSTATUS of a login that is refused (MS-ERREF 2.3). */
const LOGIN_REFUSED = new Set([
  ...[0xc000_0022, 0xc000_0064, 0xc000_006a, 0xc000_006d, 0xc000_006e, 0xc000_006f, 0xc000_0070, 0xc000_0071],
  ...[0xc000_0072, 0xc000_015b, 0xc000_0192, 0xc000_0193, 0xc000_0224, 0xc000_0234],
]);
const BY_CUSTOM: ShareLogin = { user: 'guest', password: '', domain: undefined };

export interface ShareName {
  readonly name: string;
  /** What its owner has written about it; empty for nothing. */
  readonly comment: string;
}

/**
 * Folders that a server shares, by name.
 * @param limit milliseconds for each of at most two attempts
 * @throws Unavailable SHARE_NO_SUCH_HOST, SHARE_NOT_ANSWERING, SHARE_PASSWORD_NEEDED, SHARE_PASSWORD_WRONG, SHARE_PROTOCOL_TOO_OLD, SHARES_NOT_LISTED
 */
export async function askForShareNames(
  address: Pick<ShareAddress, 'server' | 'port'>,
  login: ShareLogin,
  limit = LIMIT,
): Promise<ShareName[]> {
  const attempts = login.user === undefined ? [BY_CUSTOM, undefined] : [login];
  let refusal: unknown;
  for (const attempt of attempts) {
    try {
      return await ask(address, attempt, AbortSignal.timeout(limit));
    } catch (error) {
      refusal = error;
      if (!isLoginRefused(error)) break;
    }
  }
  throw reasonOf(refusal, login.user === undefined);
}

const isLoginRefused = (error: unknown): boolean => error instanceof SmbRefusal && LOGIN_REFUSED.has(error.status);

function reasonOf(error: unknown, isNobody: boolean): Unavailable {
  if (isLoginRefused(error)) return refusalFor(isNobody ? 'SHARE_PASSWORD_NEEDED' : 'SHARE_PASSWORD_WRONG');
  if (error instanceof SmbTooOld) return refusalFor('SHARE_PROTOCOL_TOO_OLD');
  const { code = '', name, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return refusalFor('SHARE_NO_SUCH_HOST');
  const isAway = syscall !== undefined && code !== 'ECONNRESET' && code !== 'EPIPE';
  if (name === 'TimeoutError' || name === 'AbortError' || isAway) return refusalFor('SHARE_NOT_ANSWERING');
  return new Unavailable('SHARES_NOT_LISTED', 'The server does not tell its shares. Type the name of the share.', {
    cause: error,
  });
}

function ask(
  { server, port }: Pick<ShareAddress, 'server' | 'port'>,
  login: ShareLogin | undefined,
  signal: AbortSignal,
): Promise<ShareName[]> {
  return SmbSession.with({ server, port }, signal, async (session) => {
    await session.logIn(login);
    await session.connectTree(server, 'IPC$');
    const pipe = await session.openPipe('srvsvc');
    const bound = await call(session, pipe, packet(BIND, bindBody()));
    if (bound.kind !== BIND_ACK) throw new RangeError('not bound');
    const { kind, body } = await call(session, pipe, packet(REQUEST, enumerateBody(server)));
    if (kind !== RESPONSE) throw new RangeError('no response');
    return namesIn(body.subarray(8));
  });
}

/** Sends a packet; the answer may come in several. */
async function call(session: SmbSession, pipe: Buffer, input: Buffer): Promise<{ kind: number; body: Buffer }> {
  let has = await session.transact(pipe, input);
  const bodies: Buffer[] = [];
  let size = 0;
  for (;;) {
    while (has.length < HEAD || has.length < has.readUInt16LE(8)) has = Buffer.concat([has, await session.read(pipe)]);
    const [kind = 0, flags = 0] = has.subarray(2);
    const length = has.readUInt16LE(8);
    size += length;
    if (length < HEAD + 8 || size > LONGEST_ANSWER) throw new RangeError('no packet of DCE/RPC');
    // Each fragment of a response has its own eight bytes in front of the data.
    bodies.push(has.subarray(bodies.length === 0 ? HEAD : HEAD + 8, length));
    has = has.subarray(length);
    if ((flags & LAST) !== 0) return { kind, body: Buffer.concat(bodies) };
  }
}

function packet(kind: number, body: Buffer): Buffer {
  const head = Buffer.from([5, 0, kind, FIRST | LAST, 0x10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  head.writeUInt16LE(HEAD + body.length, 8);
  return Buffer.concat([head, body]);
}

function bindBody(): Buffer {
  // Longest fragments, no group, one context with one transfer syntax.
  const head = Buffer.from([0xb8, 0x10, 0xb8, 0x10, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]);
  return Buffer.concat([head, uuid(SERVICE), words(3), uuid(NDR), words(2)]);
}

/** The first three parts of a UUID are numbers. */
function uuid(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex');
  bytes.subarray(0, 4).swap32();
  bytes.subarray(4, 8).swap16();
  return bytes;
}

function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value, index * 4);
  return buffer;
}

function enumerateBody(server: string): Buffer {
  const text = utf16(`\\\\${server}\0`);
  const count = text.length / 2;
  // Number of the function; pointer to the server's name, with its largest, first and last place.
  const head = Buffer.concat([words(0), Buffer.from([0, 0, ENUMERATE, 0]), words(1, count, 0, count), text]);
  // Level 1, pointer to an empty list, as much as there is, from the beginning.
  return Buffer.concat([head, Buffer.alloc(-text.length & 3), words(1, 1, 2, 0, 0, 0xffff_ffff, 0)]);
}

/** @throws RangeError for what is no list */
function namesIn(body: Buffer): ShareName[] {
  let at = 0;
  const word = (): number => {
    at += 4;
    return body.readUInt32LE(at - 4);
  };
  const text = (): string => {
    const [, , length] = [word(), word(), word()];
    const end = at + length * 2;
    if (end > body.length) throw new RangeError('a text beyond the end');
    const said = body.toString('utf16le', at, end).replace(/\0.*$/s, '');
    at = (end + 3) & ~3;
    return said;
  };
  const [, , , count, list] = [word(), word(), word(), word(), word()];
  if (list === 0) return [];
  if (word() !== count || count > MOST_SHARES) throw new RangeError('no list of shares');
  const entries = Array.from({ length: count }, () => ({ name: word(), type: word(), comment: word() }));
  return entries
    .map(({ name, type, comment }) => ({ type, name: name === 0 ? '' : text(), comment: comment === 0 ? '' : text() }))
    .filter(({ type, name }) => (type & (NO_FOLDER | HIDDEN)) === 0 && name !== '' && !name.endsWith('$'))
    .map(({ name, comment }) => ({ name, comment }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
