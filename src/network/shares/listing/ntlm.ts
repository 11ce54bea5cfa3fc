/**
 * NTLMv2, by which a user proves to an SMB server that the password is known without sending it. Source: MS-NLMP 2.2.1,
 * 3.3.2; without key exchange, which needs RC4. Pure.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { ShareLogin } from '../share.js';
import { md4 } from './md4.js';

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1');
/** Bytes in front of the texts of the third message. */
const HEAD = 64;
const ANONYMOUS = 0x800;
/** Unicode, target wanted, signatures, NTLM, always sign, extended session security, 128 and 56 bits. */
const FLAGS = 0x1 | 0x4 | 0x10 | 0x200 | 0x8000 | 0x8_0000 | 0x2000_0000 | (0x8000_0000 | 0);
/** Time stamp among what the server tells of itself, and the end of that. */
const TIMESTAMP = 7;
const END = 0;
/** Ticks of 100 ns from 1601 to 1970. */
const EPOCH = 116_444_736_000_000_000n;

/** The first message. */
export function ntlmHello(): Buffer {
  const message = Buffer.alloc(32);
  SIGNATURE.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeInt32LE(FLAGS, 12);
  return message;
}

export interface NtlmChallenge {
  readonly nonce: Buffer;
  /** What the server tells of itself, sent back with the proof. */
  readonly facts: Buffer;
}

/** The second message. @throws RangeError for one that is none */
export function ntlmChallenge(message: Buffer): NtlmChallenge {
  if (!message.subarray(0, 8).equals(SIGNATURE) || message.readUInt32LE(8) !== 2) throw new RangeError('no challenge');
  const length = message.readUInt16LE(40);
  const offset = message.readUInt32LE(44);
  if (offset + length > message.length) throw new RangeError('facts beyond the end');
  return {
    nonce: Buffer.from(message.subarray(24, 32)),
    facts: Buffer.from(message.subarray(offset, offset + length)),
  };
}

export interface NtlmProof {
  /** The third message. */
  readonly message: Buffer;
  /** Signs what follows; undefined for nobody in particular. */
  readonly key: Buffer | undefined;
}

/** @param login undefined: nobody in particular @param own nonce of the client, and its clock */
export function ntlmProof(
  login: ShareLogin | undefined,
  { nonce, facts }: NtlmChallenge,
  own = { nonce: randomBytes(8), time: fileTime() },
): NtlmProof {
  if (login?.user === undefined) return { message: proof(ANONYMOUS, [Buffer.alloc(1)]), key: undefined };
  const { user, password = '', domain = '' } = login;
  const account = utf16(user.toUpperCase() + domain);
  const secret = hmac(md4(utf16(password)), account);
  const body = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    timeIn(facts) ?? own.time,
    own.nonce,
    Buffer.alloc(4),
    facts,
    Buffer.alloc(4),
  ]);
  const answer = hmac(secret, nonce, body);
  const parts = [Buffer.alloc(24), Buffer.concat([answer, body]), utf16(domain), utf16(user)];
  return { message: proof(0, parts), key: hmac(secret, answer) };
}

/** @param parts answer of LAN Manager, answer, domain, user */
function proof(flags: number, parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(HEAD);
  SIGNATURE.copy(head);
  head.writeUInt32LE(3, 8);
  head.writeInt32LE(FLAGS | flags, 60);
  let end = HEAD;
  // Workstation and session key stay empty.
  for (let field = 0; field < 6; field++) {
    const length = parts[field]?.length ?? 0;
    head.writeUInt16LE(length, 12 + field * 8);
    head.writeUInt16LE(length, 14 + field * 8);
    head.writeUInt32LE(end, 16 + field * 8);
    end += length;
  }
  return Buffer.concat([head, ...parts]);
}

/** The clock of the server, which may refuse another one; undefined where it tells none. */
function timeIn(facts: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= facts.length;) {
    const kind = facts.readUInt16LE(at);
    const length = facts.readUInt16LE(at + 2);
    if (kind === TIMESTAMP && length === 8 && at + 12 <= facts.length) return facts.subarray(at + 4, at + 12);
    if (kind === END) break;
    at += 4 + length;
  }
  return undefined;
}

/** Now, in ticks since 1601. */
function fileTime(): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(Date.now()) * 10_000n + EPOCH);
  return time;
}

export const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

function hmac(key: Buffer, ...parts: readonly Buffer[]): Buffer {
  const sum = createHmac('md5', key);
  for (const part of parts) sum.update(part);
  return sum.digest();
}
