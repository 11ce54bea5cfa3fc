/**
 * Server-sent events: a snapshot first, then what changes, to every client alike. Thread: main.
 *
 * The parts only say *that* something changed; what it is now is read once, compared with what was told last, and told
 * when it differs. So a storm of changes costs one reading, and while nobody listens a change costs a mark: there are no
 * timers then, and the first who comes back with an id gets what differs since.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Unavailable } from '../../errors.js';
import { Listeners } from '../../listeners.js';
import type { PlayerEvent } from '../../playback/types.js';
import { EventHistory } from './events-history.js';
import { type EventDeps, EventReadings, REPORTED_BY } from './events-readings.js';
import { eventFrame, EventStream } from './events-stream.js';
import { type SlotBounds, Slots } from '../slots.js';
import { clientOf, type Held } from '../shares.js';
import * as wire from '../wire/events.js';
import type { MovingName, PartName, StateName } from '../wire/events.js';

/**
 * Milliseconds between two positions while nothing changes: a script in a browser hears of no comment, and knows by them
 * that the stream lives.
 */
export interface EventPace {
  /** While it plays. */
  readonly position: number;
  /** Else. */
  readonly heartbeat: number;
}

const PACE: EventPace = { position: 5000, heartbeat: 20_000 };
/** A browser follows once in each of its tabs, and opens six connections at most. */
const AUDIENCE: SlotBounds = { address: 16, network: 32, all: 64 };
/** Most recent events in a diagnostic report. */
const RECENT_EVENTS = 50;
const RECENT_CHARACTERS = 1000;

/** Gets each event by its name, with its data as JSON on one line. Must not throw. */
type Follower = (event: string, json: string) => void;

/** Follows the events from now on. @returns what ends that */
export type Follow = (follower: Follower) => Promise<() => void>;

/** A client that follows, or is about to. */
interface Listener extends Held {
  readonly response: ServerResponse;
}

export class EventHub {
  readonly #deps: EventDeps;
  readonly #pace: EventPace;
  readonly #history = new EventHistory();
  readonly #readings: EventReadings;
  readonly #streams = new Set<EventStream>();
  /** Doors of the daemon other than this one, which tell their own clients. */
  readonly #followers = new Listeners<[event: string, json: string]>();
  /** What was told last, as JSON. */
  readonly #sent = new Map<StateName, string>();
  readonly #stale = new Set<StateName>(wire.STATE_NAMES);
  readonly #moved = new Set<MovingName>();
  readonly #slots = new Slots<Listener>(AUDIENCE, { end: ({ response }) => response.destroy() });
  #refreshing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When all were last told something, by the monotonic clock. */
  #spoken = 0;
  #unsubscribe: readonly (() => void)[] | undefined;
  #stopped = false;

  /** Nothing is asked of the parts before the first client. */
  constructor(deps: EventDeps, pace: EventPace = PACE) {
    this.#deps = deps;
    this.#pace = pace;
    this.#readings = new EventReadings(deps, this.#history.epoch);
  }

