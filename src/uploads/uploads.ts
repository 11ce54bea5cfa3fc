/**
 * Music that phones add to the library, file by file, over connections that break. Thread: main.
 *
 *     create ─▶ record and part in the root's hidden folder ─▶ append, again and again ─▶ whole
 *       whole ─▶ is it what its ending says? ─▶ linked into its folder, never over a file ─▶ scanned
 *                     │ no: nothing is left            │ the same bytes are there: a duplicate
 *
 * What became of an upload is told for a day, to who did not hear the answer. Nothing wakes up for that: what is over is
 * cleared away at the start, and when another upload begins.
 */
import { randomBytes } from 'node:crypto';
import { open, rm, rmdir } from 'node:fs/promises';

import { InvalidInput, NotFound, TooLarge, Unavailable, Unprocessable } from '../errors.js';
import { Slots } from '../slots.js';
import type { Scanner } from '../library/scan/scanner.js';
import { rootId } from '../library/store/known-roots.js';
import type { TagReader } from '../tags/tag-reader.js';
import { syncFolder } from '../durable.js';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import type { Space } from '../system/space.js';
import { isWhatItSays, kindOf, LARGEST } from './contents.js';
import { errnoOf, failureOf, noSpace } from './failures.js';
import { destinationOf } from './names.js';
import { moveIntoLibrary } from './move-into-library.js';
import * as records from './records.js';
import { idleOfHeaviest, MOST_OPEN, requireRoom } from './room.js';
import { hasPart, Upload } from './upload.js';

export interface UploadsDeps {
  /** Absolute paths of all roots and volumes that may be there, the first choice first. */
  readonly roots: () => Promise<readonly string[]>;
  readonly spaceOf: (path: string) => Promise<Space | undefined>;
  readonly tags: Pick<TagReader, 'tryRead'>;
  readonly scanner: Pick<Scanner, 'look'>;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

export interface NewUpload {
  /** Bytes. */
  readonly size: number;
  readonly filename: string;
  /** Folders that it lay in; `''` for none. */
  readonly relativePath: string;
  /** Kept as it is. */
  readonly metadata: string;
  /** Address of who sends it. */
  readonly client: string;
  /** Id of one of the roots; undefined for the first that can be written to. */
  readonly root: string | undefined;
}

/** Bytes of the largest file. */
export const LARGEST_UPLOAD = LARGEST.music;
/** Bytes that stay free, for the system and for what people do. */
const RESERVE = 128 * 2 ** 20;
/** Most uploads that are over and still reported. */
const MOST_REPORTED = 1000;
export const UPLOAD_LIFE_MILLISECONDS = 24 * 60 * 60 * 1000;
/** Pieces of work that the disk has at a time, of libuv's four threads. */
const SLOTS = 2;
const MOST_WAITING = 1000;

export class Uploads {
  readonly #now: () => number;
  readonly #disk = new Slots(SLOTS, MOST_WAITING);
  readonly #uploads = new Map<string, Upload>();
  readonly #finishing = new Map<Upload, Promise<void>>();
  readonly #placing = new SerialQueue();
  #loading: Promise<void> | undefined;
  #starting: Promise<void> | undefined;
  #stopped = false;

  /** Nothing happens before `start` or a question. */
  constructor(private readonly deps: UploadsDeps) {
    this.#now = deps.now ?? Date.now;
  }

  /** Finds what an earlier run left, and goes on with what is whole. Never rejects. */
  start(): Promise<void> {
    this.#starting ??= this.#goOn();
    return this.#starting;
  }

