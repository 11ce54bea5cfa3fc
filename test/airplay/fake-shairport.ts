/** Two named pipes as shairport-sync has them, into which a test writes. */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';

const run = promisify(execFile);
const hexOf = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

/** An item as shairport-sync writes it. @param data undefined: an event without data */
export function itemOf(type: string, code: string, data: Uint8Array | string = ''): Buffer {
  const bytes = Buffer.from(data);
  const header = `<item><type>${hexOf(type)}</type><code>${hexOf(code)}</code><length>${bytes.length}</length>`;
  // Groups of 57 bytes, each without a line end.
  const text = bytes.length === 0 ? '' : `\n<data encoding="base64">\n${bytes.toString('base64')}</data>`;
  return Buffer.from(`${header}${text}</item>\n`, 'latin1');
}

export const event = (code: string, data: Uint8Array | string = ''): Buffer => itemOf('ssnc', code, data);

/** The texts of a track, as a bundle. */
export function bundleOf(texts: Readonly<Record<string, string>>): Buffer {
  const facts = Object.entries(texts).map(([code, text]) => itemOf('core', code, text));
  return Buffer.concat([event('mdst', '1'), ...facts, event('mden', '1')]);
}

/** The smallest JPEG header that is believed. */
export const COVER = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');

export class FakeShairport {
  #metadata: FileHandle | undefined;

  private constructor(readonly folder: string) {}

  /** @param folder of the pipes, where it is not one of the test's own */
  static async make(t: Test, folder?: string): Promise<FakeShairport> {
    const where = folder ?? (await temporaryDirectory(t));
    await mkdir(where, { recursive: true });
    for (const name of ['audio', 'metadata']) await run('mkfifo', [join(where, name)]);
    const shairport = new FakeShairport(where);
    t.teardown(() => shairport.leave());
    return shairport;
  }

  /** Somebody must read. */
  async say(...items: readonly Uint8Array[]): Promise<void> {
    this.#metadata ??= await open(join(this.folder, 'metadata'), constants.O_WRONLY | constants.O_NONBLOCK);
    // A blocking write in the pool: more than the pipe holds waits until somebody reads.
    await writeAll(this.#metadata, Buffer.concat(items));
  }

  /** Ends, as a program that falls. */
  async leave(): Promise<void> {
    await this.#metadata?.close();
    this.#metadata = undefined;
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    try {
      at += (await file.write(bytes, at, Math.min(bytes.length - at, 65_536))).bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}
