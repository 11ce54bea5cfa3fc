/**
 * Makes an alarm sound: sets the volume, puts the alarm's music in the place of the queue, raises it softly, and looks every
 * second whether something is really played. Gives everything back afterwards. Thread: main.
 *
 * A position that stands still for `PATIENCE` counts as silence, whatever the reason: then `failed` is called, and the
 * caller asks for the tone. An output that is away is looked for, and the built-in output stands in for it.
 */
import { StateNotSaved, TonearmError } from '../errors.js';
import type { Log } from '../log.js';
import type { PlaybackClock } from '../playback-clock.js';
import type { LivePlayer } from '../playback/live-player.js';
import type { ReplacementMusic } from '../playback/queue-suspension.js';
import type { SleepTimer } from '../playback/sleep-timer.js';
import { milliseconds } from '../units.js';
import type { VolumeControl } from '../volume/volume.js';
import { FadeIn, type SoftVolume } from './fade-in.js';
import type { RungAlarm } from './ring-state.js';

/** Milliseconds within which something must be heard. */
const PATIENCE = 15_000;
const LOOK = 1000;

export interface RingerDeps {
  readonly player: Pick<LivePlayer, 'currentTrack' | 'queueStatus' | 'subscribe'> & {
    readonly suspension: Pick<
      LivePlayer['suspension'],
      'begin' | 'end' | 'keepSounding' | 'isActive' | 'isSilent' | 'isOver'
    >;
  };
  readonly volume: Pick<VolumeControl, 'read' | 'setPercent'>;
  readonly softVolume: SoftVolume;
  readonly sleepTimer: Pick<SleepTimer, 'set'>;
  /** @throws TonearmError when the music is not there */
  readonly findMusic: (alarm: RungAlarm) => Promise<ReplacementMusic | 'queue' | 'tone'>;
  /** Path of the tone. @throws Error of the disk */
  readonly writeTone: () => Promise<string>;
  /** Looks for the output that is to be played to. */
  readonly findOutput: () => boolean;
  /** Has the built-in output play in the place of one that is away; false when it cannot. @throws TonearmError */
  readonly standIn: () => Promise<boolean>;
  readonly clock: PlaybackClock;
  readonly log: Log;
}

export interface RingerEvents {
  /** The music of the alarm does not sound. */
  failed(reason: string): void;
  /** Somebody has paused it, or plays something else. */
  silenced(): void;
}

