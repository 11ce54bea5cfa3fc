/**
 * Tells ListenBrainz what is listened to, if a person wants that. What cannot be told now waits in the database and goes out
 * in its order when the network is back. Thread: main; playing never waits. While it is off, or nothing waits, nothing
 * wakes up.
 *
 *   begun ──▶ playing_now (once, never again)
 *   over ───▶ queue ──▶ send ──taken──▶ next batch … ──▶ empty
 *                        ├─ 400 ──▶ one by one; the one that is refused is given up
 *                        ├─ 401 ──▶ nothing more until token or address change
 *                        └─ 429, 5xx, no network ──▶ again later (as the server says, else 30 s doubled up to an hour)
 *
 * The token goes into one header, and nowhere else.
 */
import { Backoff, doublingDelays } from '../backoff.js';
import type { HttpAnswer, PostOptions } from '../net/guarded-http.js';
import { RemoteFailure } from '../net/failure.js';
import type { Library } from '../library/library.js';
import type { Log } from '../log.js';
import type { Player } from '../playback/player.js';
import type { ListeningFacts, ListeningEvent } from '../playback/types.js';
import { SerialQueue } from '../serial-queue.js';
import type { Settings } from '../settings/settings.js';
import { lengthOf, trackAt } from './known-track.js';
import type { Listen, ListenQueue, QueuedListen } from './listen-queue.js';
import { type Clock, isSet, type Moment, momentBefore, systemClock } from './moment.js';
import type { ReportedListens } from './reported-listens.js';
import { BATCH, isListen, playingNow, type Reply, replyOf, SUBMIT_PATH, submission } from './submission.js';

export interface ScrobblerDeps {
  readonly player: Pick<Player, 'subscribe'>;
  readonly library: Pick<Library, 'entries' | 'streamsAt'>;
  readonly settings: Pick<Settings, 'read' | 'subscribe'>;
  readonly queue: ListenQueue;
  readonly reported: ReportedListens;
  readonly http: { post(address: string, options: PostOptions): Promise<HttpAnswer> };
  readonly log: Log;
  readonly version: string;
  readonly clock?: Clock;
  /** Milliseconds before the first new try after a failure. */
  readonly firstPause?: number;
}

/** `refused`: the token or the address is wrong. `waiting`: it is tried again later. */
export type ScrobblingPhase = 'off' | 'no_token' | 'idle' | 'sending' | 'waiting' | 'refused';

export interface Scrobbling {
  readonly phase: ScrobblingPhase;
  /** Listens that wait. */
  readonly queued: number;
  /** When listens were last taken since the start, in Unix seconds. */
  readonly lastSent: number | undefined;
  /** Why they were not the last time; undefined when all is well. */
  readonly lastError: string | undefined;
}

const DEADLINE_MILLISECONDS = 20_000;
const FIRST_PAUSE_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 3_600_000;
/** After a start the network may take a moment. */
const START_MILLISECONDS = 5000;
/** Listens that wait for a disk that refuses; the oldest are given up first. */
const MOST_UNSAVED = 1000;

export class Scrobbler {
  readonly #clock: Clock;
  readonly #ending = new AbortController();
  readonly #unsaved: { readonly listen: Listen; readonly moment: Moment }[] = [];
  #undo: (() => void)[] = [];
  /** What was handed to the queue, one after the other. */
  readonly #adding = new SerialQueue();
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #backoff: Backoff;
  #refused = false;
  /** After a refusal of a batch this many go out one by one. */
  #singly = 0;
  #queued = 0;
  #lastSent: number | undefined;
  #lastError: string | undefined;
  #saveFailing = false;

  constructor(private readonly deps: ScrobblerDeps) {
    this.#clock = deps.clock ?? systemClock();
    const first = deps.firstPause ?? FIRST_PAUSE_MILLISECONDS;
    this.#backoff = new Backoff(doublingDelays(first, LONGEST_PAUSE_MILLISECONDS));
  }

  start(): void {
    const { player, settings } = this.deps;
    this.#undo.push(
      player.subscribe((event) => {
        if (event.type === 'listening' && this.#wants.enabled) this.#hear(event);
      }),
      settings.subscribe((now, before) => {
        if (now.listenBrainz !== before.listenBrainz) this.#changed();
      }),
    );
    void this.#adding.run(() => this.#count());
  }

