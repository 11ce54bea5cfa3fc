/** Alarms on a real database, with a player, a volume and a time that the test moves. */
import type { Test } from 'tap';
import { Alarms, type AlarmsDeps } from '../../src/alarms/alarms.js';
import type { SoftVolume } from '../../src/alarms/fade-in.js';
import type { RingerDeps } from '../../src/alarms/ringer.js';
import { Unprocessable } from '../../src/errors.js';
import { Listeners } from '../../src/listeners.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { PlaybackClock } from '../../src/playback-clock.js';
import type { ReplacementMusic } from '../../src/playback/queue-suspension.js';
import type { PlayerEvent } from '../../src/playback/types.js';
import type { Milliseconds } from '../../src/units.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeVolume } from '../http/fake-player.js';
import { type LibraryRig, libraryRig } from '../library/rig.js';

/** What was done, in order; one can wait for it. */
export class Done {
  readonly all: string[] = [];
  readonly #listeners = new Listeners();

  push(what: string): void {
    this.all.push(what);
    this.#listeners.call();
  }

  /** Resolves when it was done so often. */
  async until(what: string, times = 1): Promise<void> {
    while (this.all.filter((each) => each === what).length < times) {
      await new Promise<void>((resolve) => void this.#listeners.add(resolve));
    }
  }
}

/** A player of which only what is in the place of the queue is known. */
export class FakeSuspension {
  readonly #listeners = new Listeners<[event: PlayerEvent]>();
  /** What was asked for, in order. */
  readonly asked = new Done();
  isActive = false;
  isSilent = false;
  isOver = false;
  /** The queue was empty. */
  isQueueEmpty = false;
  readonly suspension = this;

  async begin(music: ReplacementMusic | 'queue'): Promise<void> {
    const text = music === 'queue' ? 'queue' : music.locations.map((path) => path.replace(/^.*\//, '')).join(' ');
    this.asked.push(`begin ${text}`);
    if (music === 'queue' ? this.isQueueEmpty : music.locations.length === 0) {
      throw new Unprocessable('NOTHING_TO_PLAY', 'Nothing of it is there now.');
    }
    this.isActive = true;
    this.isSilent = this.isOver = false;
  }

  async end(goesOn: boolean): Promise<void> {
    if (!this.isActive) return;
    this.isActive = false;
    this.asked.push(goesOn ? 'end, goes on' : 'end, silent');
    this.#listeners.call({ type: 'changed', aspects: new Set(['queue']) });
  }

  async keepSounding(): Promise<void> {
    this.asked.push('keep sounding');
  }

  /** Somebody pauses: as the player does it. */
  pause(): Promise<void> {
    return this.end(false);
  }

  readonly currentTrack = (): undefined => undefined;
  readonly queueStatus = () => ({ kind: 'playing', outputProblem: undefined }) as const;
  /** `followed`: the alarm looks whether it is silenced. */
  readonly followed = new Done();
  readonly subscribe = (listener: (event: PlayerEvent) => void) => {
    this.followed.push('followed');
    return this.#listeners.add(listener);
  };
}

/** A volume whose steps are percent. */
export class PercentVolume extends FakeVolume {
  override read() {
    return { ...this.range, percent: this.range.volume };
  }

  get percent(): number {
    return this.range.volume;
  }
}

export class FakeSoftVolume implements SoftVolume {
  /** Shares of the volume, in percent. */
  readonly shares: number[] = [];
  readonly #listeners = new Listeners();

  async until(isSo: (shares: readonly number[]) => boolean): Promise<void> {
    while (!isSo(this.shares)) await new Promise<void>((resolve) => void this.#listeners.add(resolve));
  }

  riseTo(share: number, _duration: Milliseconds): void {
    this.shares.push(Math.round(share * 100));
    this.#listeners.call();
  }
}

export interface AlarmRig {
  readonly alarms: Alarms;
  readonly people: LibraryRig;
  readonly player: FakeSuspension;
  readonly volume: PercentVolume;
  readonly soft: FakeSoftVolume;
  /** Time of day, and its zone. */
  readonly time: { now: number; zone: string; isAwaited: boolean };
  /** As after a restart of the daemon. */
  readonly again: () => Alarms;
  /** Goes to this moment, and looks. */
  readonly goTo: (moment: number | string) => Promise<void>;
}

/** @param factor how many times as fast durations are */
export async function alarmRig(t: Test, around: Partial<AlarmsDeps> = {}, factor = 1): Promise<AlarmRig> {
  const people = await libraryRig(t);
  // No timer of an alarm keeps a process alive.
  const alive = setInterval(() => undefined, 60_000);
  t.teardown(() => clearInterval(alive));
  const player = new FakeSuspension();
  const volume = new PercentVolume();
  const soft = new FakeSoftVolume();
  const time = { now: Date.parse('2026-11-27T05:00:00Z'), zone: 'Europe/Berlin', isAwaited: false };
  const folder = t.testdir();
  const made: Alarms[] = [];
  const again = (): Alarms => {
    const alarms = new Alarms({
      ...ringerDeps(player, volume, soft, factor),
      state: people.state,
      music: musicOf(people),
      toneFolders: [folder],
      networkTime: { isAwaited: () => time.isAwaited },
      now: () => time.now,
      zone: () => time.zone,
      ...around,
    });
    made.push(alarms);
    return alarms;
  };
  t.teardown(() => Promise.all(made.map((alarms) => alarms.stop())));
  const alarms = again();
  const goTo = async (moment: number | string): Promise<void> => {
    time.now = typeof moment === 'string' ? Date.parse(moment) : moment;
    await (made.at(-1) ?? alarms).look();
  };
  return { alarms, people, player, volume, soft, time, again, goTo };
}

type Known = Omit<RingerDeps, 'findMusic' | 'writeTone'>;

function ringerDeps(player: FakeSuspension, volume: FakeVolume, softVolume: SoftVolume, factor: number): Known {
  return {
    ...{ player, volume, softVolume },
    sleepTimer: { set: () => undefined },
    findOutput: () => true,
    standIn: () => Promise.resolve(false),
    clock: new PlaybackClock(factor),
    log: SILENT_LOG,
  };
}

const musicOf = ({ library, savedPlaylists, smartPlaylists, stations }: LibraryRig) => ({
  ...{ library, savedPlaylists, smartPlaylists, stations },
  streams: new StreamAddresses(),
});

/** Alarms of these people that nobody rings, for tests of the interface. */
export function quietAlarms(people: LibraryRig): Alarms {
  return new Alarms({
    ...ringerDeps(new FakeSuspension(), new PercentVolume(), new FakeSoftVolume(), 1),
    state: people.state,
    music: musicOf(people),
    toneFolders: [],
    networkTime: { isAwaited: () => false },
  });
}
