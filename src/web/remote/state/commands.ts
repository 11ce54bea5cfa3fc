/** Commands of the player, shown at once and taken back when they are refused. None rejects: a refusal is a notice. */
import { SerialQueue } from '../../../serial-queue.js';
import { movedTo, type Volume } from '../level.js';
import { elapsedAt, NEAR, nextRepeat, notBefore, PAUSED, playRequest, PLAYING, STOPPED } from '../model.js';
import { bodyOf, box, done, Refused } from './box.js';
import type { Expectation } from './expectations.js';
import { Paced } from './paced.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { currentOutput, reasonWith } from './outputs.js';
import { elapsed, expectations, expecting, gap, part, parts, reported, shownTrack, untilReported } from './player.js';
import { change, settings } from './settings.js';
import { WantedVolume } from './volume.js';

/** Milliseconds between two commands of one drag. */
const PAUSE = 100;
/** Milliseconds until a seek is reported at the latest, and how near to the requested position. */
const SEEK_PATIENCE = 3000;

/** Milliseconds after which a command is given up, so that none waits behind a dead connection. */
const PATIENCE = 10_000;

/** Options of each command of the player. */
export function inTime(): { readonly signal: AbortSignal } {
  const end = new AbortController();
  setTimeout(() => {
    end.abort();
  }, PATIENCE);
  return { signal: end.signal };
}

/** Carries out a command; one that does not reach the daemon is tried once more when it is back. */
async function kept(kind: string, command: () => Promise<unknown>): Promise<void> {
  // An older command of this kind is obsolete, whatever becomes of this one.
  gap.forget(kind);
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refused)) gap.keep(kind, () => done(command()), performance.now());
    notify(reasonWith(currentOutput.value, error));
  }
}

/** Commands that must not overtake each other. */
const transport = new SerialQueue();

/**
 * Runs a transport command after all earlier ones, and in a task of its own: the page can show its effect before, for a
 * request alone takes a slow phone as long as that. A hidden page shows nothing, and its timers are late.
 */
export function inOrder<Result>(act: () => Promise<Result>): Promise<Result> {
  return transport.run(async () => {
    if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
    return act();
  });
}

/** Plays, or pauses what plays. */
export function togglePlay(): void {
  const now = parts.value;
  if (now === undefined) return;
  if (now.status.status === PLAYING) pause();
  else resume();
}

export function pause(): void {
  void kept('transport', () => turn(PAUSED, '/player/pause'));
}

/** Plays from the position of the pause, or from the beginning. An empty queue stays silent. */
export function resume(): void {
  void kept('transport', async () => {
    const now = parts.value;
    if (now === undefined || now.status.status === PLAYING) return;
    const request = playRequest(now);
    if (now.status.status === STOPPED && now.queue.amount === 0) await inOrder(() => box.PUT(request, inTime()));
    else await turn(PLAYING, request);
  });
}

function turn(status: typeof PLAYING | typeof PAUSED, request: ReturnType<typeof playRequest>): Promise<unknown> {
  const command = inOrder(() => box.PUT(request, inTime()));
  return expecting(
    'status',
    (before) => ({ ...before, status }),
    command,
    (now) => now.status === status,
  );
}

const seeks = new Paced(PAUSE);
let sought: Expectation | undefined;

/** The position is shown at once, until it is reported. Of a drag only the newest is sent. */
export function seek(milliseconds: number): void {
  const to = Math.max(0, Math.round(milliseconds));
  const before = reported.peek()?.parts;
  const meant = shownTrack.peek()?.path;
  const target = (sought = expectations.begin(
    (all) => ({ ...all, position: { ...all.position, elapsed: to } }),
    sought,
  ));
  seeks.send(async () => {
    // Never in another track than the one whose bar was moved.
    const command = inOrder(async () => {
      if (shownTrack.peek()?.path !== meant) return;
      await box.PUT('/player/ff-rewind', { params: { query: { newtime: to } }, ...inTime() });
    });
    const isDone = await done(command);
    const applied = untilReported((known) => {
      const { position, current_track: track } = known.parts;
      if (track?.path !== before?.current_track?.path) return true;
      return position.at !== before?.position.at && Math.abs(elapsedAt(known, performance.now()) - to) < NEAR;
    }, SEEK_PATIENCE);
    void (isDone ? applied : Promise.resolve()).then(() => {
      const now = reported.peek();
      if (isDone && target === sought && now !== undefined && now.parts.current_track?.path === meant)
        reported.value = notBefore(now, to, performance.now());
      expectations.end(target);
    });
  });
}

/** Seeks from where it plays; does nothing in what has no length, as a radio station. */
export function seekBy(milliseconds: number): void {
  const length = shownTrack.peek()?.length ?? 0;
  const isStopped = (parts.peek()?.status.status ?? STOPPED) === STOPPED;
  if (length > 0 && !isStopped) seek(Math.min(length, elapsed.peek() + milliseconds));
}

export function toggleShuffle(): void {
  change({ playlist_shuffle: settings.value?.playlist_shuffle !== true });
}

export function stepRepeat(): void {
  change({ repeat_mode: nextRepeat(settings.value?.repeat_mode ?? 0) });
}

export function setSleepTimer(minutes: number): void {
  void done(box.PUT('/player/sleep-timer', { body: { minutes } }));
}

let wantedVolume: Expectation | undefined;