  /** Gives up what is being sent: it stays in the queue. May be called twice. */
  async stop(): Promise<void> {
    for (const undo of this.#undo.splice(0)) undo();
    clearTimeout(this.#timer);
    this.#ending.abort();
    await this.#adding.whenIdle();
    await this.#save();
    await this.#sending;
  }

  read(): Scrobbling {
    return {
      phase: this.#phase(),
      queued: this.#queued + this.#unsaved.length,
      lastSent: this.#lastSent,
      lastError: this.#lastError,
    };
  }

  /** All that waited to be told is gone. Never rejects. */
  async forget(): Promise<void> {
    this.#unsaved.splice(0);
    this.#singly = 0;
    this.#queued = 0;
    await this.#count();
  }

  get #wants() {
    return this.deps.settings.read().listenBrainz;
  }

  #phase(): ScrobblingPhase {
    const { enabled, token } = this.#wants;
    if (!enabled) return 'off';
    if (token === '') return 'no_token';
    if (this.#refused) return 'refused';
    if (this.#sending !== undefined) return 'sending';
    return this.#timer === undefined ? 'idle' : 'waiting';
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#refused = false;
    this.#backoff.reset();
    this.#lastError = undefined;
    this.#send();
  }

  #hear({ phase, listening }: ListeningEvent): void {
    const moment = momentBefore(this.#clock, listening.age);
    void this.#adding.run(() =>
      phase === 'begun' ? this.#announce(listening) : this.#judge(phase, listening, moment),
    );
  }

  /** Not told again when it fails: it is past by then. */
  async #announce(listening: ListeningFacts): Promise<void> {
    const { location, length } = listening;
    await this.deps.reported.begins(listening);
    const listen = await this.#listenOf(location, length);
    const { enabled, token } = this.#wants;
    if (listen === undefined || !enabled || token === '' || this.#refused || this.#backoff.failures > 0) return;
    // Not waited for: what was listened to comes first.
    this.#post(playingNow(listen, this.deps.version)).then(
      (reply) => {
        if (reply.kind === 'unauthorised') this.#refuse();
      },
      (error: unknown) => {
        this.deps.log.debug('scrobbler: playing-now not sent', { reason: reasonOf(error) });
      },
    );
  }

  async #judge(phase: ListeningEvent['phase'], listening: ListeningFacts, moment: Moment): Promise<void> {
    const { location, played, length } = listening;
    const { reported } = this.deps;
    if (await reported.has(listening)) return;
    const listen = await this.#listenOf(location, length);
    if (listen === undefined || !isListen(played, listen.length)) return;
    await reported.add(phase, listening);
    this.#unsaved.push({ listen, moment });
    if (this.#unsaved.length > MOST_UNSAVED) this.#unsaved.shift();
    await this.#save();
    if (this.#timer === undefined) this.#send();
  }

  async #listenOf(location: string, length: number): Promise<Listen | undefined> {
    const track = await trackAt(this.deps.library, location);
    if (track === undefined || track.title === '' || track.artist === '') return undefined;
    const { title, artist, album, trackNumber } = track;
    return { title, artist, album, trackNumber, length: lengthOf(location, track, length) };
  }

  /** Never rejects: what the disk refuses is tried again with the next one. */
  async #save(): Promise<void> {
    const { queue, log } = this.deps;
    try {
      for (let next = this.#unsaved[0]; next !== undefined; next = this.#unsaved[0]) {
        const givenUp = await queue.add(next.listen, next.moment);
        this.#unsaved.shift();
        this.#queued += 1 - givenUp;
        if (givenUp > 0) log.warn('scrobbler: oldest listens dropped (too many wait for ListenBrainz)', { givenUp });
      }
      this.#saveFailing = false;
    } catch (error) {
      if (!this.#saveFailing) log.warn('scrobbler: listen not saved, trying again later', { error });
      this.#saveFailing = true;
    }
  }

