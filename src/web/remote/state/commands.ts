/** What a touch asks of the player, shown at once and taken back when it is refused. Never rejects: a refusal is said. */
import { SerialQueue } from '../../../serial-queue.js';
import { movedTo, type Volume } from '../level.js';
import { elapsedAt, NEAR, nextRepeat, notBefore, PAUSED, playRequest, PLAYING, STOPPED } from '../model.js';
import { bodyOf, box, done, reasonOf, Refused } from './box.js';
import type { Expectation } from './expectations.js';
import { Paced } from './paced.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { expectations, expecting, gap, parts, shownTrack, reported, untilReported } from './player.js';
import { WantedVolume } from './volume.js';

/** Milliseconds between two orders of one drag. */
const PAUSE = 100;
/** A place that was sought is heard after so long at the latest, and so near to it, in ms. */
const SEEK_PATIENCE = 3000;

/** Milliseconds after which an order is given up: none waits behind a connection that is dead. */
const PATIENCE = 10_000;

/** What an order of the player is sent with. */
export function inTime(): { readonly signal: AbortSignal } {
  const end = new AbortController();
  setTimeout(() => {
    end.abort();
  }, PATIENCE);
  return { signal: end.signal };
}

/** Carries out an order; one that does not reach the box is tried once more when it is back. */
async function kept(kind: string, order: () => Promise<unknown>): Promise<void> {
  // What was wanted before is not meant any more, whatever becomes of this.
  gap.forget(kind);
  try {
    await order();
  } catch (error) {
    if (!(error instanceof Refused)) gap.keep(kind, () => done(order()), performance.now());
    notify(reasonOf(error));
  }
}

/** What must not overtake its like on its way. */
const transport = new SerialQueue();
const changes = new SerialQueue();

/** Runs a transport command behind all that were given before. */
export function inOrder<Result>(act: () => Promise<Result>): Promise<Result> {
  return transport.run(act);
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

/** Where it stood, or from the beginning. An empty queue stays silent. */
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
  const order = inOrder(() => box.PUT(request, inTime()));
  return expecting(
    'status',
    (before) => ({ ...before, status }),
    order,
    (now) => now.status === status,
  );
}

const seeks = new Paced(PAUSE);
let sought: Expectation | undefined;

