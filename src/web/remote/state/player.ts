/** What the daemon plays, as the page knows it: from the events, and ahead of them by pending commands. */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { followEvents } from '../connection.js';
import {
  elapsedAt,
  isAsCounted,
  type Known,
  known,
  learn,
  PART_NAMES,
  type PartName,
  type Parts,
  PLAYING,
  sleepLeftAt,
} from '../model.js';
import { type Change, Expectations } from './expectations.js';
import { Gap } from './gap.js';
import { explainCode } from './box.js';
import { bylineOf, say } from './language.js';
import { notify } from './notices.js';

/** Milliseconds from an answer to the event of its effect, at the latest. */
const LATEST = 1000;

const SECOND = 1000;
/** Milliseconds that a timer is late after the phone has slept. */
const SLEPT = 4000;
/** Steps of a mark that shows how far the track is: a pixel or two each on a phone. */
const PROGRESS_STEPS = 150;
/** Milliseconds that the clock is behind the beginning of a second, so that no timer comes before it. */
const BEHIND = 5;

/** The last report; undefined before the first. */
export const reported = signal<Known | undefined>(undefined);
export const connected = signal(true);
/** Milliseconds of the page's clock: moves on with each second of the track, while somebody looks. */
const clock = signal(performance.now());

/** Effects of pending commands. */
export const expectations = new Expectations();

/** Commands that wait for the connection. */
export const gap = new Gap();

/** Reports with the effects of pending commands: what is shown. */
export const parts = computed<Parts | undefined>(() => reported.value && expectations.over(reported.value.parts));

/** Each part as it is shown, undefined before the first report: a new position renders nothing that shows the volume. */
export const part = Object.fromEntries(PART_NAMES.map((name) => [name, computed(() => parts.value?.[name])])) as {
  readonly [Name in PartName]: ReadonlySignal<Parts[Name] | undefined>;
};

export const isPlaying = computed(() => part.status.value?.status === PLAYING);

export const shownTrack = computed(() => part.current_track.value ?? null);

/** Milliseconds into the current track. */
export const elapsed = computed(() => elapsedBy(clock.value));

/** As `elapsed`, exact to the millisecond of now. */
export const elapsedNow = (): number => untracked(() => elapsedBy(performance.now()));

function elapsedBy(now: number): number {
  if (reported.value === undefined || parts.value === undefined) return 0;
  // A requested position stays until the daemon reports it.
  if (parts.value.position !== reported.value.parts.position) return parts.value.position.elapsed;
  // By the report: a pending command would count a whole pause as played.
  return elapsedAt(reported.value, Math.max(now, reported.value.positionSince));
}

/** The part of the track that has passed, from 0 to 1: in steps, since each move of a mark costs the phone a layout. */
export const progress = computed(() => {
  const length = shownTrack.value?.length ?? 0;
  return length > 0 ? Math.floor((PROGRESS_STEPS * Math.min(elapsed.value, length)) / length) / PROGRESS_STEPS : 0;
});

/** Whole minutes until the sleep timer pauses; 0 without one. */
export const sleepMinutes = computed(() => {
  if (reported.value === undefined || reported.value.parts.sleep_timer.remaining === 0) return 0;
  return Math.ceil(sleepLeftAt(reported.value, Math.max(clock.value, reported.value.sleepSince)) / 60_000);
});

/** Text for screen readers: the track that has begun. */
export const announcement = signal('');

/**
 * Shows the effect of a command on a part until the daemon reports it. @param isReported whether a value is that report;
 * any other value is when it is left out. @returns the command
 */
export function expecting<Name extends PartName, Result>(
  name: Name,
  change: (value: Parts[Name]) => Parts[Name],
  command: Promise<Result>,
  isReported?: (value: Parts[Name]) => boolean,
): Promise<Result> {
  const before = reported.peek()?.parts[name];
  return expectingAll(
    (all) => ({ ...all, [name]: change(all[name]) }),
    command,
    ({ [name]: now }) => isReported?.(now) ?? now !== before,
  );
}

/** Shows a change of several parts at once. @param expectation of the change, where it has begun already */
export function expectingAll<Result>(
  change: Change,
  command: Promise<Result>,
  isReported: (all: Parts) => boolean,
  expectation = expectations.begin(change),
): Promise<Result> {
  // The caller handles a refusal.
  const confirmed = command.then(() => untilReported(({ parts: all }) => isReported(all))).catch(() => undefined);
  void confirmed.then(() => {
    expectations.end(expectation);
  });
  return command;
}

/** Waits for a report, but not long: what was requested may have been so already. */
export function untilReported(isReported: (known: Known) => boolean, patience = LATEST): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, patience);
    const stop = effect(() => {
      if (reported.value !== undefined && isReported(reported.value)) queueMicrotask(end);
    });
  });
}

/** Carries out what waited for the connection. */
function catchUp(): void {
  for (const act of gap.take(performance.now())) void act();
}

/**
 * Moves the clock when another second of the track begins, which is when the page shows something else. @param wake called
 * when the page was frozen meanwhile, which some phones do without an event
 */
function followClock(wake: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const wait = (isMoving: boolean): void => {
    clearTimeout(timer);
    since = Date.now();
    timer = setTimeout(tick, isMoving ? SECOND - (elapsed.peek() % SECOND) + BEHIND : SECOND);
  };
  const tick = (): void => {
    if (Date.now() - since > SECOND + SLEPT) wake();
    const before = elapsed.peek();
    // Without a connection the position is not known.
    if (!document.hidden && connected.peek()) clock.value = performance.now();
    wait(elapsed.peek() !== before);
  };
  effect(() => {
    if (reported.value !== undefined) wait(true);
  });
}

/** Most reports come every few seconds and tell nothing new; a pending command waits for its own. */
function isKnown(before: Known, name: PartName, value: unknown, now: number): boolean {
  const isPending = parts.peek()?.position !== before.parts.position;
  return name === 'position' && !isPending && isAsCounted(before, value as Parts['position'], now);
}

export function startFollowing(): void {
  const wake = followEvents({
    connected: (is) => (connected.value = is),
    snapshot: (all) => {
      reported.value = known(all, performance.now());
      catchUp();
    },
    part: (name, value) => {
      const [before, now] = [reported.value, performance.now()];
      if (before !== undefined && !isKnown(before, name, value, now)) reported.value = learn(before, name, value, now);
      catchUp();
    },
    skipped: ({ path, code, reason }) => {
      notify(say('play.skipped', { name: path.split('/').pop() ?? path, reason: explainCode(code, reason) }));
    },
  });
  followClock(wake);
  let announced: string | undefined;
  effect(() => {
    const track = reported.value?.parts.current_track;
    if (reported.value === undefined) return;
    const name = track ? [track.title, bylineOf(track)].filter(Boolean).join(', ') : '';
    if (announced !== undefined && name !== announced && name !== '')
      announcement.value = say('play.nowPlaying', { title: name });
    announced = name;
  });
}
