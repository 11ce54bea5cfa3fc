/**
 * Tells a service what is listened to, if a person wants that; there is one scrobbler for each service. What cannot be told
 * now waits in the database and goes out in its order when the network is back. Thread: main; playing never waits. While
 * it is off, or nothing waits, nothing wakes up. What was taken is sent again only when the power is cut before it is
 * removed; services ignore a listen of the same track and time.
 *
 *   begun ──▶ playing_now (once, never again)
 *   over ───▶ queue ──▶ send ──taken──▶ next batch … ──▶ empty
 *                        ├─ malformed ──▶ one by one; the one that is refused is given up
 *                        ├─ unauthorised ──▶ nothing more until the account or its server changes
 *                        └─ later, no network ──▶ again later (as the server says, else 30 s doubled up to an hour)
 */
import { Backoff, doublingDelays } from '../backoff.js';
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
import type { Account, Reply, ScrobbleService } from './service.js';

export interface ScrobblerDeps {
  readonly player: Pick<Player, 'subscribe'>;
  readonly library: Pick<Library, 'entries' | 'streamsAt'>;
  readonly settings: Pick<Settings, 'subscribe'>;
  readonly service: ScrobbleService;
  readonly queue: ListenQueue;
  readonly reported: ReportedListens;
  readonly log: Log;
  readonly clock?: Clock;
  /** Milliseconds before the first new try after a failure. */
  readonly firstPause?: number;
}