  async #count(): Promise<void> {
    try {
      this.#queued = await this.deps.queue.count();
      const { firstPause = START_MILLISECONDS } = this.deps;
      if (this.#queued > 0 && this.#wants.enabled) this.#again(Math.min(START_MILLISECONDS, firstPause));
    } catch (error) {
      this.deps.log.warn('scrobbler: waiting listens not readable', { error });
    }
  }

  #again(inMilliseconds: number): void {
    if (this.#ending.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, inMilliseconds).unref();
  }

  #send(): void {
    const { enabled, token } = this.#wants;
    if (!enabled || token === '' || this.#refused || this.#ending.signal.aborted || this.#sending !== undefined) return;
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Never rejects. */
  async #sendAll(): Promise<void> {
    await this.#adding.whenIdle();
    const before = this.#wants;
    try {
      for (let goesOn = true; goesOn && !this.#ending.signal.aborted;) goesOn = await this.#sendSome();
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#later(reasonOf(error), undefined);
    }
    // Token or address are others than those that were used.
    if (before !== this.#wants) this.#again(0);
  }

  /** @returns whether there may be more to send now */
  async #sendSome(): Promise<boolean> {
    const { queue, log, version } = this.deps;
    const forgotten = await queue.date(this.#clock);
    if (forgotten > 0) log.warn('scrobbler: listens dropped (their time is not known)', { forgotten });
    this.#queued -= forgotten;
    const listens = await queue.first(this.#singly > 0 ? 1 : BATCH);
    if (listens.length === 0) {
      if (this.#queued > 0 && !isSet(this.#clock)) this.#later('the clock of the machine is not set yet', undefined);
      return false;
    }
    const reply = await this.#post(submission(listens, version));
    switch (reply.kind) {
      case 'taken':
        this.#backoff.reset();
        this.#lastError = undefined;
        this.#lastSent = Math.floor(this.#clock.now() / 1000);
        await this.#remove(listens);
        return true;
      case 'malformed':
        if (listens.length > 1) this.#singly = listens.length;
        else await this.#giveUp(listens);
        return true;
      case 'unauthorised':
        this.#refuse();
        return false;
      case 'later':
        this.#later('ListenBrainz asks to come back later', reply.after);
        return false;
    }
  }

  async #remove(listens: readonly QueuedListen[]): Promise<void> {
    await this.deps.queue.remove(listens);
    this.#queued = Math.max(this.#queued - listens.length, 0);
    this.#singly = Math.max(this.#singly - listens.length, 0);
  }

  async #giveUp(listens: readonly QueuedListen[]): Promise<void> {
    const [listen] = listens;
    this.#lastError = 'ListenBrainz does not take one of the listens';
    this.deps.log.warn('scrobbler: ListenBrainz rejects a listen, it is dropped', {
      title: listen?.title,
      artist: listen?.artist,
    });
    await this.#remove(listens);
  }

  #refuse(): void {
    if (this.#refused) return;
    this.#refused = true;
    this.#lastError = 'ListenBrainz does not accept the token';
    this.deps.log.warn('scrobbler: ListenBrainz rejects the token (nothing is sent until it changes)');
  }

  /** @param after seconds that the server asks for */
  #later(reason: string, after: number | undefined): void {
    if (this.#backoff.failures === 0) this.deps.log.info('scrobbler: listens wait', { reason, queued: this.#queued });
    const pause = this.#backoff.next() * (0.75 + Math.random() / 2);
    this.#lastError = reason;
    this.#again(after === undefined ? pause : after * 1000);
  }

  /** @throws RemoteFailure */
  async #post(json: string): Promise<Reply> {
    const { token, address } = this.#wants;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(DEADLINE_MILLISECONDS)]);
    const headers = { authorization: `Token ${token}`, accept: 'application/json' };
    const url = `${address.replace(/\/+$/, '')}/${SUBMIT_PATH}`;
    const { status, headers: answered, body } = await this.deps.http.post(url, { json, headers, signal });
    body.destroy(); // what it says in words is of no use to anybody here
    const reply = replyOf(status, answered['x-ratelimit-reset-in']);
    if (reply.kind === 'later' && status !== 429) throw new RemoteFailure('STREAM_REFUSED', `it answers ${status}`);
    return reply;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
