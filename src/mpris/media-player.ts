/**
 * The player as the interface org.mpris.MediaPlayer2.Player, independent of the bus and the path. Driven by events of
 * the player, the volume, the tag reader and the library; has no timers. Exported by `showPlayer` (mpris.ts), on the
 * system bus at a path of its own for BlueZ (`bluetooth/speaker-buttons.ts`). Thread: main. Source: MPRIS 2.2.
 */
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import type { PlayerEvent } from '../playback/types.js';
import type { ExportedInterface, ExportedMethod, ExportedProperty } from '../dbus/exported-interface.js';
import { type BusVariant, variant } from '../dbus/values.js';
import { Commands, type CommandDeps } from './commands.js';
import { type DescribedTrack, type Metadata, metadataOf, microseconds, NO_TRACK, trackId } from './metadata.js';
import * as reading from './reading.js';

export const PLAYER_INTERFACE = 'org.mpris.MediaPlayer2.Player';

/** Milliseconds that a new track may have played when it is reported; beyond, it was started elsewhere. */
const NEARLY_NOTHING = 1000;

export interface MediaPlayerDeps extends CommandDeps {
  /** Describes the current track; null when stopped. */
  readonly describe: () => Promise<DescribedTrack | null>;
  /** Reports the paths of files whose tags have been read. */
  readonly tags: { subscribe(listener: (location: string) => void): () => void };
  /** Reports changes of the library. `revision` differs when tracks have changed. */
  readonly library: { subscribe(listener: () => void): () => void; read(): { readonly revision: number } };
  /** URL of a cover by its name. */
  readonly coverOf: (name: string) => string;
  readonly log: Log;
}

export type MediaPlayerEvent =
  /** Properties whose values have changed. */
  | { readonly type: 'changed'; readonly properties: Readonly<Record<string, BusVariant>> }
  /** The position jumped; in microseconds. */
  | { readonly type: 'seeked'; readonly position: bigint };

/** What is known of the current track. */
interface Known {
  readonly id: string;
  readonly metadata: Metadata;
  readonly length: number;
}

const NOTHING: Known = { id: NO_TRACK, metadata: metadataOf(NO_TRACK, undefined, String), length: 0 };

export class MediaPlayer {
  readonly interface: ExportedInterface;
  readonly #commands: Commands;
  readonly #listeners = new Listeners<[event: MediaPlayerEvent]>();
  readonly #reported = new Map<string, string>();
  #known = NOTHING;
  #share = 0;
  #end: (() => void)[] = [];
  #stale: { track: boolean; position: boolean } | undefined;
  #refreshing = false;
  /** Revision of the library when the track's metadata was last read. */
  #revision: number | undefined;

  constructor(private readonly deps: MediaPlayerDeps) {
    this.#commands = new Commands(deps);
    this.interface = {
      name: PLAYER_INTERFACE,
      methods: this.#methods(),
      properties: this.#properties(),
      signals: { Seeked: 'x' },
    };
  }

  /** All properties as they are now. */
  properties(): Readonly<Record<string, BusVariant>> {
    const all = Object.entries(this.interface.properties ?? {});
    return Object.fromEntries(all.map(([name, property]) => [name, variant(property.type, property.get())]));
  }

