/** Uploads into real folders; the tags are read here and not in a worker. */
import { setTimeout as delay } from 'node:timers/promises';

import { UNREAD } from '../../src/tags/tag-reader.js';
import { NativeReader } from '../../src/tags/native-reader.js';
import { readTag } from '../../src/tags/read-tag.js';
import type { ScanTarget } from '../../src/library/scan/messages.js';
import { type Space, spaceOf } from '../../src/system/space.js';
import { type NewUpload, Uploads } from '../../src/uploads/uploads.js';
import { CONFINE, NATIVE_FILE } from '../fixtures/confine.js';
import { keptLog } from '../fixtures/log.js';

export interface UploadsRig {
  readonly uploads: Uploads;
  /** What the scanner was told to look at. */
  readonly looked: ScanTarget[];
  /** What the log says. */
  readonly lines: string[];
  /** Unix milliseconds. */
  readonly clock: { now: number };
  /** Said of every root instead of what is true. */
  readonly space: { free: number | undefined; isReadOnly: boolean | undefined };
  /** How the reader answers: as it is, not at all, or not before the promise resolves, and then not at all. */
  readonly reader: { unread: boolean | Promise<void>; asked: number };
}

const native = NativeReader.load(NATIVE_FILE);

/** What an earlier one left there is found. */
export function uploadsIn(roots: readonly string[]): UploadsRig {
  const looked: ScanTarget[] = [];
  const clock = { now: Date.now() };
  const space: UploadsRig['space'] = { free: undefined, isReadOnly: undefined };
  const reader: UploadsRig['reader'] = { unread: false, asked: 0 };
  const { log, lines } = keptLog('uploads');
  const uploads = new Uploads({
    roots: () => Promise.resolve(roots),
    spaceOf: async (path) => {
      const real = await spaceOf(path);
      return (
        real &&
        ({ ...real, free: space.free ?? real.free, isReadOnly: space.isReadOnly ?? real.isReadOnly } satisfies Space)
      );
    },
    tags: {
      async tryRead(path) {
        const { unread } = reader;
        reader.asked += 1;
        await unread;
        return unread === false ? readTag(path, { native, confine: CONFINE }).catch(() => undefined) : UNREAD;
      },
    },
    scanner: { look: (folders) => looked.push(...folders) },
    log,
    now: () => clock.now,
  });
  return { uploads, looked, lines, clock, space, reader };
}

export function wanted(filename: string, size: number, more: Partial<NewUpload> = {}): NewUpload {
  return { size, filename, relativePath: '', metadata: 'filename YQ==', client: '192.0.2.1', root: undefined, ...more };
}

/** A body that comes in pieces of `step` bytes. */
export async function* pieces(bytes: Buffer, step = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += step) {
    await delay(0);
    yield bytes.subarray(at, at + step);
  }
}

/** One that breaks off behind `bytes`. */
export async function* broken(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* pieces(bytes);
  throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}

/** One that never ends behind `bytes`, nor says anything more. */
export async function* stuck(bytes: Buffer, reported: () => void = () => undefined): AsyncGenerator<Buffer> {
  yield* pieces(bytes);
  reported();
  await new Promise(() => undefined);
}