export class Ringer {
  /** Percent of the volume before the alarm set another one; null: it did not. */
  volumeBefore: number | null = null;
  readonly #fade: FadeIn;
  #volumeSet: number | undefined;
  /** Counts what was asked for: whatever belongs to an earlier request ends. */
  #request = 0;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly deps: RingerDeps,
    private readonly events: RingerEvents,
  ) {
    this.#fade = new FadeIn(deps.softVolume, deps.clock);
  }

  /** What the volume was is known, and noted by `volumeBefore`, when this returns its promise. Never rejects. */
  async play(alarm: RungAlarm): Promise<void> {
    const request = this.#begin();
    const { sleepTimer, findMusic, player } = this.deps;
    sleepTimer.set(milliseconds(0));
    if (alarm.fadeIn > 0) this.#fade.quieten();
    const volume = this.#setVolume(alarm.level);
    try {
      const music = await Promise.race([findMusic(alarm), this.#tooLate()]);
      await volume;
      if (request !== this.#request) return;
      if (music === 'tone') await this.#beginTone(request);
      else await player.suspension.begin(music);
    } catch (error) {
      if (request === this.#request && !this.#isPlayed(error)) {
        this.events.failed(error instanceof TonearmError ? error.code : 'NO_SOUND');
        return;
      }
    }
    if (request !== this.#request) return;
    this.#fade.rise(milliseconds(alarm.fadeIn));
    this.#watch(request, alarm.music.of === 'tone');
  }

  /** Plays the tone in the place of the music; it rises as the music does. Never rejects. */
  async playTone(alarm: RungAlarm): Promise<void> {
    const request = this.#begin();
    try {
      await this.#beginTone(request);
    } catch (error) {
      if (!this.#isPlayed(error)) this.deps.log.error('alarm: the tone cannot be played', { error });
    }
    if (request !== this.#request) return;
    this.#fade.rise(milliseconds(alarm.fadeIn));
    this.#watch(request, true);
  }

  /** Silence; the queue and the volume are what they were. Never rejects. @param goesOn the queue plays on if it played */
  async rest(goesOn: boolean): Promise<void> {
    this.#begin();
    const { player, log } = this.deps;
    if (player.suspension.isActive) this.#fade.quieten();
    const ended = player.suspension.end(goesOn).catch((error: unknown) => {
      log.warn('alarm: the queue is back, but not saved', { error });
    });
    await this.#restoreVolume();
    await ended;
    this.#fade.end();
  }

  /** Nothing is looked at any more; what plays goes on. May be called twice. */
  stop(): void {
    this.#begin();
    this.#fade.end();
  }

  #begin(): number {
    clearInterval(this.#timer);
    this.#unsubscribe?.();
    this.#timer = this.#unsubscribe = undefined;
    this.#request += 1;
    return this.#request;
  }

  async #beginTone(request: number): Promise<void> {
    const { writeTone, player } = this.deps;
    const file = await writeTone();
    if (request === this.#request) await player.suspension.begin({ locations: [file], isShuffled: false });
  }

  /** Whether it plays all the same, and only the disk has refused. */
  #isPlayed(error: unknown): boolean {
    if (!(error instanceof StateNotSaved)) {
      this.deps.log.warn('alarm: its music cannot be played', { error });
      return false;
    }
    this.deps.log.warn('alarm: it rings, but that is not saved', { error });
    return true;
  }

  #tooLate(): Promise<never> {
    return new Promise((_, reject) => {
      setTimeout(() => reject(new Error('the library does not answer')), PATIENCE).unref();
    });
  }

  /** Never rejects: a volume that cannot be set is no reason for silence. */
  async #setVolume(level: number | null): Promise<void> {
    if (level === null) return;
    const { volume, log } = this.deps;
    try {
      this.volumeBefore ??= volume.read().percent ?? null;
      await volume.setPercent(level);
      this.#volumeSet = volume.read().percent;
    } catch (error) {
      log.warn('alarm: volume not set', { level, error });
    }
  }

  /** Never rejects. Who has set another volume meanwhile keeps it. */
  async #restoreVolume(): Promise<void> {
    const { volume, log } = this.deps;
    const before = this.volumeBefore;
    const set = this.#volumeSet;
    this.volumeBefore = null;
    this.#volumeSet = undefined;
    try {
      const isOurs = set === undefined || volume.read().percent === set;
      if (before !== null && isOurs) await volume.setPercent(before);
    } catch (error) {
      log.warn('alarm: volume not given back', { percent: before, error });
    }
  }

  /** Looks until the next request. @param isTone what plays is the tone already */
  #watch(request: number, isTone: boolean): void {
    if (request !== this.#request) return;
    const { player } = this.deps;
    const { suspension } = player;
    let seen = '';
    let soundedAt = performance.now();
    const fail = (reason: string): void => {
      soundedAt = performance.now();
      void this.#findOutput();
      if (!isTone) this.events.failed(reason);
      else void this.#beginTone(request).catch((error: unknown) => this.#isPlayed(error));
    };
    const look = (): void => {
      const track = player.currentTrack();
      const now = `${track?.entry.key} ${track?.elapsed}`;
      if (now !== seen && !suspension.isSilent) soundedAt = performance.now();
      seen = now;
      if (suspension.isOver) fail('NOTHING_TO_PLAY');
      else if (performance.now() - soundedAt > PATIENCE) fail(player.queueStatus().outputProblem?.code ?? 'NO_SOUND');
      else if (suspension.isSilent) void suspension.keepSounding().catch((error: unknown) => this.#isPlayed(error));
    };
    this.#unsubscribe = player.subscribe(() => {
      if (request === this.#request && !suspension.isActive) this.events.silenced();
    });
    this.#timer = setInterval(look, LOOK).unref();
  }

  /** Never rejects. */
  async #findOutput(): Promise<void> {
    const { findOutput, standIn, log } = this.deps;
    try {
      if (!findOutput() && (await standIn()))
        log.info('alarm: the built-in output plays in the place of one that is away');
    } catch (error) {
      log.warn('alarm: no output can be played to', { error });
    }
  }
}
