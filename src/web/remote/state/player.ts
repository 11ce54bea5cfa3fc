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
export const reported = signal<Known | undefined>(undefined);
export const connected = signal(true);
/** Milliseconds of the page's clock, twice a second while somebody looks. */
const clock = signal(performance.now());

/** What orders on their way will do. */
export const expectations = new Expectations();

/** Orders that wait until the box is there again. */
export const gap = new Gap();

/** What is shown. */
export const parts = computed<Parts | undefined>(() => reported.value && expectations.over(reported.value.parts));

export const isPlaying = computed(() => parts.value?.status.status === PLAYING);

/** What sounds or pauses. */
export const shownTrack = computed(() => parts.value?.current_track ?? null);

/** Milliseconds into the current track. */
export const elapsed = computed(() => {
  if (reported.value === undefined || parts.value === undefined) return 0;
  // Where it was put it stays until the box tells of it.
  if (parts.value.position !== reported.value.parts.position) return parts.value.position.elapsed;
  // By what was told: an order that is only expected would count a whole pause as played.
  return elapsedAt(reported.value, Math.max(clock.value, reported.value.positionSince));
});

/** Whole minutes until the sleep timer pauses; 0 without one. */
export const sleepMinutes = computed(() => {
  if (reported.value === undefined) return 0;
  return Math.ceil(sleepLeftAt(reported.value, Math.max(clock.value, reported.value.sleepSince)) / 60_000);
});

/** Said to whoever hears the page: the track that has begun. */
export const announcement = signal('');

/**
 * Shows at once what an order will do to a part, until the box tells of it. @param isReported whether this is its word of it;
 * without it any other word is. @returns the order
 */
export function expecting<Name extends PartName, Result>(
  name: Name,
  change: (value: Parts[Name]) => Parts[Name],
  order: Promise<Result>,
  isReported?: (value: Parts[Name]) => boolean,
): Promise<Result> {
  const before = reported.peek()?.parts[name];
  return expectingAll(
    (all) => ({ ...all, [name]: change(all[name]) }),
    order,
    ({ [name]: now }) => isReported?.(now) ?? now !== before,
  );
}

/** Shows a change of several parts at once. @param expectation of the change, where it has begun already */
export function expectingAll<Result>(
  change: Change,
  order: Promise<Result>,
  isReported: (all: Parts) => boolean,
  expectation = expectations.begin(change),
): Promise<Result> {
  // The caller hears of a refusal.
  const confirmed = order.then(() => untilReported(({ parts: all }) => isReported(all))).catch(() => undefined);
  void confirmed.then(() => {
    expectations.end(expectation);
  });
  return order;
}

/** Waits until the box has told it, or nothing of the kind for a while: what was wanted may have been so already. */
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

/** Does what could not be done while the box was not there. */
function catchUp(): void {
  for (const act of gap.take(performance.now())) void act();
}

export function startFollowing(): void {
  followEvents({
    connected: (is) => (connected.value = is),
    snapshot: (all) => {
      reported.value = known(all, performance.now());
      catchUp();
    },
    part: (name, value) => {
      if (reported.value !== undefined) reported.value = learn(reported.value, name, value, performance.now());
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
