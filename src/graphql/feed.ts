/**
 * What subscriptions tell: the events of the daemon, as the fields of the schema. A subscriber that is slow gets the latest
 * state and none in between. Nothing runs while nobody subscribes. Thread: main.
 */
import { toAudioStatus } from '../http/wire/player.js';
import type { GraphqlDeps } from './deps.js';
import type { Subscriptions } from './request.js';
import { currentTrack } from './schema/playback.js';
import { playlistNow } from './schema/queue.js';

/** How often the position is told while it plays, in ms: rockboxd's page counts on nothing between two of them. */
const POSITION_MS = 1000;

/** What subscribers wait for. */
type Topic = 'song' | 'status' | 'playlist';

/** Topics by the events of the daemon. */
const TOPICS: Readonly<Record<string, readonly Topic[]>> = {
  status: ['status', 'song'],
  current_track: ['song', 'playlist'],
  position: ['song'],
  queue: ['playlist'],
};

interface Source {
  readonly topic: Topic;
  /** Whether the first is told without waiting for an event. */
  readonly atOnce: boolean;
  /** Null for nothing to tell now. */
  readonly read: () => object | null | Promise<object | null>;
}

/** One subscription: its values are read when they are asked for. `return` also ends what waits for an event. */
class Subscriber implements AsyncIterableIterator<object> {
  readonly topic: Topic;
  #isDue: boolean;
  #isEnded = false;
  #wake: () => void = () => undefined;

  /** @param follow resolves when events come */
  constructor(
    private readonly source: Source,
    private readonly follow: () => Promise<void>,
    private readonly ended: (subscriber: Subscriber) => void,
  ) {
    this.topic = source.topic;
    this.#isDue = source.atOnce;
  }

  due(): void {
    this.#isDue = true;
    this.#wake();
  }

  async next(): Promise<IteratorResult<object>> {
    await this.follow();
    for (;;) {
      if (!this.#isDue && !this.#isEnded) await new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.#hasEnded()) return { value: undefined, done: true };
      this.#isDue = false;
      const value = await this.source.read();
      if (value !== null) return { value, done: false };
    }
  }

  return(): Promise<IteratorResult<object>> {
    this.#isEnded = true;
    this.#wake();
    this.ended(this);
    return Promise.resolve({ value: undefined, done: true });
  }

  /** Asked anew after each waiting. */
  #hasEnded(): boolean {
    return this.#isEnded;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

export class Feed implements Subscriptions {
  readonly #subscribers = new Set<Subscriber>();
  #following: Promise<() => void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: GraphqlDeps,
    private readonly pace = POSITION_MS,
  ) {}

  /** The current track; nothing while there is none. */
  songs(): AsyncIterable<object> {
    return this.#subscribe({ topic: 'song', atOnce: true, read: () => currentTrack(this.deps) });
  }

  /** The status when it becomes another one. */
  statuses(): AsyncIterable<object> {
    let last: number | undefined;
    const read = (): object | null => {
      const { status } = toAudioStatus(this.deps.player.status());
      const isSame = status === last;
      last = status;
      return isSame ? null : { status };
    };
    return this.#subscribe({ topic: 'status', atOnce: true, read });
  }

  /** The queue when its entries, its order or its index become others. */
  playlists(): AsyncIterable<object> {
    return this.#subscribe({ topic: 'playlist', atOnce: false, read: () => playlistNow(this.deps) });
  }

  /** Whether somebody subscribes. */
  get isUsed(): boolean {
    return this.#subscribers.size > 0;
  }

  #subscribe(source: Source): Subscriber {
    const subscriber = new Subscriber(
      source,
      () => this.#follow(),
      (ended) => {
        this.#subscribers.delete(ended);
        this.#rest();
      },
    );
    this.#subscribers.add(subscriber);
    return subscriber;
  }

  async #follow(): Promise<void> {
    this.#following ??= this.deps.follow((event) => {
      for (const topic of TOPICS[event] ?? []) this.#due(topic);
    });
    try {
      await this.#following;
    } catch (error) {
      this.#following = undefined;
      throw error;
    }
    this.#tick();
  }

  #due(topic: Topic): void {
    if (topic === 'song') this.#tick();
    for (const subscriber of this.#subscribers) if (subscriber.topic === topic) subscriber.due();
  }

  /** One timer, while it plays and somebody waits for the song. */
  #tick(): void {
    const isWanted = [...this.#subscribers].some(({ topic }) => topic === 'song');
    const isPlaying = this.deps.player.status().kind === 'playing';
    if (!isWanted || !isPlaying) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else this.#timer ??= setInterval(() => this.#due('song'), this.pace).unref();
  }

  #rest(): void {
    this.#tick();
    if (this.isUsed || this.#following === undefined) return;
    const ending = this.#following;
    this.#following = undefined;
    ending.then(
      (end) => end(),
      () => undefined,
    );
  }
}