/** The place is shown at once, and until the track is heard there. Of a drag only the newest is sent. */
export function seek(milliseconds: number): void {
  const to = Math.max(0, Math.round(milliseconds));
  const before = reported.peek()?.parts;
  const meant = shownTrack.peek()?.path;
  const target = (sought = expectations.begin(
    (all) => ({ ...all, position: { ...all.position, elapsed: to } }),
    sought,
  ));
  seeks.send(async () => {
    // In its turn, and never in another track than the one whose bar was moved.
    const order = inOrder(async () => {
      if (shownTrack.peek()?.path !== meant) return;
      await box.PUT('/player/ff-rewind', { params: { query: { newtime: to } }, ...inTime() });
    });
    const isDone = await done(order);
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

export function toggleShuffle(): void {
  change({ playlist_shuffle: parts.value?.settings.playlist_shuffle !== true });
}

export function stepRepeat(): void {
  change({ repeat_mode: nextRepeat(parts.value?.settings.repeat_mode ?? 0) });
}

function change(body: { readonly playlist_shuffle: boolean } | { readonly repeat_mode: number }): void {
  const order = changes.run(() => box.PUT('/settings', { body }));
  const isSo = (now: object): boolean =>
    Object.entries(body).every(([name, value]) => Reflect.get(now, name) === value);
  void done(expecting('settings', (before) => ({ ...before, ...body }), order, isSo));
}

/** Sets the like of the current track. */
export function setLiked(id: string, isLiked: boolean): void {
  const path = { params: { path: { id } } };
  const order = changes.run(async () => {
    await (isLiked ? box.PUT('/tracks/{id}/like', path) : box.DELETE('/tracks/{id}/like', path));
  });
  void done(
    expecting(
      'current_track',
      (track) => (track?.id === id ? { ...track, is_liked: isLiked } : track),
      order,
      (track) => track?.id !== id || track.is_liked === isLiked,
    ),
  );
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
  async send(order) {
    if ('steps' in order) return sendSteps(order.steps);
    let inForce: Volume | undefined;
    await kept('volume', async () => {
      inForce = await bodyOf(box.PUT('/player/volume/level', { body: order, ...inTime() }));
    });
    return inForce && { volume: inForce };
  },
  untilReported: (target) => untilReported(({ parts: { volume: now } }) => now?.volume === target.volume),
  pause: () => new Promise((next) => setTimeout(next, PAUSE)),
});

/** Never twice: whether a step was taken whose answer was lost, nobody knows. */
async function sendSteps(steps: number): Promise<object | undefined> {
  gap.forget('volume');
  return (await done(box.PUT('/player/volume', { body: { steps }, ...inTime() }))) ? {} : undefined;
}

/** Sets the volume from a drag. @param percent position on the slider, 0 to 100 */
export function setVolume(percent: number): void {
  volume.moveTo(percent);
}

/** Changes the volume from a key or a button, in steps of the output. */
export function stepVolume(steps: number): void {
  volume.moveBy(steps);
}

/** Where tracks go that are chosen in a list (`position` of `POST /playlists/{id}/tracks`). */
const NEXT = -4;
const LAST = -3;

/** A queue takes no more at once than makes sense on a phone. */
export const MOST = 5000;

export function undoEdit(): void {
  void done(box.PUT('/playlists/undo'));
}

/** What of the playlists among the tracks of an order was left out, in words; undefined when nothing was. */
function leftOutOf({ headers }: Response): string | undefined {
  const count = Number(headers.get('Tonearm-Left-Out') ?? 0);
  return count > 0 ? say('queue.leftOut', { count }) : undefined;
}

/** Plays an album or a list from one of its tracks on, in the place of the queue. */
export async function playFrom(locations: readonly string[], start: number): Promise<void> {
  const first = Math.max(0, Math.min(start, locations.length - MOST));
  const replaced = (parts.value?.queue.amount ?? 0) > 0;
  let leftOut: string | undefined;
  const isDone = await done(async () => {
    const { response } = await box.POST('/playlists', { body: { tracks: locations.slice(first, first + MOST) } });
    leftOut = leftOutOf(response);
    await startAt(start - first);
  });
  if (!isDone) return;
  if (replaced) notify(leftOut ?? say('queue.replaced'), undoEdit);
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

export async function addToQueue(title: string, locations: readonly string[], isNext: boolean): Promise<void> {
  const added = insert(isNext, { tracks: locations.slice(0, MOST) });
  await done(added.then(({ response }) => notifyAdded(title, isNext, leftOutOf(response))));
}

/** Adds everything below a folder: right after what plays, and begun at once, or at the end. */
export async function addFolder(title: string, path: string, choice: 'now' | 'next' | 'last'): Promise<void> {
  const isNext = choice !== 'last';
  await done(async () => {
    const first = await bodyOf(insert(isNext, { tracks: [], directory: path }));
    if (choice === 'now') await startAt(Number(first));
    else notifyAdded(title, isNext);
  });
}

/** Whether one of these is what sounds: to play another of them is no intrusion. */
export function isAmongThem(locations: readonly string[]): boolean {
  const path = shownTrack.value?.path;
  return path !== undefined && locations.includes(path);
}

/** Removes entries; all of them when none is named. */
function remove(positions: number[]): Promise<boolean> {
  return done(box.DELETE('/playlists/{id}/tracks', { ...CURRENT, body: { positions } }));
}

export async function removeFromQueue(title: string, index: number): Promise<void> {
  if (await remove([index])) notify(say('queue.removed', { title }), undoEdit);
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