/** `no_token`: no account is connected. `refused`: the account is not accepted. `waiting`: it is tried again later. */
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
  /** What the account came from when it was looked at last. */
  #known: object | undefined;
  /** What the service has taken, and the disk has not removed yet: it is not sent again. */
  #accepted: readonly QueuedListen[] = [];
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
    this.#known = this.#account.of;
    this.#undo.push(
      player.subscribe((event) => {
        if (event.type === 'listening' && this.#account.isOn) this.#hear(event);
      }),
      settings.subscribe(() => {
        if (this.#account.of !== this.#known) this.#changed();
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
    this.#accepted = [];
    this.#queued = 0;
    await this.#count();
  }

  get #account(): Account {
    return this.deps.service.account();
  }

  #phase(): ScrobblingPhase {
    const { isOn, isReady } = this.#account;
    if (!isOn) return 'off';
    if (!isReady) return 'no_token';
    if (this.#refused) return 'refused';
    if (this.#sending !== undefined) return 'sending';
    return this.#timer === undefined ? 'idle' : 'waiting';
  }

  #changed(): void {
    this.#known = this.#account.of;
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
    const { isOn, isReady } = this.#account;
    if (listen === undefined || !isOn || !isReady || this.#refused || this.#backoff.failures > 0) return;
    // Not waited for: what was listened to comes first.
    this.#asking((signal) => this.deps.service.announce(listen, signal)).then(
      (reply) => {
        if (reply.kind === 'unauthorised') this.#refuse(reply.reason);
      },
      (error: unknown) => {
        this.deps.log.debug('scrobbler: playing-now not sent', { to: this.deps.service.name, reason: reasonOf(error) });
      },
    );
  }

  async #judge(phase: ListeningEvent['phase'], listening: ListeningFacts, moment: Moment): Promise<void> {
    const { location, played, length } = listening;
    const { reported, service } = this.deps;
    if (await reported.has(listening)) return;
    const listen = await this.#listenOf(location, length);
    if (listen === undefined || !service.isListen(played, listen.length)) return;
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
    const { queue, service, log } = this.deps;
    try {
      for (let next = this.#unsaved[0]; next !== undefined; next = this.#unsaved[0]) {
        const givenUp = await queue.add(next.listen, next.moment);
        this.#unsaved.shift();
        this.#queued += 1 - givenUp;
        if (givenUp > 0) log.warn('scrobbler: oldest listens dropped (too many wait)', { to: service.name, givenUp });
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
      if (this.#queued > 0 && this.#account.isOn) this.#again(Math.min(START_MILLISECONDS, firstPause));
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
    const { isOn, isReady } = this.#account;
    if (!isOn || !isReady || this.#refused || this.#ending.signal.aborted || this.#sending !== undefined) return;
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Never rejects. */
  async #sendAll(): Promise<void> {
    await this.#adding.whenIdle();
    const before = this.#account.of;
    try {
      for (let goesOn = true; goesOn && !this.#ending.signal.aborted;) goesOn = await this.#sendSome();
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#later(reasonOf(error), undefined);
    }
    // The account, or its server, is another one than that which was used.
    if (before !== this.#account.of) this.#again(0);
  }

  /** @returns whether there may be more to send now */
  async #sendSome(): Promise<boolean> {
    const { queue, service, log } = this.deps;
    if (this.#accepted.length > 0) await this.#remove(this.#accepted);
    const forgotten = await queue.date(this.#clock);
    if (forgotten > 0) log.warn('scrobbler: listens dropped (their time is not known)', { forgotten });
    this.#queued -= forgotten;
    const listens = await queue.first(this.#singly > 0 ? 1 : service.batch);
    if (listens.length === 0) {
      if (this.#queued > 0 && !isSet(this.#clock)) this.#later('the clock of the machine is not set yet', undefined);
      return false;
    }
    const reply = await this.#asking((signal) => service.submit(listens, signal));
    switch (reply.kind) {
      case 'taken':
        this.#backoff.reset();
        this.#lastError = undefined;
        this.#lastSent = Math.floor(this.#clock.now() / 1000);
        return this.#taken(listens, reply);
      case 'malformed':
        if (listens.length > 1) this.#singly = listens.length;
        else await this.#giveUp(listens);
        return true;
      case 'unauthorised':
        this.#refuse(reply.reason);
        return false;
      case 'later':
        this.#later(`${service.name} asks to come back later`, reply.after);
        return false;
    }
  }

  /** @returns whether there may be more to send now */
  async #taken(listens: readonly QueuedListen[], { again = [], after }: Reply & { kind: 'taken' }): Promise<boolean> {
    this.#accepted = listens.filter(({ number }) => !again.includes(number));
    await this.#remove(this.#accepted);
    if (again.length === 0) return true;
    this.#later(`${this.deps.service.name} takes no more for now`, after);
    return false;
  }

  async #remove(listens: readonly QueuedListen[]): Promise<void> {
    await this.deps.queue.remove(listens);
    this.#accepted = [];
    this.#queued = Math.max(this.#queued - listens.length, 0);
    this.#singly = Math.max(this.#singly - listens.length, 0);
  }

  async #giveUp(listens: readonly QueuedListen[]): Promise<void> {
    const [listen] = listens;
    const { name } = this.deps.service;
    this.#lastError = `${name} does not take one of the listens`;
    this.deps.log.warn(`scrobbler: ${name} rejects a listen, it is dropped`, {
      title: listen?.title,
      artist: listen?.artist,
    });
    await this.#remove(listens);
  }

  #refuse(reason: string): void {
    if (this.#refused) return;
    const { name } = this.deps.service;
    this.#refused = true;
    this.#lastError = `${name} ${reason}`;
    this.deps.log.warn('scrobbler: account refused (nothing is sent until it changes)', { to: name, reason });
  }

  /** @param after seconds that the server asks for */
  #later(reason: string, after: number | undefined): void {
    if (this.#backoff.failures === 0) this.deps.log.info('scrobbler: listens wait', { reason, queued: this.#queued });
    const pause = this.#backoff.next() * (0.75 + Math.random() / 2);
    this.#lastError = reason;
    this.#again(after === undefined ? pause : after * 1000);
  }

  /** @throws RemoteFailure */
  #asking(ask: (signal: AbortSignal) => Promise<Reply>): Promise<Reply> {
    return ask(AbortSignal.any([this.#ending.signal, AbortSignal.timeout(DEADLINE_MILLISECONDS)]));
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
