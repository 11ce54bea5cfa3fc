/** The player on a bus of a test's own, as another program sees it; the engine below it is a fake. */
import type { Test } from 'tap';
import { InvalidInput } from '../../src/errors.js';
import { MediaPlayer } from '../../src/mpris/media-player.js';
import type { DescribedTrack } from '../../src/mpris/metadata.js';
import { Mpris } from '../../src/mpris/mpris.js';
import type { BusSignal } from '../../src/dbus/match.js';
import type { SystemBus } from '../../src/dbus/system-bus.js';
import { milliseconds } from '../../src/units.js';
import { SILENT_LOG } from '../fixtures/log.js';
import type { VolumeReading } from '../../src/volume/mapping.js';
import { FakeVolume } from '../http/fake-player.js';
import { SOME_FACTS } from '../playback/fake-engine.js';
import { createRig, type PlayerRig } from '../playback/rig.js';
import { PrivateBus, until } from '../dbus/private-bus.js';

export const NAME = 'org.mpris.MediaPlayer2.tonearm';
export const PLAYER = 'org.mpris.MediaPlayer2.Player';
const OBJECT = { destination: NAME, path: '/org/mpris/MediaPlayer2' };
const SECONDS = 1000;

/** A volume whose slider goes by its steps. */
class SliderVolume extends FakeVolume {
  override read(): VolumeReading {
    const { volume, min, max } = this.range;
    const percent = (step: number) => (100 * (step - min)) / (max - min);
    const limit = this.highest < max ? { limit: this.highest, limitPercent: percent(this.highest) } : {};
    return { volume, min, max, percent: percent(volume), ...limit };
  }

  override async setPercent(percent: number): Promise<void> {
    const { min, max } = this.range;
    await this.set(Math.round(min + (percent / 100) * (max - min)));
  }
}

/** What is told of tracks after they have begun. */
export class LateFacts {
  readonly tags = { subscribe: (listener: (location: string) => void) => this.#add(this.#readers, listener) };
  readonly library = {
    subscribe: (listener: () => void) => this.#add(this.#scans, listener),
    read: () => ({ revision: this.revision }),
  };
  revision = 0;
  readonly #readers = new Set<(location: string) => void>();
  readonly #scans = new Set<() => void>();

  /** The tag of a file has been read. */
  tagRead(location: string): void {
    for (const reader of this.#readers) reader(location);
  }

  /** A scan is on its way. */
  scanned(): void {
    for (const listener of this.#scans) listener();
  }

  get listeners(): number {
    return this.#readers.size + this.#scans.size;
  }

  #add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
}

export interface Scene extends PlayerRig {
  readonly real: PrivateBus;
  readonly volume: FakeVolume;
  readonly late: LateFacts;
  /** Bus of the other program. */
  readonly bus: SystemBus;
  /** What the other program was told: changed properties by name, and `Seeked`. */
  readonly listener: Record<string, unknown>[];
  readonly mpris: Mpris;
  /** Facts of tracks by their paths. */
  readonly described: Map<string, Partial<DescribedTrack>>;
  call(member: string, signature?: string, body?: readonly unknown[]): Promise<readonly unknown[]>;
  get(property: string): Promise<unknown>;
  all(): Promise<Readonly<Record<string, unknown>>>;
  set(property: string, signature: string, value: unknown): Promise<void>;
  /** The current track is heard there. */
  playedAt(elapsed: number): void;
  /** Everything that is told when it has settled, and from then on anew. */
  signals(): Promise<Record<string, unknown>[]>;
}

export function describedAs(path: string, facts: Partial<DescribedTrack> = {}): DescribedTrack {
  const texts = { artist: '', album: '', albumArtist: '', composer: '', genre: '', yearString: '' };
  const numbers = { trackNumber: 0, discNumber: 0, length: 180 * SECONDS };
  return { id: 't1', location: path, title: `title of ${path}`, ...texts, ...numbers, cover: null, ...facts };
}

export async function openScene(t: Test): Promise<Scene> {
  const rig = createRig();
  const { player, engine } = rig;
  const real = await PrivateBus.start(t);
  const ours = real.client(t);
  const volume = new SliderVolume();
  const described = new Map<string, Partial<DescribedTrack>>();
  const late = new LateFacts();
  const mediaPlayer = new MediaPlayer({
    player,
    volume,
    describe: async () => {
      const path = player.currentTrack()?.entry.location;
      return path === undefined ? null : describedAs(path, described.get(path));
    },
    admit: async (location) => {
      if (location.startsWith('/music/') || location.startsWith('http://radio/')) return location;
      throw new InvalidInput('OUTSIDE_LIBRARY', 'The path is not inside a library root.');
    },
    tags: late.tags,
    library: late.library,
    coverOf: (name) => `http://127.0.0.1:6063/covers/${name}`,
    log: SILENT_LOG,
  });
  engine.onCall = () => {
    if (engine.loaded !== undefined) engine.known.set(engine.loaded.playId, SOME_FACTS);
  };
  const mpris = new Mpris({ bus: ours, player: mediaPlayer, log: SILENT_LOG });
  mpris.start();
  t.teardown(() => mpris.stop());
  const bus = real.client(t);
  const listener: Record<string, unknown>[] = [];
  const hear = ({ member, body }: BusSignal): void => {
    listener.push(member === 'Seeked' ? { Seeked: body[0] } : (body[1] as Record<string, unknown>));
  };
  let isPlayed = false;
  bus.subscribe({ sender: NAME, path: OBJECT.path }, hear, () => (isPlayed = true));
  let owner: string | undefined;
  bus.watchName(NAME, (now) => (owner = now));
  await until('the player is there', () => isPlayed && owner !== undefined);
  const interfaced = { ...OBJECT, interface: PLAYER };
  return {
    ...rig,
    real,
    volume,
    late,
    bus,
    listener,
    mpris,
    described,
    call: (member, signature = '', body = []) => bus.call({ ...interfaced, member, signature, body }),
    get: (property) => bus.property(interfaced, property),
    all: () => bus.properties(interfaced),
    set: (property, signature, value) => bus.setProperty(interfaced, property, signature, value),
    playedAt: (elapsed) => {
      engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(elapsed) };
    },
    signals: async () => {
      // What was marked is told in turns of their own; an answer comes behind every signal before it.
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      await bus.property(interfaced, 'Rate');
      return listener.splice(0);
    },
  };
}
