/** A scanner with its real worker and a real database, over a folder of music made on the spot. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import tap, { type Test } from 'tap';
import { Database } from '../../../src/database/database.js';
import type { Sqlite } from '../../../src/database/sqlite.js';
import { TRACK } from '../../../src/http/wire/track.js';
import { Scanner, type ScannerOptions } from '../../../src/library/scan/scanner.js';
import { id3v2 } from '../../bench/corpus-tags.mjs';
import { BINDING, checkpointHere } from '../../database/rig.js';
import { NATIVE_FILE } from '../../fixtures/confine.js';
import { keptLog } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';
import { listMistakes } from '../shelf.js';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Frames of ID3v2.4 by their names; those of texts of one's own as `TXXX:name`. */
export type Texts = Readonly<Record<string, string | readonly string[]>>;

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz: 417.96 bytes a frame on average, most of them with a byte of padding. */
const FRAME_BYTES = (144 * 128_000) / 44_100;
const FRAMES = Array.from({ length: 40 }, (_, index) => {
  const frame = Buffer.alloc(Math.floor((index + 1) * FRAME_BYTES) - Math.floor(index * FRAME_BYTES));
  frame.set([0xff, 0xfb, frame.length > FRAME_BYTES ? 0x92 : 0x90, 0x00]);
  return frame;
});
const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

/** Bytes of a second of silence with a tag. */
export function mp3(texts: Texts, cover = false): Buffer {
  const isOwn = (name: string): boolean => name.startsWith('TXXX:');
  const own = Object.entries(texts).filter(([name]) => isOwn(name));
  const named = {
    texts: Object.fromEntries(Object.entries(texts).filter(([name]) => !isOwn(name))),
    own: Object.fromEntries(own.map(([name, text]) => [name.slice('TXXX:'.length), [text].flat().join('\0')])),
  };
  const tag = id3v2({ version: 4, encoding: 'utf8', ...named, ...(cover && { cover: PICTURE }) });
  return Buffer.concat([tag, ...FRAMES]);
}

/** A second of FLAC by its header, with a title (RFC 9639 sections 8.2 and 8.6). */
export function flac(title: string): Buffer {
  const stream = Buffer.alloc(34);
  stream.writeUInt16BE(4096, 0);
  stream.writeUInt16BE(4096, 2);
  // 44.1 kHz, two channels, 16 bits, 44,100 samples.
  stream.set([0x0a, 0xc4, 0x42, 0xf0, 0x00, 0x00, 0xac, 0x44], 10);
  const comment = Buffer.from(`TITLE=${title}`);
  const counts = Buffer.alloc(12);
  counts.writeUInt32LE(1, 4);
  counts.writeUInt32LE(comment.length, 8);
  const comments = Buffer.concat([counts, comment]);
  const block = (type: number, content: Buffer) => Buffer.concat([Buffer.from([type, 0, 0, content.length]), content]);
  return Buffer.concat([Buffer.from('fLaC'), block(0, stream), block(0x84, comments), Buffer.alloc(1000, 1)]);
}

export async function put(path: string, bytes: Buffer | string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

/** An album of `count` tracks below `folder`. */
export async function putAlbum(folder: string, artist: string, album: string, count: number): Promise<void> {
  for (let index = 1; index <= count; index++) {
    const texts = { TIT2: `${album} ${index}`, TPE1: artist, TALB: album, TRCK: String(index), TDRC: '1997' };
    await put(join(folder, `${index}.mp3`), mp3({ ...texts, TCON: 'Jazz' }));
  }
}

let bundled: Promise<string> | undefined;

async function bundleWorker(): Promise<string> {
  const outfile = join(await temporaryDirectory(tap), 'scan-worker.cjs');
  await build({
    entryPoints: [at('src/library/scan/scan-worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    external: ['*.node'],
  });
  return outfile;
}

/** The worker as the build makes it, once a test file. */
export function realWorker(): Promise<string> {
  return (bundled ??= bundleWorker());
}

/** The real worker, in which files of some names do harm when their tags are read, or paths in a call of `node:fs`. */
export async function harmedWorker(harm: Readonly<Record<string, string>>, call?: string): Promise<string> {
  const path = join(await temporaryDirectory(tap), 'harmed-worker.cjs');
  const cases = Object.entries(harm).map(([name, code]) => `if (String(path).endsWith('/${name}')) { ${code} }`);
  const harmed =
    call === undefined
      ? `const addon = require(${JSON.stringify(NATIVE_FILE)});
         addon.TagReader = class extends addon.TagReader {
           read(path, ...rest) { ${cases.join('\n')} return super.read(path, ...rest); }
         };`
      : `const { ${call} } = fs;
         fs.${call} = (path, ...rest) => { ${cases.join('\n')} return ${call}(path, ...rest); };`;
  await writeFile(path, `const fs = require('node:fs');\n${harmed}\nrequire(${JSON.stringify(await realWorker())});`);
  return path;
}

export interface Shelf {
  readonly music: string;
  readonly scanner: Scanner;
  readonly database: Database;
  /** File of the database. */
  readonly file: string;
  readonly logged: readonly string[];
  /** Rows of a query, each as its values. */
  readonly rows: (text: string) => Promise<unknown[][]>;
  /** Titles in the order of the list, of what is available. */
  readonly titles: () => Promise<string[]>;
}

const TITLES = `SELECT title FROM track WHERE root IN (SELECT key FROM root WHERE available) ORDER BY sort_key, key`;

export interface ShelfOptions extends Partial<ScannerOptions> {
  readonly music?: string;
}

export async function openShelf(t: Test, { music, ...options }: ShelfOptions = {}): Promise<Shelf> {
  const folder = music ?? (await temporaryDirectory(t));
  const file = options.file ?? join(await temporaryDirectory(t), 'library.db');
  const { log, lines } = keptLog('library');
  const database = new Database({
    file,
    binding: BINDING,
    migrations: at('src/library/migrations'),
    log,
    checkpoint: checkpointHere,
    replaceable: true,
    renewed: () => scanner.renew(),
  });
  const scanner: Scanner = new Scanner({
    workerFile: await realWorker(),
    file,
    binding: BINDING,
    nativeFile: NATIVE_FILE,
    roots: [folder],
    trackShape: TRACK,
    log,
    database,
    ...options,
  });
  t.teardown(async () => {
    await scanner.stop();
    // The worker does not have SQLite look at each reference: here all of them are looked at.
    const broken = await database.read((sql) => sql.pragma('foreign_key_check')).catch(() => []);
    const unlike = await database.read(listMistakes).catch(() => []);
    await database.close();
    if (unlike.length > 0) throw new Error(`tracks that are listed as what they are not: ${JSON.stringify(unlike)}`);
    if ((broken as unknown[]).length > 0) throw new Error(`rows that refer to nothing: ${JSON.stringify(broken)}`);
  });
  const rows = (text: string) => database.read((sql: Sqlite) => sql.prepare<[], unknown[]>(text).raw().all());
  const titles = async () => (await rows(TITLES)).map(([title]) => String(title));
  return { music: folder, scanner, database, file, logged: lines, rows, titles };
}
