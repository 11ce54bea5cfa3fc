/**
 * Commands that come from the broker: each is bounded, judged, and carried out in its order. What is wrong is logged once
 * for each command and connection. Whoever may publish on the broker may do what anybody may without the PIN. Thread: main.
 */
import type { Log, LogFields } from '../log.js';
import { REPEAT_MODES } from '../playback/modes.js';
import type { Player } from '../playback/player.js';
import type { SleepTimer } from '../playback/sleep-timer.js';
import { FROM_START } from '../playback/state.js';
import type { Scanner } from '../library/scan/scanner.js';
import { SerialQueue } from '../serial-queue.js';
import { milliseconds } from '../units.js';
import type { VolumeControl } from '../volume/volume.js';
import { Allowance } from '../allowance.js';

export interface CommandDeps {
  readonly player: Player;
  readonly volume: Pick<VolumeControl, 'setPercent'>;
  readonly sleepTimer: Pick<SleepTimer, 'set'>;
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly log: Log;
}

/** What Home Assistant sends for a button, and for a switch. */
export const PRESS = 'PRESS';
export const ON = 'ON';
export const OFF = 'OFF';
/** A day. */
export const LONGEST_SLEEP_MINUTES = 1440;

/** Bytes of a command; the longest that means anything has seven. */
const LONGEST_PAYLOAD = 256;
/** Commands that may come at once, in each second from then on, and that may wait for the one before. */
const BURST = 20;
const PER_SECOND = 10;
const MOST_WAITING = 20;

type Act = (deps: CommandDeps) => Promise<void> | undefined;

const BUTTONS = {
  play: ({ player }) => play(player),
  pause: ({ player }) => player.pause(),
  play_pause: ({ player }) => (player.status().kind === 'playing' ? player.pause() : play(player)),
  stop: ({ player }) => player.stop(),
  next: ({ player }) => player.next(),
  previous: ({ player }) => player.previous(),
  scan({ scanner, log }) {
    // Not waited for: it takes as long as the library is large.
    scanner.scan().catch((error: unknown) => log.warn('command: library not scanned', { error }));
    return undefined;
  },
} satisfies Record<string, Act>;

export type ButtonName = keyof typeof BUTTONS;

const SETTERS = {
  volume: (text) => {
    const percent = numberIn(text, 0, 100);
    // Brought within the volume limit by the volume itself.
    return percent === undefined ? undefined : ({ volume }) => volume.setPercent(percent);
  },
  sleep: (text) => {
    const minutes = numberIn(text, 0, LONGEST_SLEEP_MINUTES);
    if (minutes === undefined) return undefined;
    return ({ sleepTimer }) => {
      sleepTimer.set(milliseconds(Math.round(minutes * 60_000)));
      return undefined;
    };
  },
  shuffle: (text) => {
    const isKnown = text === ON || text === OFF;
    return isKnown ? ({ player }) => player.setModes({ shuffle: text === ON }) : undefined;
  },
  repeat: (text) => {
    const repeat = REPEAT_MODES.find((mode) => mode === text);
    return repeat === undefined ? undefined : ({ player }) => player.setModes({ repeat });
  },
} satisfies Record<string, (text: string) => Act | undefined>;

export type Setter = keyof typeof SETTERS;

/** Resumes from a pause; when stopped, goes on at the kept position or starts the current entry. */
async function play(player: Player): Promise<void> {
  const { kind } = player.status();
  if (kind === 'paused') await player.resume();
  else if (kind === 'stopped')
    await (player.resumePoint() === undefined ? player.play(FROM_START) : player.resumeTrack());
}

/** Undefined for anything but a decimal number in this range. */
function numberIn(text: string, least: number, most: number): number | undefined {
  if (!/^\d{1,4}(?:\.\d{1,6})?$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

/** Each command that there is. */
export const COMMAND_NAMES: readonly string[] = [...Object.keys(BUTTONS), ...Object.keys(SETTERS)];

const BUTTON_ACTS: Readonly<Record<string, Act>> = BUTTONS;

/** Undefined for a command that there is not, or a value that it does not take. */
function actOf(name: string, text: string): Act | undefined {
  if (Object.hasOwn(BUTTONS, name)) return text === PRESS ? BUTTON_ACTS[name] : undefined;
  return Object.hasOwn(SETTERS, name) ? SETTERS[name as Setter](text) : undefined;
}

/** Commands of one connection. */
export class Commands {
  readonly #doing = new SerialQueue();
  /** What was logged already. */
  readonly #logged = new Set<string>();
  readonly #allowance: Allowance;
  #waiting = 0;

  /** @param now as `Allowance` has it */
  constructor(
    private readonly deps: CommandDeps,
    now?: () => number,
  ) {
    this.#allowance = new Allowance(BURST, PER_SECOND, now);
  }

  /** @param name the last level of the topic @param isRetained whether the broker has kept it from earlier */
  take(name: string, payload: Buffer, isRetained: boolean): void {
    const act = payload.length > LONGEST_PAYLOAD ? undefined : actOf(name, payload.toString());
    // The broker sends a retained command again at each connection.
    if (isRetained) this.#ignore('retained', 'command: ignored, it is retained (clear it on the broker)', name);
    else if (act === undefined) this.#ignore(name, 'command: ignored, there is no such command or value', name);
    else if (this.#waiting >= MOST_WAITING || !this.#allowance.take())
      this.#ignore('pace', 'command: ignored, too many come', name);
    else {
      this.#waiting += 1;
      void this.#doing.run(() => this.#do(name, act));
    }
  }

  /** Never rejects. */
  async #do(name: string, act: Act): Promise<void> {
    try {
      await act(this.deps);
    } catch (error) {
      this.#logOnce(`failed ${name}`, 'command: not carried out', { name, error });
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Names of commands that are none are one complaint: a stranger chooses them. */
  #ignore(about: string, message: string, name: string): void {
    const isKnown = Object.hasOwn(BUTTONS, name) || Object.hasOwn(SETTERS, name);
    const key = isKnown || about !== name ? about : 'unknown';
    this.#logOnce(key, message, isKnown ? { name } : {});
  }

  #logOnce(about: string, message: string, fields: LogFields): void {
    if (this.#logged.has(about)) return;
    this.#logged.add(about);
    this.deps.log.warn(message, fields);
  }
}
