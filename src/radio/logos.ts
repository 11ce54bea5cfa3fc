/**
 * Logos of stations, which lie with strangers: fetched once, believed only by their first bytes, made smaller, and kept
 * among the covers. So a page never loads anything from outside. Thread: main.
 */
import { createHash } from 'node:crypto';

import type { GetOptions, HttpAnswer } from '../net/guarded-http.js';
import { RemoteFailure } from '../net/failure.js';
import { NotFound } from '../errors.js';
import type { Cover, Covers, Picture } from '../library/covers/covers.js';
import { imageType } from '../library/covers/image-type.js';
import { Slots } from '../slots.js';
import type { Log } from '../log.js';
import { wholeBody } from './whole-body.js';

export interface LogosDeps {
  /** Judges addresses itself. */
  readonly http: { get(address: string, options: GetOptions): Promise<HttpAnswer> };
  readonly covers: Pick<Covers, 'findFetched'>;
  readonly log: Log;
  /** Milliseconds of any clock that never goes back. */
  readonly now?: () => number;
  /** Milliseconds that whoever asks waits for a logo that has to be fetched. */
  readonly wait?: number;
}

const LOGO_BYTES = 1024 * 1024;
const PATIENCE_MILLISECONDS = 10_000;
/** Whoever asks waits no longer for what has to be fetched: browsers have few connections, and need them for touches. */
const WAIT_MILLISECONDS = 2000;
/** Fetched at a time, and waiting for that. */
const FETCHING = 4;
const WAITING = 200;
/** For so long an address that gave no picture is not asked again; and so many are remembered. */
const PAUSE_MILLISECONDS = 10 * 60_000;
/** Pause after a failure that the network may have caused. */
const SHORT_PAUSE_MILLISECONDS = 15_000;
const MOST_FAILURES = 1000;

export class Logos {
  readonly #now: () => number;
  readonly #fetches = new Slots(FETCHING, WAITING);
  /** Until when, by address; the oldest first. */
  readonly #failed = new Map<string, number>();

  constructor(private readonly deps: LogosDeps) {
    this.#now = deps.now ?? (() => performance.now());
  }

  /**
   * What does not come soon is not there for who asks now, and kept for who asks again.
   * @param address null where there is none @param size pixels of the longer side
   * @throws NotFound NO_LOGO here, or when it is read; Unavailable TOO_BUSY when it is read
   */
  find(address: string | null, size: number): Cover {
    if (address === null) throw noLogo();
    const name = createHash('sha1').update(`logo\0${address}`).digest('hex');
    const cover = this.deps.covers.findFetched(name, size, () => this.#fetch(address));
    return {
      etag: cover.etag,
      read: () => {
        const reading = cover.read().catch((error: unknown) => {
          if (error instanceof NotFound && error.code === 'UNREADABLE_PICTURE') this.#rest(address, PAUSE_MILLISECONDS);
          throw error;
        });
        return this.#soon(reading);
      },
    };
  }

  async #soon(reading: Promise<Picture>): Promise<Picture> {
    let timer: NodeJS.Timeout | undefined;
    const wait = this.deps.wait ?? WAIT_MILLISECONDS;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, wait, undefined)));
    const picture = await Promise.race([reading, late]).finally(() => {
      clearTimeout(timer);
    });
    if (picture !== undefined) return picture;
    reading.then(giveBack, () => undefined);
    throw noLogo();
  }

  async #fetch(address: string): Promise<Uint8Array> {
    if ((this.#failed.get(address) ?? 0) > this.#now()) throw noLogo();
    return this.#fetches.run(async () => {
      let pause = PAUSE_MILLISECONDS;
      const bytes = await this.#bytesOf(address).catch((error: unknown) => {
        this.deps.log.debug('logo not available', { address, error });
        if (error instanceof RemoteFailure && error.retry) pause = SHORT_PAUSE_MILLISECONDS;
        return undefined;
      });
      if (bytes !== undefined) return bytes;
      this.#rest(address, pause);
      throw noLogo();
    });
  }

  /** Nobody asks an address again before that. */
  #rest(address: string, milliseconds: number): void {
    this.#failed.delete(address);
    this.#failed.set(address, this.#now() + milliseconds);
    const [oldest] = this.#failed.keys();
    if (this.#failed.size > MOST_FAILURES && oldest !== undefined) this.#failed.delete(oldest);
  }

  async #bytesOf(address: string): Promise<Buffer | undefined> {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const answer = await this.deps.http.get(address, { signal, headers: { accept: 'image/*' } });
    const bytes = answer.status === 200 ? await wholeBody(answer, LOGO_BYTES) : undefined;
    answer.body.destroy();
    return bytes !== undefined && imageType(bytes) !== undefined ? bytes : undefined;
  }
}

/** Nobody wants it any more. */
async function giveBack(picture: Picture): Promise<void> {
  if ('file' in picture) await picture.file.close();
  else picture.release();
}

function noLogo(): NotFound {
  return new NotFound('NO_LOGO', 'There is no logo that can be shown.');
}
