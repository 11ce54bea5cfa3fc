/** What the box plays, as the page knows it: told by the events, and ahead of them by what was just asked for. */
import { computed, effect, signal } from '@preact/signals';
import { followEvents } from '../connection.js';
import { elapsedAt, type Known, known, learn, type PartName, type Parts, PLAYING, sleepLeftAt } from '../model.js';
import { type Change, Expectations } from './expectations.js';
import { Gap } from './gap.js';
import { explainCode } from './box.js';
import { bylineOf, say } from './language.js';
import { notify } from './notices.js';

/** What was done is told this long after the answer at the latest, in ms. */
const LATEST = 1000;

/** What the box told, last of all; undefined before its first word. */
export const told = signal<Known | undefined>(undefined);
export const connected = signal(true);
/** Milliseconds of the page's clock, twice a second while somebody looks. */
const clock = signal(performance.now());

/** What orders on their way will do. */
export const expectations = new Expectations();

/** Orders that wait until the box is there again. */
export const gap = new Gap();

/** What is shown. */
export const parts = computed<Parts | undefined>(() => told.value && expectations.over(told.value.parts));

export const isPlaying = computed(() => parts.value?.status.status === PLAYING);

/** What sounds or pauses. */
export const shownTrack = computed(() => parts.value?.current_track ?? null);

/** Milliseconds into the current track. */
export const elapsed = computed(() => {
  if (told.value === undefined || parts.value === undefined) return 0;
  // Where it was put it stays until the box tells of it.
  if (parts.value.position !== told.value.parts.position) return parts.value.position.elapsed;
  // By what was told: an order that is only expected would count a whole pause as played.
  return elapsedAt(told.value, Math.max(clock.value, told.value.positionSince));
});

/** Whole minutes until the sleep timer pauses; 0 without one. */
export const sleepMinutes = computed(() => {
  if (told.value === undefined) return 0;
  return Math.ceil(sleepLeftAt(told.value, Math.max(clock.value, told.value.sleepSince)) / 60_000);
});

/** Said to whoever hears the page: the track that has begun. */
export const announcement = signal('');

/**
 * Shows at once what an order will do to a part, until the box tells of it. @param isTold whether this is its word of it;
 * without it any other word is. @returns the order
 */
export function expecting<Name extends PartName, Result>(
  name: Name,
  change: (value: Parts[Name]) => Parts[Name],
  order: Promise<Result>,
  isTold?: (value: Parts[Name]) => boolean,
): Promise<Result> {
  const before = told.peek()?.parts[name];
  return expectingAll(
    (all) => ({ ...all, [name]: change(all[name]) }),
    order,
    ({ [name]: now }) => isTold?.(now) ?? now !== before,
  );
}

/** The same of several parts. @param expectation of the change, where it has begun already */
export function expectingAll<Result>(
  change: Change,
  order: Promise<Result>,
  isTold: (all: Parts) => boolean,
  expectation = expectations.begin(change),
): Promise<Result> {
  // The caller hears of a refusal.
  const heard = order.then(() => untilTold(({ parts: all }) => isTold(all))).catch(() => undefined);
  void heard.then(() => {
    expectations.end(expectation);
  });
  return order;
}

/** Waits until the box has told it, or nothing of the kind for a while: what was wanted may have been so already. */
export function untilTold(isTold: (known: Known) => boolean, patience = LATEST): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, patience);
    const stop = effect(() => {
      if (told.value !== undefined && isTold(told.value)) queueMicrotask(end);
    });
  });
}

/** Does what could not be done while the box was not there. */
function catchUp(): void {
  for (const act of gap.take(performance.now())) void act();
}

export function startFollowing(): void {
  followEvents({
    connected: (is) => (connected.value = is),
    snapshot: (all) => {
      told.value = known(all, performance.now());
      catchUp();
    },
    part: (name, value) => {
      if (told.value !== undefined) told.value = learn(told.value, name, value, performance.now());
      catchUp();
    },
    skipped: ({ path, code, reason }) => {
      notify(say('play.skipped', { name: path.split('/').pop() ?? path, reason: explainCode(code, reason) }));
    },
  });
  setInterval(() => {
    // While nobody answers nobody knows how far it is.
    if (!document.hidden && connected.value) clock.value = performance.now();
  }, 500);
  let heard: string | undefined;
  effect(() => {
    const track = told.value?.parts.current_track;
    if (told.value === undefined) return;
    const name = track ? [track.title, bylineOf(track)].filter(Boolean).join(', ') : '';
    if (heard !== undefined && name !== heard && name !== '')
      announcement.value = say('play.nowPlaying', { title: name });
    heard = name;
  });
}
