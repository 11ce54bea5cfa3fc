/** What a touch asks of the player, shown at once and taken back when it is refused. Never rejects: a refusal is said. */
import { nextRepeat, PAUSED, playRequest, PLAYING, STOPPED } from '../model.js';
import { bodyOf, box, done, reasonOf, Refused } from './box.js';
import { InTurn } from './in-turn.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { expecting, gap, parts, shownTrack } from './player.js';

/** Milliseconds between two volumes of one drag. */
const VOLUME_PAUSE = 100;

/** Carries out an order; one that does not reach the box is tried once more when it is back. */
async function kept(kind: string, order: () => Promise<unknown>): Promise<void> {
  try {
    await order();
    gap.forget(kind);
  } catch (error) {
    if (!(error instanceof Refused)) gap.keep(kind, () => done(order()), performance.now());
    notify(reasonOf(error));
  }
}

/** Plays, or pauses what plays. */
export function togglePlay(): void {
  const now = parts.value;
  if (now === undefined) return;
  if (now.status.status === PLAYING) pause();
  else resume();
}

export function pause(): void {
  void kept('transport', () =>
    expecting('status', (before) => ({ ...before, status: PAUSED }), box.PUT('/player/pause')),
  );
}

/** Where it stood, or from the beginning. An empty queue stays silent. */
export function resume(): void {
  void kept('transport', async () => {
    const now = parts.value;
    if (now === undefined || now.status.status === PLAYING) return;
    const order = box.PUT(playRequest(now));
    if (now.status.status === STOPPED && now.queue.amount === 0) await order;
    else await expecting('status', (before) => ({ ...before, status: PLAYING }), order);
  });
}

export function next(): void {
  void done(box.PUT('/player/next'));
}

export function previous(): void {
  void done(box.PUT('/player/previous'));
}

export function seek(milliseconds: number): Promise<boolean> {
  return done(box.PUT('/player/ff-rewind', { params: { query: { newtime: Math.round(milliseconds) } } }));
}

export function toggleShuffle(): void {
  const shuffled = parts.value?.settings.playlist_shuffle !== true;
  const order = box.PUT('/settings', { body: { playlist_shuffle: shuffled } });
  void done(expecting('settings', (before) => ({ ...before, playlist_shuffle: shuffled }), order));
}

export function stepRepeat(): void {
  const mode = nextRepeat(parts.value?.settings.repeat_mode ?? 0);
  const order = box.PUT('/settings', { body: { repeat_mode: mode } });
  void done(expecting('settings', (before) => ({ ...before, repeat_mode: mode }), order));
}

export function setSleepTimer(minutes: number): void {
  void done(box.PUT('/player/sleep-timer', { body: { minutes } }));
}

const volumes = new InTurn(VOLUME_PAUSE);

/** Of a drag: what is on its way is followed by the newest only. @param percent place on the slider, 0 to 100 */
export function setVolume(percent: number): void {
  volumes.addNewest(() =>
    kept('volume', () => {
      const order = box.PUT('/player/volume/level', { body: { percent } });
      return expecting('volume', (before) => before && { ...before, percent }, order);
    }),
  );
}

/** Of a key or a button: in the output's own steps. */
export function stepVolume(steps: number): void {
  // Never twice: whether a step was taken whose answer was lost, nobody knows.
  volumes.add(async () => {
    if (await done(box.PUT('/player/volume', { body: { steps } }))) gap.forget('volume');
  });
}

/** Where tracks go that are chosen in a list (`position` of `POST /playlists/{id}/tracks`). */
const NEXT = -4;
const LAST = -3;

/** A queue takes no more at once than makes sense on a phone. */
export const MOST = 5000;

export function undoEdit(): void {
  void done(box.PUT('/playlists/undo'));
}

/** Plays an album or a list from one of its tracks on, in the place of the queue. */
export async function playFrom(locations: readonly string[], start: number): Promise<void> {
  const first = Math.max(0, Math.min(start, locations.length - MOST));
  const replaced = (parts.value?.queue.amount ?? 0) > 0;
  const isDone = await done(
    (async () => {
      await bodyOf(box.POST('/playlists', { body: { tracks: locations.slice(first, first + MOST) } }));
      await bodyOf(box.PUT('/playlists/start', { params: { query: { start_index: start - first } } }));
    })(),
  );
  if (isDone && replaced) notify(say('queue.replaced'), undoEdit);
}

export async function addToQueue(title: string, locations: readonly string[], isNext: boolean): Promise<void> {
  const order = box.POST('/playlists/{id}/tracks', {
    params: { path: { id: 'current' } },
    body: { position: isNext ? NEXT : LAST, tracks: locations.slice(0, MOST) },
  });
  if (await done(order)) notify(say(isNext ? 'track.willPlayNext' : 'track.added', { title }), undoEdit);
}

/** Everything below a folder: right after what plays, and begun at once, or at the end. */
export async function addFolder(title: string, path: string, choice: 'now' | 'next' | 'last'): Promise<void> {
  const isNext = choice !== 'last';
  const order = async (): Promise<void> => {
    const first = await bodyOf(
      box.POST('/playlists/{id}/tracks', {
        params: { path: { id: 'current' } },
        body: { position: isNext ? NEXT : LAST, tracks: [], directory: path },
      }),
    );
    if (choice === 'now') await box.PUT('/playlists/start', { params: { query: { start_index: Number(first) } } });
  };
  if (!(await done(order()))) return;
  if (choice === 'now') return;
  notify(say(isNext ? 'track.willPlayNext' : 'track.added', { title }), undoEdit);
}

/** Whether one of these is what sounds: to play another of them is no intrusion. */
export function isAmongThem(locations: readonly string[]): boolean {
  const path = shownTrack.value?.path;
  return path !== undefined && locations.includes(path);
}

export async function removeFromQueue(title: string, index: number): Promise<boolean> {
  const order = box.DELETE('/playlists/{id}/tracks', {
    params: { path: { id: 'current' } },
    body: { positions: [index] },
  });
  const isDone = await done(order);
  if (isDone) notify(say('queue.removed', { title }), undoEdit);
  return isDone;
}

export function moveInQueue(from: number, to: number): Promise<boolean> {
  return done(
    box.PUT('/playlists/{id}/tracks/move', { params: { path: { id: 'current' } }, body: { from, to, count: 1 } }),
  );
}

export async function clearQueue(): Promise<void> {
  const order = box.DELETE('/playlists/{id}/tracks', { params: { path: { id: 'current' } }, body: { positions: [] } });
  if (await done(order)) notify(say('queue.cleared'), undoEdit);
}

export async function saveQueue(name: string): Promise<void> {
  if (await done(box.POST('/saved-playlists/from-queue', { body: { name } }))) notify(say('queue.saved', { name }));
}

export function jumpTo(index: number): Promise<boolean> {
  return done(box.PUT('/playlists/start', { params: { query: { start_index: index } } }));
}
