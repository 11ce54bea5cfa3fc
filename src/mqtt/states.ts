/** What Home Assistant is shown, read as it is now. Nothing here waits for anything but the library. Thread: main. */
import type { Outputs } from '../devices/outputs.js';
import type { Library } from '../library/library.js';
import type { Scanner } from '../library/scan/scanner.js';
import type { Player } from '../playback/player.js';
import type { SleepTimer } from '../playback/sleep-timer.js';
import type { TrackTags } from '../library/tags.js';
import type { VolumeControl } from '../volume/volume.js';
import { OFF, ON } from './commands.js';
import type { StateGroup } from './topics.js';

export interface StateDeps {
  readonly player: Pick<Player, 'status' | 'modes' | 'currentTrack' | 'subscribe'>;
  /** Describes the current track; null when stopped. */
  readonly describe: () => Promise<{ readonly title: string; readonly artist: string; readonly album: string } | null>;
  readonly volume: Pick<VolumeControl, 'read' | 'subscribe'>;
  readonly sleepTimer: Pick<SleepTimer, 'read' | 'subscribe'>;
  readonly outputs: Pick<Outputs, 'current' | 'subscribe'>;
  readonly library: Pick<Library, 'all'>;
  /** Reports the paths of files whose tags have been read. */
  readonly tags: Pick<TrackTags, 'subscribe'>;
  readonly scanner: Pick<Scanner, 'read' | 'subscribe'>;
}

/** Where what plays comes from: a file, an address in the network, or another device such as a phone. */
export const SOURCES = ['library', 'stream', 'device'] as const;

/** Home Assistant takes states of up to 255 characters. */
const LONGEST_TEXT = 250;
const MINUTE = 60_000;

type State = Readonly<Record<string, string | number | null>>;

export class States {
  constructor(
    private readonly deps: StateDeps,
    /** Unix milliseconds. */
    private readonly now: () => number = Date.now,
  ) {}

  /** JSON of a group. @throws Error when the library cannot be read */
  async read(group: StateGroup): Promise<string> {
    return JSON.stringify(await this.#state(group));
  }

  /** @param changed called with each group that may be another; must not throw @returns what ends that */
  subscribe(changed: (group: StateGroup) => void): () => void {
    const { player, volume, sleepTimer, outputs, tags, scanner } = this.deps;
    let revision = scanner.read().revision;
    const ends = [
      player.subscribe((event) => {
        if (event.type !== 'changed') return;
        const { aspects } = event;
        if (aspects.has('status') || aspects.has('currentTrack') || aspects.has('modes')) changed('player');
      }),
      tags.subscribe((location) => {
        if (location === this.deps.player.currentTrack()?.entry.location) changed('player');
      }),
      volume.subscribe(() => changed('volume')),
      sleepTimer.subscribe(() => changed('sleep')),
      outputs.subscribe(() => changed('box')),
      scanner.subscribe(() => {
        const state = scanner.read();
        // During a scan the number of tracks changes all the time.
        if (state.progress !== undefined || state.revision === revision) return;
        revision = state.revision;
        changed('box');
        changed('player');
      }),
    ];
    return () => ends.forEach((end) => end());
  }

  #state(group: StateGroup): State | Promise<State> {
    switch (group) {
      case 'player':
        return this.#player();
      case 'volume':
        return { percent: this.#percent() };
      case 'sleep':
        return this.#sleep();
      case 'box':
        return this.#box();
    }
  }

  async #player(): Promise<State> {
    const { player, describe } = this.deps;
    // A track without a description is shown without texts.
    const track = await describe().catch(() => null);
    const current = player.currentTrack();
    const { shuffle, repeat } = player.modes();
    return {
      state: player.status().kind,
      title: shown(track?.title),
      artist: shown(track?.artist),
      album: shown(track?.album),
      station: shown(current?.stream?.station),
      source: current === undefined ? null : sourceOf(current.entry.location),
      shuffle: shuffle ? ON : OFF,
      repeat,
    };
  }

  /** Null without a sound card. */
  #percent(): number | null {
    try {
      const { percent } = this.deps.volume.read();
      return percent === undefined ? null : Math.round(percent);
    } catch {
      return null;
    }
  }

  /** The minutes are those at the time of the last change; Home Assistant counts down to the end by itself. */
  #sleep(): State {
    const { remaining } = this.deps.sleepTimer.read();
    if (remaining === 0) return { minutes: 0, ends: null };
    return { minutes: Math.ceil(remaining / MINUTE), ends: new Date(this.now() + remaining).toISOString() };
  }

  async #box(): Promise<State> {
    const { outputs, library } = this.deps;
    return { output: shown(outputs.current().name), tracks: await library.all('track').total() };
  }
}

function sourceOf(location: string): (typeof SOURCES)[number] {
  if (location.startsWith('/')) return 'library';
  return /^https?:/i.test(location) ? 'stream' : 'device';
}

/** Null for a text that is not known, which is shown as such. */
function shown(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  // By characters, and without halves of them, which no JSON reader elsewhere takes.
  return Array.from(Buffer.from(text).toString()).slice(0, LONGEST_TEXT).join('');
}