  /** Reports changes from now on. @returns ends that */
  subscribe(listener: (event: MediaPlayerEvent) => void): () => void {
    const remove = this.#listeners.add(listener);
    if (this.#end.length === 0) this.#listen();
    return () => {
      remove();
      if (this.#listeners.size === 0) for (const end of this.#end.splice(0)) end();
    };
  }

  #listen(): void {
    const { player, volume, tags, library } = this.deps;
    this.#revision = library.read().revision;
    this.#end = [
      player.subscribe((event) => this.#hear(event)),
      volume.subscribe(() => this.#mark(false, false)),
      tags.subscribe((location) => {
        if (location === player.currentTrack()?.entry.location) this.#mark(true, false);
      }),
      library.subscribe(() => {
        const { revision } = library.read();
        if (revision === this.#revision) return;
        this.#revision = revision;
        this.#mark(true, false);
      }),
    ];
    for (const [name, value] of Object.entries(this.properties())) this.#reported.set(name, textOf(value));
    this.#mark(true, false);
  }

  #hear(event: PlayerEvent): void {
    if (event.type !== 'changed') return;
    const { aspects } = event;
    if (this.deps.player.status().kind !== 'stopped') this.#commands.started();
    this.#mark(aspects.has('currentTrack') || aspects.has('status'), aspects.has('position'));
  }

  /** Schedules a report after the current callback, so that changes made together are reported together. */
  #mark(track: boolean, position: boolean): void {
    const isMarked = this.#stale !== undefined;
    this.#stale = {
      track: track || this.#stale?.track === true,
      position: position || this.#stale?.position === true,
    };
    if (!isMarked && !this.#refreshing) setImmediate(() => void this.#refresh());
  }

  /** Never rejects. */
  async #refresh(): Promise<void> {
    if (this.#refreshing) return;
    this.#refreshing = true;
    try {
      for (let stale = this.#stale; stale !== undefined; stale = this.#stale) {
        this.#stale = undefined;
        const before = this.#known.id;
        if (stale.track) this.#known = await this.#look();
        this.#emitChanges();
        const position = reading.positionOf(this.deps.player);
        const isElsewhere = this.#known.id === before || position > NEARLY_NOTHING;
        if (stale.position && isElsewhere && this.#known !== NOTHING)
          this.#listeners.call({ type: 'seeked', position: microseconds(position) });
      }
    } catch (error) {
      this.deps.log.error('player: changes not reported (other programs show an old state)', { error });
    } finally {
      this.#refreshing = false;
      // Marked before a failure: nothing else would schedule it.
      if (this.#stale !== undefined) setImmediate(() => void this.#refresh());
    }
  }

  /** The track as it is described now. */
  async #look(): Promise<Known> {
    const { player, describe, coverOf, log } = this.deps;
    const current = player.currentTrack();
    if (current === undefined) return NOTHING;
    const id = trackId(current.entry.key);
    const track = await describe().catch((error: unknown) => {
      log.warn('track: not described (other programs show no title)', { error });
      return null;
    });
    // The track has changed meanwhile: the description may be of either.
    if (player.currentTrack()?.entry.key !== current.entry.key) return this.#look();
    const length = track?.length ?? 0;
    return { id, length, metadata: metadataOf(id, track ?? undefined, coverOf) };
  }

  #emitChanges(): void {
    const changed: Record<string, BusVariant> = {};
    for (const [name, value] of Object.entries(this.properties())) {
      const text = textOf(value);
      if (name === 'Position' || text === this.#reported.get(name)) continue;
      this.#reported.set(name, text);
      changed[name] = value;
    }
    if (Object.keys(changed).length > 0) this.#listeners.call({ type: 'changed', properties: changed });
  }

  #methods(): Readonly<Record<string, ExportedMethod>> {
    const commands = this.#commands;
    const { player } = this.deps;
    return {
      Play: { call: () => commands.play() },
      Pause: { call: () => player.pause() },
      PlayPause: { call: () => commands.playPause() },
      Stop: { call: () => commands.stop() },
      Next: { call: () => player.next() },
      Previous: { call: () => player.previous() },
      Seek: {
        ...{ takes: 'x', names: ['Offset'] },
        call: async ([offset]) => {
          const length = this.#seekable(this.#known.id);
          if (length !== undefined) await commands.seek(Number(offset) / 1000, length);
        },
      },
      SetPosition: {
        ...{ takes: 'ox', names: ['TrackId', 'Position'] },
        call: async ([id, position]) => {
          const length = this.#seekable(id);
          if (length !== undefined) await commands.moveTo(Number(position) / 1000, length);
        },
      },
      OpenUri: { takes: 's', names: ['Uri'], call: ([uri]) => commands.open(String(uri)) },
    };
  }

  /** Length of the track with this id; undefined unless it is the current one, known and seekable. */
  #seekable(id: unknown): number | undefined {
    const { player } = this.deps;
    const key = player.currentTrack()?.entry.key;
    // Else the length is that of the track before.
    const isCurrent = key !== undefined && id === trackId(key) && id === this.#known.id;
    return isCurrent && reading.canSeek(player, this.#known.length) ? this.#known.length : undefined;
  }

  #properties(): Readonly<Record<string, ExportedProperty>> {
    const commands = this.#commands;
    const { player, volume } = this.deps;
    return {
      PlaybackStatus: { type: 's', get: () => reading.STATUS[player.status().kind] },
      LoopStatus: {
        type: 's',
        get: () => reading.LOOP_OF[player.modes().repeat],
        set: (value) => commands.setLoop(String(value)),
      },
      Rate: { type: 'd', get: () => 1, set: (value) => commands.setRate(Number(value)) },
      Shuffle: {
        type: 'b',
        get: () => player.modes().shuffle,
        set: (value) => player.setModes({ shuffle: value === true }),
      },
      Metadata: { type: 'a{sv}', get: () => this.#known.metadata },
      Volume: {
        type: 'd',
        // Without a sound card the last value is shown.
        get: () => (this.#share = reading.shareOf(volume) ?? this.#share),
        set: (value) => commands.setVolume(Number(value)),
      },
      Position: { type: 'x', isSilent: true, get: () => microseconds(reading.positionOf(player)) },
      MinimumRate: { type: 'd', get: () => 1 },
      MaximumRate: { type: 'd', get: () => 1 },
      CanGoNext: { type: 'b', get: () => reading.canGoNext(player) },
      CanGoPrevious: { type: 'b', get: () => reading.canGoPrevious(player) },
      CanPlay: { type: 'b', get: () => reading.canPlay(player) },
      CanPause: { type: 'b', get: () => reading.canPlay(player) },
      CanSeek: { type: 'b', get: () => reading.canSeek(player, this.#known.length) },
      CanControl: { type: 'b', isSilent: true, get: () => true },
    };
  }
}

/** A text to compare values by. */
function textOf(value: BusVariant): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}