  async #goOn(): Promise<void> {
    await this.#load();
    for (const upload of this.#uploads.values()) {
      if (this.#stopped) return;
      if (!upload.isWhole || upload.record.result !== undefined) continue;
      await this.#finish(upload).catch((error: unknown) => {
        this.deps.log.warn('upload not added', { name: upload.record.name, error });
      });
    }
  }

  /** Ends what is sent; what came until then stays. May be called twice. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loading;
    await Promise.all([...this.#uploads.values()].map((upload) => upload.end(stopping())));
    await Promise.allSettled(this.#finishing.values());
    await this.#starting;
  }

  /** The open ones, and those that are over since a day at most; the oldest first. */
  async list(): Promise<readonly Upload[]> {
    await this.#load();
    return [...this.#uploads.values()].filter((upload) => !this.#isExpired(upload));
  }

  /** One that is whole is in the library then. @throws NotFound UNKNOWN_UPLOAD, and what `append` throws at its end */
  async find(id: string): Promise<Upload> {
    const upload = await this.#known(id);
    if (upload.isWhole) await this.#finish(upload);
    return upload;
  }

  /**
   * As it is when nobody sends any more: who does is ended, and what came counts.
   * @param mayInterrupt false leaves who sends alone. @throws NotFound UNKNOWN_UPLOAD
   */
  async findAtRest(id: string, mayInterrupt: (upload: Upload) => Promise<boolean>): Promise<Upload> {
    const upload = await this.#known(id);
    if (await mayInterrupt(upload)) await upload.interrupt();
    return upload;
  }

  /**
   * Resolves when it would survive a power cut.
   * @throws InvalidInput INVALID_NAME, UNKNOWN_KIND, EMPTY_FILE, UNKNOWN_ROOT; TooLarge; NoSpace; Unavailable
   */
  async create({ size, filename, relativePath, metadata, client, root: wanted }: NewUpload): Promise<Upload> {
    const { folders, name } = destinationOf(filename, relativePath);
    const kind = kindOf(name);
    if (kind === undefined) {
      throw new InvalidInput('UNKNOWN_KIND', 'Neither music nor a playlist nor a cover, by the ending of its name.');
    }
    if (size === 0) throw new InvalidInput('EMPTY_FILE', 'The file is empty.');
    if (size > LARGEST[kind]) {
      throw new TooLarge('FILE_TOO_LARGE', `A file of this kind has at most ${LARGEST[kind]} bytes.`);
    }
    await this.#load();
    await this.#clearAway();
    await this.#makeRoom(client);
    const root = await this.#rootFor(wanted);
    await this.#makeSpace(root, size);
    const id = randomBytes(16).toString('hex');
    const record: records.UploadRecord = { id, folders, name, size, metadata, client, touched: this.#now() };
    const upload = new Upload(this.#partsOf(root), record, 0);
    requireRoom(this.#open, client);
    this.#uploads.set(id, upload);
    try {
      await records.makeFolder(upload.folder);
      await (await open(upload.part, 'wx')).close();
      await records.writeRecord(upload.folder, record);
      await syncFolder(upload.folder);
    } catch (error) {
      await this.#forget(upload);
      throw failureOf(error);
    }
    return upload;
  }

  /**
   * Goes on with an upload at `offset`; when it is whole then, it is in the library too.
   * @throws NotFound UNKNOWN_UPLOAD; what `Upload.append` throws; and of one that is whole Unprocessable NOT_MUSIC,
   * after which nothing is left of it, Forbidden OUTSIDE_ROOT, Conflict, NoSpace, Unavailable
   */
  async append(id: string, offset: number, body: AsyncIterable<Buffer>): Promise<Upload> {
    const upload = await this.#known(id);
    if (this.#stopped) throw stopping();
    await upload.append(offset, body);
    if (upload.isWhole) await this.#finish(upload);
    return upload;
  }

  /** Gives it up. What is in the library stays there. @throws NotFound UNKNOWN_UPLOAD */
  async remove(id: string): Promise<void> {
    const upload = await this.#known(id);
    await upload.end(unknownUpload());
    await this.#finishing.get(upload)?.catch(() => undefined);
    await this.#forget(upload);
  }

  expiresAt(upload: Upload): number {
    return upload.record.touched + UPLOAD_LIFE_MILLISECONDS;
  }

  async #known(id: string): Promise<Upload> {
    await this.#load();
    const upload = this.#uploads.get(id) ?? (records.isUploadId(id) ? await this.#seek(id) : undefined);
    if (upload === undefined || this.#isExpired(upload)) {
      throw unknownUpload();
    }
    return upload;
  }

  /** On a volume that came after the start. */
  async #seek(id: string): Promise<Upload | undefined> {
    for (const root of await this.deps.roots()) {
      const upload = await this.#resume(root, id).catch(() => undefined);
      if (upload !== undefined) return upload;
    }
    return undefined;
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadAll();
    return this.#loading;
  }

  /** Never rejects. */
  async #loadAll(): Promise<void> {
    const found: Upload[] = [];
    for (const root of await this.deps.roots().catch(() => [])) {
      const folder = records.folderIn(root);
      const ids = await records.idsIn(folder);
      for (const id of ids) {
        try {
          const upload = await this.#resume(root, id);
          if (upload === undefined || this.#isExpired(upload)) await records.removeFiles(folder, id);
          else found.push(upload);
        } catch (error) {
          this.deps.log.warn('upload not readable', { root, id, error });
        }
      }
      if (ids.length > 0) await rmdir(folder).catch(() => undefined);
    }
    this.#uploads.clear();
    found.sort((one, other) => one.record.touched - other.record.touched);
    for (const upload of found) this.#uploads.set(upload.record.id, upload);
  }

  /** Undefined where there is nothing to go on with. @throws the file system's errors */
  async #resume(root: string, id: string): Promise<Upload | undefined> {
    const parts = this.#partsOf(root);
    const record = await records.readRecord(parts.folder, id);
    if (record === undefined) return undefined;
    const upload = await Upload.resume(parts, record).catch((error: unknown) => {
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    const known = this.#uploads.get(id);
    if (known === undefined && upload !== undefined) this.#uploads.set(id, upload);
    return known ?? upload;
  }

  #partsOf(root: string): ConstructorParameters<typeof Upload>[0] {
    const requireSpace = (bytes: number): Promise<void> => this.#requireSpace(root, bytes);
    return { root, folder: records.folderIn(root), disk: this.#disk, requireSpace, now: this.#now };
  }

  /** @throws InvalidInput UNKNOWN_ROOT, Unavailable NO_WRITABLE_ROOT, ROOT_NOT_WRITABLE */
  async #rootFor(wanted: string | undefined): Promise<string> {
    const roots = await this.deps.roots();
    const chosen = wanted === undefined ? roots : roots.filter((root) => rootId(root) === wanted);
    if (wanted !== undefined && chosen.length === 0) {
      throw new InvalidInput('UNKNOWN_ROOT', 'There is no such library root.', [
        { path: 'root', message: 'is not the id of a root' },
      ]);
    }
    for (const root of chosen) {
      if ((await this.deps.spaceOf(root))?.isReadOnly === false) return root;
    }
    if (wanted !== undefined) throw new Unavailable('ROOT_NOT_WRITABLE', 'The library root cannot be written to.');
    throw new Unavailable('NO_WRITABLE_ROOT', 'There is no library root that can be written to.');
  }

  async #requireSpace(root: string, bytes: number): Promise<void> {
    const space = await this.deps.spaceOf(root);
    if (space !== undefined && space.free - bytes < RESERVE) throw noSpace();
  }

  get #open(): Upload[] {
    return [...this.#uploads.values()].filter(({ record }) => record.result === undefined);
  }

  async #makeRoom(client: string): Promise<void> {
    while (this.#open.length >= MOST_OPEN) {
      const [idle] = idleOfHeaviest(this.#open, this.#now(), () => 1);
      if (idle === undefined) break;
      await this.#giveUp(idle);
    }
    requireRoom(this.#open, client);
  }

  /** Gives up nothing where that would not be enough. @throws NoSpace */
  async #makeSpace(root: string, bytes: number): Promise<void> {
    const weigh = (upload: Upload): number => (upload.root === root ? upload.offset : 0);
    for (;;) {
      const space = await this.deps.spaceOf(root);
      const lacking = space === undefined ? 0 : bytes + RESERVE - space.free;
      if (lacking <= 0) return;
      const idle = idleOfHeaviest(this.#open, this.#now(), weigh);
      const [longest] = idle;
      if (longest === undefined || idle.reduce((sum, each) => sum + weigh(each), 0) < lacking) throw noSpace();
      await this.#giveUp(longest);
    }
  }

  async #giveUp(upload: Upload): Promise<void> {
    this.deps.log.info('uploads: idle upload given up to make room', { name: upload.record.name });
    await this.#forget(upload);
  }

  #isExpired(upload: Upload): boolean {
    return !upload.isBusy && this.expiresAt(upload) <= this.#now();
  }

  async #clearAway(): Promise<void> {
    const all = [...this.#uploads.values()];
    const over = all.filter(({ record }) => record.result !== undefined);
    const tooMany = over.slice(0, Math.max(over.length - MOST_REPORTED, 0));
    for (const upload of new Set([...tooMany, ...all.filter((each) => this.#isExpired(each))])) {
      await this.#forget(upload);
    }
  }

  async #forget(upload: Upload): Promise<void> {
    this.#uploads.delete(upload.record.id);
    await upload.end(unknownUpload());
    await records.removeFiles(upload.folder, upload.record.id);
  }

  /** Joins what is under way, and begins nothing after a stop. */
  #finish(upload: Upload): Promise<void> {
    if (upload.record.result !== undefined) return Promise.resolve();
    let finishing = this.#finishing.get(upload);
    if (finishing === undefined) {
      if (this.#stopped) return Promise.reject(stopping());
      finishing = this.#add(upload)
        .catch((error: unknown) => {
          throw failureOf(error);
        })
        .finally(() => this.#finishing.delete(upload));
      this.#finishing.set(upload, finishing);
    }
    return finishing;
  }

  async #add(upload: Upload): Promise<void> {
    const { record, root, part } = upload;
    const kind = kindOf(record.name);
    if (kind === undefined || !(await isWhatItSays(part, kind, this.deps.tags))) {
      if (!(await hasPart(upload))) throw new Unavailable('ROOT_AWAY', 'Where it is uploaded to is not there now.');
      await this.#forget(upload);
      const words = { music: 'no music that can be read', playlist: 'no playlist', image: 'no picture' } as const;
      const code = kind === 'music' ? 'NOT_MUSIC' : 'NOT_WHAT_IT_SAYS';
      throw new Unprocessable(code, `The file is damaged, or is ${words[kind ?? 'music']}: it was not added.`);
    }
    const placed = await this.#alone(() => moveIntoLibrary(part, root, record.folders, record.name));
    const path = `${placed.folder}/${placed.name}`;
    const result = { kind: placed.isDuplicate ? 'duplicate' : 'added', path } as const;
    // From here on it is in the library, whatever becomes of the note of it.
    await records
      .writeRecord(upload.folder, upload.become({ result, touched: this.#now() }))
      .catch((error: unknown) => {
        this.deps.log.warn('result not recorded (the file is in the library)', { error });
      });
    await rm(part, { force: true }).catch(() => undefined);
    this.deps.log.debug('file added', { path, result: result.kind, bytes: record.size });
    if (!placed.isDuplicate) this.deps.scanner.look([{ path: placed.folder, deep: false }]);
  }

  /** One after the other. */
  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#placing.run(() => this.#disk.run(work));
  }
}

function unknownUpload(): NotFound {
  return new NotFound('UNKNOWN_UPLOAD', 'There is no upload with this id, or not any more.');
}

function stopping(): Unavailable {
  return new Unavailable('STOPPING', 'The daemon is about to stop.');
}
