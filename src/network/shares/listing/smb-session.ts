/**
 * As much of SMB 2 as it takes to ask a server a question through one of its pipes: one request at a time, all of it within a
 * time limit, nothing kept. Source: MS-SMB2 2.2. Files are read by the kernel's client, never here.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { createConnection, type Socket } from 'node:net';
import type { ShareLogin } from '../share.js';
import { ntlmChallenge, ntlmHello, ntlmProof, utf16 } from './ntlm.js';

const USUAL_PORT = 445;
const HEAD = 64;
/** A reply of a pipe has 64 KiB at most. */
const LONGEST_REPLY = 128 * 1024;
const MOST_REPLY = 64 * 1024;
/** SMB 2.0.2 and 2.1: what every server of today has, and what needs no more than a sum for its signatures. */
const DIALECTS = [0x0202, 0x0210];
const SIGNED = 8;
/** Session flags: guest, nobody in particular. */
const NO_USER = 3;
const [NEGOTIATE, SESSION_SETUP, TREE_CONNECT, CREATE, READ, IOCTL] = [0, 1, 3, 5, 8, 11] as const;
const STATUS = { pending: 0x103, more: 0xc000_0016, overflow: 0x8000_0005 } as const;

/** The server refuses a request. */
export class SmbRefusal extends Error {
  /** @param status NTSTATUS (MS-ERREF 2.3) */
  constructor(readonly status: number) {
    super(`SMB status 0x${status.toString(16).padStart(8, '0')}`);
    this.name = 'SmbRefusal';
  }
}

/** The server hangs up when it is spoken to in SMB 2: it knows SMB 1 alone. */
export class SmbTooOld extends Error {}

interface Reply {
  readonly status: number;
  readonly tree: number;
  readonly session: bigint;
  /** With the header, from which its offsets count. */
  readonly message: Buffer;
}

/** Throws RangeError for what is no SMB 2, SmbTooOld, SmbRefusal, and the errors of the socket. */
export class SmbSession {
  #session = 0n;
  #tree = 0;
  #messages = 0n;
  #key: Buffer | undefined;

  private constructor(
    private readonly socket: Socket,
    private readonly chunks: AsyncIterator<Buffer, undefined>,
  ) {}

  /** Connects; the connection ends with `work`. @param signal ends it early @throws as `lookup` of `node:dns` */
  static async with<T>(
    { server, port = USUAL_PORT }: { readonly server: string; readonly port: number | undefined },
    signal: AbortSignal,
    work: (session: SmbSession) => Promise<T>,
  ): Promise<T> {
    const { address } = await addressOf(server);
    signal.throwIfAborted();
    const socket = createConnection({ host: address, port, signal });
    try {
      return await work(new SmbSession(socket, socket[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>));
    } finally {
      socket.destroy();
    }
  }

  /** Agrees on a version, and logs in. @param login undefined: nobody in particular */
  async logIn(login: ShareLogin | undefined): Promise<void> {
    const hello = Buffer.alloc(36 + DIALECTS.length * 2);
    hello.writeUInt16LE(36, 0);
    hello.writeUInt16LE(DIALECTS.length, 2);
    hello.writeUInt16LE(1, 4);
    randomBytes(16).copy(hello, 12);
    for (const [index, dialect] of DIALECTS.entries()) hello.writeUInt16LE(dialect, 36 + index * 2);
    await this.#ask(NEGOTIATE, hello);
    const asked = await this.#setUp(ntlmHello(), STATUS.more);
    this.#session = asked.session;
    const challenge = ntlmChallenge(
      bufferAt(asked.message, asked.message.readUInt16LE(HEAD + 4), asked.message.readUInt16LE(HEAD + 6)),
    );
    const { message, key } = ntlmProof(login, challenge);
    const done = await this.#setUp(message);
    if ((done.message.readUInt16LE(HEAD + 2) & NO_USER) === 0) this.#key = key;
  }

  #setUp(token: Buffer, expected?: number): Promise<Reply> {
    const body = Buffer.alloc(24);
    body.writeUInt16LE(25, 0);
    body[3] = 1;
    body.writeUInt16LE(HEAD + 24, 12);
    body.writeUInt16LE(token.length, 14);
    return this.#ask(SESSION_SETUP, Buffer.concat([body, token]), expected);
  }

  /** @param name such as `IPC$` */
  async connectTree(server: string, name: string): Promise<void> {
    const path = utf16(`\\\\${server}\\${name}`);
    const body = Buffer.alloc(8);
    body.writeUInt16LE(9, 0);
    body.writeUInt16LE(HEAD + 8, 4);
    body.writeUInt16LE(path.length, 6);
    this.#tree = (await this.#ask(TREE_CONNECT, Buffer.concat([body, path]))).tree;
  }