  /**
   * Answers with the stream; resolves when the client was sent what is known now.
   * @throws Unavailable TOO_MANY_LISTENERS; a retry helps when another has gone
   */
  async open(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.socket.destroyed) return;
    const listener = { client: clientOf(request.socket), response };
    if (!this.#slots.take(listener)) throw tooMany();
    response.once('close', () => {
      this.#slots.leave(listener);
    });
    this.#listen();
    await this.#refresh();
    if (this.#stopped) throw new Unavailable('STOPPING', 'The daemon is about to stop.');
    if (response.destroyed) return;
    const stream = new EventStream(response);
    this.#streams.add(stream);
    response.once('close', () => {
      this.#streams.delete(stream);
      this.#arm();
    });
    this.#greet(stream, request.headers['last-event-id']);
    this.#mark([]);
    this.#arm();
  }

  /**
   * Follows the events inside the daemon: what changes from now on. @returns what ends that
   * @throws Unavailable STOPPING
   */
  async follow(follower: Follower): Promise<() => void> {
    this.#listen();
    await this.#refresh();
    if (this.#stopped) throw new Unavailable('STOPPING', 'The daemon is about to stop.');
    const end = this.#followers.add(follower);
    this.#mark([]);
    this.#arm();
    return () => {
      end();
      this.#arm();
    };
  }

  /** The last events as they were sent, the oldest first, long ones cut. */
  recent(): string[] {
    return this.#history.last(RECENT_EVENTS).map((frame) => frame.trim().slice(0, RECENT_CHARACTERS));
  }

  /** Ends every stream. May be called twice. */
  stop(): void {
    this.#stopped = true;
    for (const end of this.#unsubscribe ?? []) end();
    this.#unsubscribe = [];
    for (const stream of this.#streams) stream.end();
    this.#followers.clear();
    this.#arm();
  }

  /** Whether somebody is there to tell. */
  get #hasAudience(): boolean {
    return this.#streams.size + this.#followers.size > 0;
  }

  #listen(): void {
    const { player, volume, outputs, opened, settings, sleepTimer } = this.#deps;
    const { library, scanner, playlistEvents, stations, alarms, bluetooth } = this.#deps;
    bluetooth.askThrough(() => this.#hasAudience);
    this.#unsubscribe ??= [
      player.subscribe((event) => {
        this.#hear(event);
      }),
      volume.subscribe(() => {
        // Another output may have another limit, and another way of making its volume.
        this.#mark(['volume', 'settings', 'devices']);
      }),
      settings.subscribe(() => {
        this.#mark(['settings']);
      }),
      outputs.subscribe(() => {
        this.#mark(['devices', 'settings']);
      }),
      opened.subscribe(() => {
        this.#mark(['status']);
      }),
      library.subscribeToLikes(() => {
        this.#mark(['current_track', 'likes']);
      }),
      sleepTimer.subscribe(() => {
        this.#mark(['sleep_timer']);
      }),
      scanner.subscribe(() => {
        this.#mark(['scan']);
      }),
      playlistEvents.subscribe(() => {
        this.#mark(['playlists']);
      }),
      alarms.subscribe(() => {
        this.#mark(['alarms']);
      }),
      stations.subscribe(() => {
        this.#mark(['radio']);
      }),
      bluetooth.subscribe(() => {
        // The buttons of a speaker move the volume.
        this.#mark(['bluetooth', 'volume']);
      }),
    ];
  }

  #hear(event: PlayerEvent): void {
    switch (event.type) {
      case 'changed':
        this.#mark([...event.aspects].flatMap((aspect) => REPORTED_BY[aspect]));
        return;
      case 'trackSkipped':
        this.#emit('track_skipped', JSON.stringify(wire.toSkippedTrack(event.track)));
        return;
      case 'listening':
        return;
    }
  }

  /** What it missed when that is known, else all there is. */
  #greet(stream: EventStream, lastId: string | string[] | undefined): void {
    const missed = typeof lastId === 'string' ? this.#history.after(lastId) : undefined;
    const moving = wire.MOVING_NAMES.map((name) => [name, this.#now(name)] as const);
    if (missed === undefined) {
      const members = [...this.#sent, ...moving].map(([name, json]) => `"${name}":${json}`);
      stream.send(eventFrame('snapshot', `{${members.join(',')}}`, this.#history.latestId));
    } else {
      for (const frame of missed) stream.send(frame);
      for (const [name, json] of moving) stream.send(eventFrame(name, json));
    }
  }

  #mark(names: readonly PartName[]): void {
    for (const name of names) {
      if (wire.isMoving(name)) this.#moved.add(name);
      else this.#stale.add(name);
    }
    // In a turn of its own: whatever else happens in this one is read together.
    const work = this.#stale.size + this.#moved.size > 0;
    if (work && this.#hasAudience && this.#refreshing === undefined) setImmediate(() => void this.#refresh());
  }

  /** Reads what is stale and tells what differs. Never rejects. */
  #refresh(): Promise<void> {
    this.#refreshing ??= this.#readStale().finally(() => {
      this.#refreshing = undefined;
      this.#mark([]);
      this.#arm();
    });
    return this.#refreshing;
  }

  async #readStale(): Promise<void> {
    do {
      const names = [...this.#stale];
      this.#stale.clear();
      for (const name of names) await this.#look(name);
      const moved = [...this.#moved];
      this.#moved.clear();
      for (const name of moved) {
        const json = this.#now(name);
        this.#broadcast(eventFrame(name, json));
        this.#followers.call(name, json);
      }
    } while (this.#stale.size + this.#moved.size > 0);
  }

  async #look(name: StateName): Promise<void> {
    try {
      const json = JSON.stringify(await this.#readings.read(name));
      if (json === this.#sent.get(name)) return;
      this.#sent.set(name, json);
      this.#emit(name, json);
    } catch (error) {
      this.#deps.log.error('events: event not sent', { name, error });
    }
  }

  #now(name: MovingName): string {
    return JSON.stringify(this.#readings.now(name));
  }

  #emit(event: string, json: string): void {
    this.#broadcast(this.#history.add((id) => eventFrame(event, json, id)));
    this.#followers.call(event, json);
  }

  #broadcast(frame: string): void {
    this.#spoken = performance.now();
    for (const stream of this.#streams) stream.send(frame);
  }

  /** One timer, counted from the last word to all: who comes or goes puts it off for nobody. None without clients. */
  #arm(): void {
    clearTimeout(this.#timer);
    if (!this.#hasAudience || this.#stopped) return;
    const { position, heartbeat } = this.#pace;
    const beat = (): void => {
      this.#beat();
    };
    const due = this.#spoken + (this.#isPlaying() ? position : heartbeat);
    this.#timer = setTimeout(beat, Math.max(0, due - performance.now())).unref();
  }

  /** Also looks at what changes without saying so: an output in trouble, a mixer that others move, a tag read late. */
  #beat(): void {
    this.#mark(['status', 'current_track', 'volume', 'position']);
  }

  #isPlaying(): boolean {
    return this.#deps.player.status().kind === 'playing';
  }
}

function tooMany(): Unavailable {
  const { address, network, all } = AUDIENCE;
  const own = `${address} streams of events go to one address and ${network} to one IPv6 network (/64)`;
  return new Unavailable('TOO_MANY_LISTENERS', `At most ${own}, ${all} to all. Close one and try again.`);
}