const volume = new WantedVolume({
  reported: () => reported.peek()?.parts.volume ?? undefined,
  show(target) {
    if (target === undefined) {
      if (wantedVolume !== undefined) expectations.end(wantedVolume);
      return;
    }
    wantedVolume = expectations.begin(
      (all) => ({ ...all, volume: all.volume && movedTo(all.volume, target) }),
      wantedVolume,
    );
  },
  async send(command) {
    if ('steps' in command) {
      // Sent once: whether a step with a lost answer was taken is not known.
      gap.forget('volume');
      return (await done(box.PUT('/player/volume', { body: command, ...inTime() }))) ? {} : undefined;
    }
    let inForce: Volume | undefined;
    await kept('volume', async () => {
      inForce = await bodyOf(box.PUT('/player/volume/level', { body: command, ...inTime() }));
    });
    return inForce && { volume: inForce };
  },
  untilReported: (target) => untilReported(({ parts: { volume: now } }) => now?.volume === target.volume),
  pause: () => new Promise((next) => setTimeout(next, PAUSE)),
});

/** Sets the volume from a drag. @param percent position on the slider, 0 to 100 */
export function setVolume(percent: number): void {
  volume.moveTo(percent);
}

/** Changes the volume from a key or a button, in steps of the output. */
export function stepVolume(steps: number): void {
  volume.moveBy(steps);
}

/** `position` of `POST /playlists/{id}/tracks`: after the current track, and at the end. */
const NEXT = -4;
const LAST = -3;

/** Most tracks that the page puts into the queue at once. */
export const MOST = 5000;

export function undoEdit(): void {
  void done(box.PUT('/playlists/undo'));
}

/** The text for entries of playlists that were left out; undefined when none was. */
function leftOutOf({ headers }: Response): string | undefined {
  const count = Number(headers.get('Tonearm-Left-Out') ?? 0);
  return count > 0 ? say('queue.leftOut', { count }) : undefined;
}

/** To be called before the queue is replaced. @returns gives back the queue, and what played, from where it was */
export function wayBack(): () => void {
  const before = parts.peek();
  const at = Math.round(elapsed.peek());
  return () =>
    void done(async () => {
      await bodyOf(box.PUT('/playlists/undo'));
      const status = before?.status.status ?? STOPPED;
      if (before === undefined || status === STOPPED) {
        await bodyOf(box.PUT('/player/stop'));
        return;
      }
      await bodyOf(
        box.PUT('/playlists/start', { params: { query: { start_index: before.queue.index, elapsed: at } } }),
      );
      if (status === PAUSED) await bodyOf(box.PUT('/player/pause'));
    });
}

/** Replaces the queue by an album or a list and plays it from one of its tracks on. */
export async function playFrom(locations: readonly string[], start: number): Promise<void> {
  const first = Math.max(0, Math.min(start, locations.length - MOST));
  const replaced = (part.queue.value?.amount ?? 0) > 0;
  const undo = wayBack();
  let leftOut: string | undefined;
  const isDone = await done(async () => {
    const { response } = await box.POST('/playlists', { body: { tracks: locations.slice(first, first + MOST) } });
    leftOut = leftOutOf(response);
    await startAt(start - first);
  });
  if (!isDone) return;
  if (replaced) notify(leftOut ?? say('queue.replaced'), undo);
  else if (leftOut !== undefined) notify(leftOut);
}

function startAt(index: number) {
  return bodyOf(box.PUT('/playlists/start', { params: { query: { start_index: index } } }));
}

const CURRENT = { params: { path: { id: 'current' } } } as const;

/** @param what tracks, or a folder with all below it */
function insert(isNext: boolean, what: { readonly tracks: string[]; readonly directory?: string }) {
  return box.POST('/playlists/{id}/tracks', { ...CURRENT, body: { position: isNext ? NEXT : LAST, ...what } });
}

function notifyAdded(title: string, isNext: boolean, leftOut?: string): void {
  notify(leftOut ?? say(isNext ? 'track.willPlayNext' : 'track.added', { title }), undoEdit);
}

export async function addToQueue(title: string, locations: readonly string[], isNext: boolean): Promise<boolean> {
  const added = insert(isNext, { tracks: locations.slice(0, MOST) });
  return done(added.then(({ response }) => notifyAdded(title, isNext, leftOutOf(response))));
}

/** Adds everything below a folder after the current track (and plays it for `now`), or at the end. */
export async function addFolder(title: string, path: string, choice: 'now' | 'next' | 'last'): Promise<void> {
  const isNext = choice !== 'last';
  await done(async () => {
    const first = await bodyOf(insert(isNext, { tracks: [], directory: path }));
    if (choice === 'now') await startAt(Number(first));
    else notifyAdded(title, isNext);
  });
}

/** Removes entries; all of them without positions. */
function remove(positions: number[]): Promise<boolean> {
  return done(box.DELETE('/playlists/{id}/tracks', { ...CURRENT, body: { positions } }));
}

export async function removeFromQueue(title: string, index: number): Promise<void> {
  if (await remove([index])) notify(say('queue.removed', { title }), undoEdit);
}

export async function removeManyFromQueue(indices: number[]): Promise<void> {
  if (await remove(indices)) notify(say('queue.removedMany', { count: indices.length }), undoEdit);
}

export function moveInQueue(from: number, to: number): Promise<boolean> {
  return done(box.PUT('/playlists/{id}/tracks/move', { ...CURRENT, body: { from, to, count: 1 } }));
}

export async function clearQueue(): Promise<void> {
  if (await remove([])) notify(say('queue.cleared'), undoEdit);
}

export async function saveQueue(name: string): Promise<void> {
  if (await done(box.POST('/saved-playlists/from-queue', { body: { name } }))) notify(say('queue.saved', { name }));
}

export function jumpTo(index: number): Promise<boolean> {
  return done(startAt(index));
}
