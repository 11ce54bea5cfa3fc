/**
 * What a server of lyrics has answered, as files in the folder of the state: a song that is played again is not asked for
 * again, after a restart neither. Beyond a limit the files that were written longest ago are deleted. Files are written
 * without fsync, which spares the SD card: one that a power cut has damaged is no JSON, and its song is asked for again. A
 * disk that fails keeps nothing. Thread: main; file access is asynchronous.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.js';

/** Undefined in the place of what the server does not have. */
export interface KeptAnswer {
  /** LRC, or `""`. */
  readonly synced: string;
  readonly plain: string;
  readonly isInstrumental: boolean;
}

export interface LyricsCacheDeps {
  /** Created when there is something to keep. */
  readonly directory: string;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Files at most. */
  readonly most?: number;
}

const DAY = 24 * 3_600_000;
/** Milliseconds for which an answer is believed: somebody may write the lyrics tomorrow. */
const KEPT_FOUND = 90 * DAY;
const KEPT_MISSING = 7 * DAY;
/** Some 4 KiB each. */
const MOST_FILES = 2000;
/** Share of them that stays after a deletion, so that not every answer deletes. */
const KEPT_SHARE = 0.9;
const NAME = /^[0-9a-f]{40}\.json$/;

export class LyricsCache {
  readonly #now: () => number;
  /** Undefined until a file is written. */
  #files: number | undefined;
  #hasFailed = false;

  constructor(private readonly deps: LyricsCacheDeps) {
    this.#now = deps.now ?? (() => Date.now());
  }

  /** @param name 40 hexadecimal digits @returns null for what the server did not have; undefined when it must be asked */
  async find(name: string): Promise<KeptAnswer | null | undefined> {
    try {
      const kept = JSON.parse(await readFile(this.#path(name), 'utf8')) as { at: unknown; answer: unknown };
      const age = typeof kept.at === 'number' ? this.#now() - kept.at : NaN;
      const isMissing = kept.answer === null;
      // An answer of the future was kept while the clock was wrong.
      if (!(age >= 0 && age < (isMissing ? KEPT_MISSING : KEPT_FOUND))) return undefined;
      return isMissing ? null : asAnswer(kept.answer);
    } catch {
      return undefined;
    }
  }

  /** Never rejects. */
  async keep(name: string, answer: KeptAnswer | null): Promise<void> {
    const path = this.#path(name);
    const draft = `${path}.new`;
    try {
      await mkdir(this.deps.directory, { recursive: true, mode: 0o700 });
      await writeFile(draft, JSON.stringify({ at: this.#now(), answer }));
      await rename(draft, path);
      this.#files = (this.#files ?? (await this.#names()).length) + 1;
      if (this.#files > (this.deps.most ?? MOST_FILES)) await this.#makeRoom();
    } catch (error) {
      if (!this.#hasFailed) this.deps.log.warn('lyrics: answers not kept (they are asked for again)', { error });
      this.#hasFailed = true;
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  async #makeRoom(): Promise<void> {
    const ages: { readonly name: string; readonly at: number }[] = [];
    for (const name of await this.#names()) {
      const file = await stat(join(this.deps.directory, name)).catch(() => undefined);
      ages.push({ name, at: file?.mtimeMs ?? 0 });
    }
    const kept = Math.floor((this.deps.most ?? MOST_FILES) * KEPT_SHARE);
    const old = ages.sort((one, other) => one.at - other.at).slice(0, Math.max(ages.length - kept, 0));
    for (const { name } of old) await rm(join(this.deps.directory, name), { force: true });
    this.#files = ages.length - old.length;
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.deps.directory)).filter((name) => NAME.test(name));
  }

  #path(name: string): string {
    return join(this.deps.directory, `${name}.json`);
  }
}

function asAnswer(value: unknown): KeptAnswer | undefined {
  const { synced, plain, isInstrumental } = (value ?? {}) as Partial<Record<keyof KeptAnswer, unknown>>;
  if (typeof synced !== 'string' || typeof plain !== 'string' || typeof isInstrumental !== 'boolean') return undefined;
  return { synced, plain, isInstrumental };
}