  /** Opens a pipe of the tree. @returns its id */
  async openPipe(name: string): Promise<Buffer> {
    const text = utf16(name);
    const body = Buffer.alloc(56);
    body.writeUInt16LE(57, 0);
    // Impersonation; read and write; shared by both; it has to be there.
    body.writeUInt32LE(2, 4);
    body.writeUInt32LE(0x0012_019f, 24);
    body.writeUInt32LE(3, 32);
    body.writeUInt32LE(1, 36);
    body.writeUInt16LE(HEAD + 56, 44);
    body.writeUInt16LE(text.length, 46);
    const { message } = await this.#ask(CREATE, Buffer.concat([body, text]));
    return bufferAt(message, HEAD + 64, 16);
  }

  /** Sends a message through a pipe. @returns what comes back first; `read` has more */
  async transact(pipe: Buffer, input: Buffer): Promise<Buffer> {
    const body = Buffer.alloc(56);
    body.writeUInt16LE(57, 0);
    // FSCTL_PIPE_TRANSCEIVE
    body.writeUInt32LE(0x0011_c017, 4);
    pipe.copy(body, 8);
    body.writeUInt32LE(HEAD + 56, 24);
    body.writeUInt32LE(input.length, 28);
    body.writeUInt32LE(MOST_REPLY, 44);
    body.writeUInt32LE(1, 48);
    const { message } = await this.#ask(IOCTL, Buffer.concat([body, input]), STATUS.overflow);
    return bufferAt(message, message.readUInt32LE(HEAD + 32), message.readUInt32LE(HEAD + 36));
  }

  async read(pipe: Buffer): Promise<Buffer> {
    const body = Buffer.alloc(49);
    body.writeUInt16LE(49, 0);
    body.writeUInt32LE(MOST_REPLY, 4);
    pipe.copy(body, 16);
    const { message } = await this.#ask(READ, body, STATUS.overflow);
    return bufferAt(message, message[HEAD + 2] ?? 0, message.readUInt32LE(HEAD + 4));
  }

  /** @param expected a status that is as good as success */
  async #ask(command: number, body: Buffer, expected = 0): Promise<Reply> {
    const id = this.#messages++;
    const head = Buffer.alloc(4 + HEAD);
    head.writeUInt32BE(HEAD + body.length, 0);
    head.writeUInt32BE(0xfe53_4d42, 4);
    head.writeUInt16LE(HEAD, 8);
    // One credit is used, and one asked for.
    head.writeUInt16LE(1, 10);
    head.writeUInt16LE(command, 16);
    head.writeUInt16LE(1, 18);
    head.writeUInt32LE(this.#key === undefined ? 0 : SIGNED, 20);
    head.writeBigUInt64LE(id, 28);
    head.writeUInt32LE(this.#tree, 40);
    head.writeBigUInt64LE(this.#session, 44);
    if (this.#key !== undefined) {
      const sum = createHmac('sha256', this.#key).update(head.subarray(4)).update(body).digest();
      sum.copy(head, 52, 0, 16);
    }
    this.socket.write(Buffer.concat([head, body]));
    for (;;) {
      const reply = await this.#receive(id);
      if (reply.status === STATUS.pending) continue;
      if (reply.status !== 0 && reply.status !== expected) throw new SmbRefusal(reply.status);
      return reply;
    }
  }

  async #receive(id: bigint): Promise<Reply> {
    for (;;) {
      const length = (await this.#take(4)).readUInt32BE(0);
      if (length < HEAD + 8 || length > LONGEST_REPLY) throw new RangeError('no message of SMB 2');
      const message = await this.#take(length);
      if (message.readUInt32BE(0) !== 0xfe53_4d42) throw new RangeError('no message of SMB 2');
      if (message.readBigUInt64LE(24) !== id) continue;
      return {
        status: message.readUInt32LE(8),
        tree: message.readUInt32LE(36),
        session: message.readBigUInt64LE(40),
        message,
      };
    }
  }

  #rest: Buffer = Buffer.alloc(0);

  async #take(length: number): Promise<Buffer> {
    const parts = [this.#rest];
    let has = this.#rest.length;
    while (has < length) {
      const { value } = await this.chunks.next();
      if (value === undefined) {
        throw this.#messages === 1n ? new SmbTooOld('no SMB 2') : new RangeError('the server hangs up');
      }
      parts.push(value);
      has += value.length;
    }
    const all = Buffer.concat(parts);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}

/** Names without a dot are those of the home network, too, as for a mount. */
function addressOf(server: string): Promise<{ address: string }> {
  const asked = lookup(server);
  return server.includes('.') || server.includes(':') ? asked : asked.catch(() => lookup(`${server}.local`));
}

/** @throws RangeError for a place beyond the end */
function bufferAt(message: Buffer, offset: number, length: number): Buffer {
  if (offset < HEAD || offset + length > message.length) throw new RangeError('a place beyond the end');
  return message.subarray(offset, offset + length);
}
