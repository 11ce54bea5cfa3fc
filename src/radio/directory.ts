/**
 * The directory of radio stations that anybody may ask and write into: radio-browser.info, or another server that speaks its
 * interface (docs.radio-browser.info). It is asked only when a person searches, or plays a station that came from there.
 * Thread: main; an answer is bounded in size and time, and known for some minutes.
 *
 *   question ─▶ known? ─▶ GET /json/stations/search ─▶ each station looked at ─▶ without those that come twice
 *   tags ─▶ known? ─▶ GET /json/tags
 */
import type { GetOptions, HttpAnswer } from '../net/guarded-http.js';
import { RemoteFailure } from '../net/failure.js';
import { TimedOut, Unavailable } from '../errors.js';
import { Slots } from '../slots.js';
import type { StreamAddresses } from '../net/stream-address.js';
import type { Log } from '../log.js';
import { Lru } from '../lru.js';
import { countryOf } from './country.js';
import { directoryId, type DirectoryStation, toDirectoryStation, whole, words } from './directory-station.js';
import { TAG_LIMIT } from './station.js';
import { wholeBody } from './whole-body.js';

export interface DirectoryDeps {
  /** Without a path of the interface; `""` when nothing is to be asked. */
  readonly address: string;
  /** Judges addresses itself, and says who asks. */
  readonly http: { get(address: string, options: GetOptions): Promise<HttpAnswer> };
  /** Which streams may be played. */
  readonly streams: Pick<StreamAddresses, 'examine'>;
  readonly log: Log;
  /** Milliseconds that an answer may take. */
  readonly patience?: number;
  /** Milliseconds of any clock that never goes back. */
  readonly now?: () => number;
  /** Time zone of the box, by its name in the tz database. */
  readonly zone?: () => string;
}

/** By what stations are ordered, the highest first: as people like them, as they are played, and how that grows. */
export const ORDERS = { votes: 'votes', clicks: 'clickcount', trend: 'clicktrend' } as const;

/** `""` asks for nothing. */
export interface DirectoryQuestion {
  /** A part of the name. */
  readonly name: string;
  /** A part of a tag. */
  readonly tag: string;
  /** Whether the tag must be this one, and not only a part of it. */
  readonly wholeTag: boolean;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** Whether the country is that of the box, where its time zone tells it. */
  readonly near: boolean;
  readonly language: string;
  readonly order: keyof typeof ORDERS;
  /** MOST_ROWS at most. */
  readonly limit: number;
  readonly offset: number;
}

/** A tag, and how many stations have it. */
export interface DirectoryTag {
  readonly name: string;
  readonly stations: number;
}

export const MOST_ROWS = 100;

const PATIENCE_MILLISECONDS = 10_000;
/** Longest wait for the time from the network, without which the certificate of the directory cannot be checked. */
const TIME_PATIENCE_MILLISECONDS = 8000;
/** A hundred stations have some 120 KiB; this much is understood in a few milliseconds. */
const ANSWER_BYTES = 512 * 1024;
const KNOWN_MILLISECONDS = 5 * 60_000;
const MOST_KNOWN = 50;
/** Stations whose logos are known. */
const MOST_LOGOS = 2000;
/** Stations that are known by their addresses. */
const MOST_LISTED = 500;
const ASKING = 4;
const WAITING = 12;

interface Known {
  readonly until: number;
  readonly answer: Promise<unknown>;
}

export class Directory {
  readonly #now: () => number;
  readonly #slots = new Slots(ASKING, WAITING);
  /** By target, the oldest first. */
  readonly #known = new Map<string, Known>();
  /** By id, the one told of longest ago first. */
  readonly #logos = new Map<string, string | null>();
  /** By address. */
  readonly #listed = new Lru<string, DirectoryStation>(MOST_LISTED);

  constructor(private readonly deps: DirectoryDeps) {
    this.#now = deps.now ?? (() => performance.now());
  }

