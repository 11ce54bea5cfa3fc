/** What the box plays, as the page knows it: told by the events, and ahead of them by what was just asked for. */
import { computed, effect, signal } from '@preact/signals';
import { followEvents } from '../connection.js';
import { elapsedAt, type Known, known, learn, type PartName, type Parts, PLAYING, sleepLeftAt } from '../model.js';
import { Expectations } from './expectations.js';
import { Gap } from './gap.js';
import { say } from './language.js';
import { notify } from './notices.js';

/** What was done is told this long after the answer at the latest, in ms. */
const LATEST = 1000;

/** What the box told, last of all; undefined before its first word. */
export const told = signal<Known | undefined>(undefined);
export const connected = signal(true);
/** Milliseconds of the page's clock, twice a second while somebody looks. */
const clock = signal(performance.now());

const changes = signal(0);
const expectations = new Expectations(() => {
  changes.value++;
});

/** Orders that wait until the box is there again. */
export const gap = new Gap();

/** What is shown. */
export const parts = computed<Parts | undefined>(() => {
  // Another expectation shows another thing.
  void changes.valueOf();
  return told.value && expectations.over(told.value.parts);
});

export const isPlaying = computed(() => parts.value?.status.status === PLAYING);

/** What sounds or pauses. */
export const shownTrack = computed(() => parts.value?.current_track ?? null);

/** Milliseconds into the current track. */
export const elapsed = computed(() => {
  // By what was told: an order that is only expected would count a whole pause as played.
  return told.value === undefined ? 0 : elapsedAt(told.value, Math.max(clock.value, told.value.positionSince));
});

/** Whole minutes until the sleep timer pauses; 0 without one. */
export const sleepMinutes = computed(() => {
  if (told.value === undefined) return 0;
  return Math.ceil(sleepLeftAt(told.value, Math.max(clock.value, told.value.sleepSince)) / 60_000);
});

/** Said to whoever hears the page: the track that has begun. */
export const announcement = signal('');

/** Shows at once what an order will do, until the box tells of it. @returns the order */
export function expecting<Name extends PartName, Result>(
  name: Name,
  change: (value: Parts[Name]) => Parts[Name],
  order: Promise<Result>,
): Promise<Result> {
  const before = told.peek()?.parts[name];
  const heard = order.then(() => toldOf(name, before));
  // The caller hears of a refusal.
  expectations.expect(name, change, heard).catch(() => undefined);
  return order;
}

/** Waits until a part is another one, or nothing was told of it for a while: what was wanted may have been so already. */
function toldOf(name: PartName, before: unknown): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (told.value?.parts[name] !== before) resolve();
    });
    setTimeout(() => {
      stop();
      resolve();
    }, LATEST);
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
    skipped: ({ path, reason }) => {
      notify(say('play.skipped', { name: path.split('/').pop() ?? path, reason }));
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
    const name = track ? [track.title, track.artist].filter(Boolean).join(', ') : '';
    if (heard !== undefined && name !== heard && name !== '')
      announcement.value = say('play.nowPlaying', { title: name });
    heard = name;
  });
}
