/**
 * The tags of queue entries. Answers within a deadline whatever the files do: what is not read by then is answered with
 * what was known of it before, or its file name and zeros, and read on in the background for the next time. At most
 * LOOKS_A_CALL files are looked at for one call: a queue of 10,000 is read by the calls that follow, the files that were
 * never read before those that may have changed. URLs are never opened here.
 */
import { stat } from '../files/files.js';
import { forEachLimited } from './limited.js';
import type { LibraryPaths } from './paths.js';
import { TagCache } from './tag-cache.js';
import { Listeners } from '../listeners.js';
import { TagReader, type TagReaderOptions } from '../tags/tag-reader.js';
import { fallbackTag, isStream, type TrackTag } from '../tags/track-tag.js';

export interface TrackTagsOptions extends TagReaderOptions {
  /** Nothing outside them is read: since an entry came in a link may have been laid, or a root taken away. */
  readonly paths: Pick<LibraryPaths, 'resolveAll'>;
  /** How long `read` waits at most, in ms. */
  readonly deadlineMs?: number;
}

/** Files looked at together: few enough that the thread pool stays open to others. */
const TOGETHER = 16;
/** Files looked at for one call; a queue of 10,000 would hold up everything else for minutes. */
const LOOKS_A_CALL = 200;
/** The queue's 10,000 entries, and some that just left it. */
const CACHE_CAPACITY = 12_000;

function elapse(ms: number): { readonly over: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, cancel: () => clearTimeout(timer) };
}

export class TrackTags {
  readonly #cache = new TagCache(CACHE_CAPACITY);
  readonly #reader: TagReader;
  readonly #paths: TrackTagsOptions['paths'];
  readonly #deadlineMs: number;
  /** Files that calls with too many of them have looked at. */
  #turn = 0;
  /** Files that somebody cannot do without. */
  readonly #urgent = new Set<string>();
  readonly #listeners = new Listeners<[location: string]>();
  /** Files that are looked at now, so that two requests do not read one file twice. */
  readonly #underWay = new Map<string, Promise<TrackTag>>();

  constructor(options: TrackTagsOptions) {
    this.#reader = new TagReader(options);
    this.#paths = options.paths;
    this.#deadlineMs = options.deadlineMs ?? 1000;
  }

  /**
   * The tag of a file that is about to be played: it is read before those that lists ask for. Never rejects.
   * @param patience how long it waits at most, in ms
   */
  async readUrgently(location: string, patience: number): Promise<TrackTag> {
    this.#urgent.add(location);
    this.#reader.hurry(location);
    const tags = await this.#read([location], patience);
    this.#urgent.delete(location);
    return tags.get(location) ?? fallbackTag(location);
  }

  /** A tag for every location. Never rejects. */
  read(locations: readonly string[]): Promise<Map<string, TrackTag>> {
    return this.#read(locations, this.#deadlineMs);
  }

  async #read(locations: readonly string[], patience: number): Promise<Map<string, TrackTag>> {
    const tags = new Map<string, TrackTag>();
    const unread: string[] = [];
    const old: string[] = [];
    for (const location of locations) {
      if (tags.has(location)) continue;
      const known = this.#cache.find(location);
      tags.set(location, known?.tag ?? fallbackTag(location));
      if (known === undefined && !isStream(location)) unread.push(location);
      else if (known?.isFresh === false) old.push(location);
    }
    if (unread.length + old.length > 0) await this.#lookWithin(this.#most(unread, old), tags, patience);
    return tags;
  }

  /**
   * Calls `listener` when the tag of a file has been read: whoever was answered before that was answered with less, or with
   * what the file said once. It must not throw. @returns what ends that
   */
  subscribe(listener: (location: string) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Tags are understood in another way now: what is known of files is read again when it is next asked for. */
  rulesChanged(): void {
    this.#cache.clear();
  }

  /** Ends the worker; what waits is answered with fallbacks. May be called twice. */
  stop(): Promise<void> {
    return this.#reader.stop();
  }

  /** What is not read by the deadline keeps the tag that it has. */
  async #lookWithin(locations: readonly string[], tags: Map<string, TrackTag>, patience: number): Promise<void> {
    const deadline = elapse(patience);
    let isOver = false;
    const reading = forEachLimited(locations, TOGETHER, async (location) => {
      const tag = await this.#lookOnce(location);
      if (!isOver) tags.set(location, tag);
    });
    await Promise.race([reading, deadline.over]);
    isOver = true;
    deadline.cancel();
  }

  /** The files that are most worth a look, and no more than a call may have; those under way are no new ones. */
  #most(unread: readonly string[], old: readonly string[]): readonly string[] {
    if (unread.length + old.length <= LOOKS_A_CALL) return [...unread, ...old];
    const room = Math.max(LOOKS_A_CALL - this.#underWay.size, 0);
    const isNew = (location: string): boolean => !this.#underWay.has(location);
    const first = this.#rotated(unread.filter(isNew), room);
    return first.length >= room ? first : [...first, ...this.#rotated(old.filter(isNew), room - first.length)];
  }

  /** Some of them, the next time others: files that are missing, which are never known, keep none from being read. */
  #rotated(locations: readonly string[], count: number): readonly string[] {
    const from = locations.length > count ? this.#turn % locations.length : 0;
    this.#turn += count;
    return [...locations.slice(from), ...locations.slice(0, from)].slice(0, count);
  }

  #lookOnce(location: string): Promise<TrackTag> {
    const underWay = this.#underWay.get(location);
    if (underWay) return underWay;
    const looking = this.#look(location).finally(() => this.#underWay.delete(location));
    this.#underWay.set(location, looking);
    return looking;
  }

  async #look(location: string): Promise<TrackTag> {
    // A missing file is not remembered: its stick may be back at the next request.
    const file = await stat(location).catch(() => undefined);
    if (!file?.isFile()) return fallbackTag(location);
    const known = this.#cache.confirm(location, file.size, file.mtimeMs);
    if (known) return known;
    const [inside] = await this.#paths.resolveAll([location]);
    if (typeof inside !== 'string') return fallbackTag(location);
    const tag = (await this.#reader.read(location, this.#urgent.has(location))) ?? fallbackTag(location, file.size);
    this.#cache.store(location, file.size, file.mtimeMs, tag);
    this.#listeners.call(location);
    return tag;
  }
}