  /**
   * In an order. What cannot be played is left out, and what comes twice: fewer than `limit` need not be the end.
   * @throws Unavailable RADIO_DIRECTORY_OFF, RADIO_DIRECTORY_UNREACHABLE, CLOCK_NOT_SET, TOO_BUSY;
   * TimedOut RADIO_DIRECTORY_TIMEOUT
   */
  async search(question: DirectoryQuestion): Promise<readonly DirectoryStation[]> {
    const { name, tag, wholeTag, language, order, limit, offset } = question;
    this.#requireOn();
    const country = (question.near ? await this.#ownCountry() : undefined) ?? question.country.toUpperCase();
    const tagExact = wholeTag && tag !== '' ? 'true' : '';
    const wanted = { name, tag, tagExact, countrycode: country, language };
    const query = new URLSearchParams(Object.entries(wanted).filter(([, text]) => text !== ''));
    for (const [key, value] of Object.entries({ limit: Math.min(limit, MOST_ROWS), offset })) {
      query.set(key, String(value));
    }
    for (const [key, value] of [
      ['hidebroken', 'true'],
      ['order', ORDERS[order]],
      ['reverse', 'true'],
    ] as const) {
      query.set(key, value);
    }
    return limit === 0 ? [] : this.#stations(`json/stations/search?${query.toString()}`);
  }

  /** The tags that most stations have. @throws as `search` */
  async tags(limit: number): Promise<readonly DirectoryTag[]> {
    this.#requireOn();
    const most = Math.min(limit, MOST_ROWS);
    if (most === 0) return [];
    const target = `json/tags?hidebroken=true&order=stationcount&reverse=true&limit=${most}`;
    return this.#answered(target, (answer) => rowsIn(answer, 'tags').flatMap(tagOf));
  }

  /** The station of an address, if it was found lately. */
  stationAt(url: string): DirectoryStation | undefined {
    return this.#listed.get(url);
  }

  /** Address of its logo; null when it has none, or there is no such station. @throws as `search` */
  async logoOf(id: string): Promise<string | null> {
    this.#requireOn();
    const known = this.#logos.get(id);
    if (known !== undefined || directoryId(id) === undefined) return known ?? null;
    await this.#stations(`json/stations/byuuid/${id}`);
    return this.#logos.get(id) ?? null;
  }

  /** A station of it is played: the directory wants to count that. Nobody waits for it, or hears that it failed. */
  played(id: string | null): void {
    const known = directoryId(id);
    if (known === undefined || this.deps.address === '') return;
    this.#ask(`json/url/${known}`).catch((error: unknown) => {
      this.deps.log.debug('directory did not count a play', { id: known, error });
    });
  }

  #requireOn(): void {
    if (this.deps.address !== '') return;
    throw new Unavailable('RADIO_DIRECTORY_OFF', 'No directory of stations is asked: it is switched off.');
  }

  #ownCountry(): Promise<string | undefined> {
    return countryOf((this.deps.zone ?? ownZone)());
  }

  #stations(target: string): Promise<readonly DirectoryStation[]> {
    return this.#answered(target, (answer) => this.#read(answer));
  }

  /** What the directory answers, which is known for some minutes. @param read always the same for a target */
  #answered<Answer>(target: string, read: (answer: unknown) => Answer): Promise<Answer> {
    const known = this.#known.get(target);
    if (known !== undefined && known.until > this.#now()) return known.answer as Promise<Answer>;
    const answer = this.#ask(target).then(read);
    this.#known.delete(target);
    this.#known.set(target, { until: this.#now() + KNOWN_MILLISECONDS, answer });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    answer.catch(() => {
      if (this.#known.get(target)?.answer === answer) this.#known.delete(target);
    });
    return answer;
  }

  #read(answer: unknown): DirectoryStation[] {
    const mayPlay = (url: string): boolean => typeof this.deps.streams.examine(url) === 'string';
    const seen = new Set<string>();
    const stations: DirectoryStation[] = [];
    for (const raw of rowsIn(answer, 'stations')) {
      const station = toDirectoryStation(raw, mayPlay);
      if (station === undefined || seen.has(station.id) || seen.has(station.url)) continue;
      seen.add(station.id).add(station.url);
      stations.push(station);
      this.#noteLogo(station);
      this.#listed.set(station.url, station);
    }
    return stations;
  }

  #noteLogo({ id, logo }: DirectoryStation): void {
    this.#logos.delete(id);
    this.#logos.set(id, logo);
    const [oldest] = this.#logos.keys();
    if (this.#logos.size > MOST_LOGOS && oldest !== undefined) this.#logos.delete(oldest);
  }

  #ask(target: string): Promise<unknown> {
    // To wait for a turn counts as well.
    const signal = AbortSignal.timeout(this.deps.patience ?? PATIENCE_MILLISECONDS);
    return this.#slots.run(async () => {
      try {
        signal.throwIfAborted();
        return await this.#answer(`${this.deps.address.replace(/\/+$/, '')}/${target}`, signal);
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        if (signal.aborted || (error instanceof RemoteFailure && error.code === 'STREAM_TIMEOUT')) {
          throw new TimedOut('RADIO_DIRECTORY_TIMEOUT', 'The directory of stations does not answer in time.');
        }
        if (error instanceof RemoteFailure && error.code === 'CLOCK_NOT_SET') {
          throw new Unavailable(error.code, `The directory of stations cannot be asked yet: ${error.message}.`);
        }
        throw unreachable(error instanceof Error ? error.message : String(error), error);
      }
    });
  }

  /** @throws Unavailable, RemoteFailure, or Error when the answer breaks off or is no JSON */
  async #answer(address: string, signal: AbortSignal): Promise<unknown> {
    const timePatience = TIME_PATIENCE_MILLISECONDS;
    const answer = await this.deps.http.get(address, { signal, timePatience, headers: { accept: 'application/json' } });
    const bytes = answer.status === 200 ? await wholeBody(answer, ANSWER_BYTES) : undefined;
    answer.body.destroy();
    if (answer.status !== 200) throw unreachable(`it answers ${answer.status}`);
    if (bytes === undefined) throw unreachable('its answer is too long');
    try {
      return JSON.parse(bytes.toString()) as unknown;
    } catch {
      throw unreachable('it does not answer in JSON');
    }
  }
}

function unreachable(reason: string, cause?: unknown): Unavailable {
  return new Unavailable('RADIO_DIRECTORY_UNREACHABLE', `The directory of stations cannot be asked: ${reason}.`, {
    cause,
  });
}

/** @throws Unavailable RADIO_DIRECTORY_UNREACHABLE for what is no list */
function rowsIn(answer: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(answer)) throw unreachable(`it does not answer with ${what}`);
  return answer.slice(0, MOST_ROWS) as unknown[];
}

function tagOf(raw: unknown): DirectoryTag[] {
  if (typeof raw !== 'object' || raw === null) return [];
  const { name, stationcount } = raw as Readonly<Record<string, unknown>>;
  const tag = words(name, TAG_LIMIT);
  return tag === '' ? [] : [{ name: tag, stations: whole(stationcount, Number.MAX_SAFE_INTEGER) }];
}

/** The zone of this process, which follows that of the box. */
function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
