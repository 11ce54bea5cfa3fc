/**
 * Which tracks and albums are liked: asked for what is shown, many in one request, and again when the daemon counts a
 * change. A touch shows its effect at once.
 */
import { effect, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SerialQueue } from '../../../serial-queue.js';
import { bodyOf, box, done, quietBox } from './box.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { reported } from './player.js';

export type LikedKind = 'track' | 'album';

export interface Likeable {
  readonly kind: LikedKind;
  readonly id: string;
  readonly title: string;
}

/** Most ids of a kind in one request. */
const AT_ONCE = 100;
/** Records that are remembered; those that are shown are never dropped. */
const KEPT = 1000;
/** Milliseconds after a failed request until the next. */
const AGAIN = 3000;

interface Like {
  readonly kind: LikedKind;
  readonly id: string;
  /** As it is shown; undefined while it is not known. */
  readonly shown: Signal<boolean | undefined>;
  /** As the daemon said it last. */
  known: boolean | undefined;
  /** The daemon's count of changes when it said so. */
  revision: number | undefined;
  /** Components that show it. */
  watchers: number;
  /** Commands under way, and all that have begun or ended. */
  pending: number;
  commands: number;
}

const likes = new Map<string, Like>();
let revision: number | undefined;
/** Commands of this page whose change has not been counted yet. */
let own = 0;
let isAsking = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const commands = new SerialQueue();

/** Another one after changes that this page did not make: lists of what is liked follow it. */
export const othersRevision = signal(0);

function likeOf({ kind, id }: Pick<Likeable, 'kind' | 'id'>): Like {
  const key = `${kind} ${id}`;
  let like = likes.get(key);
  if (like === undefined) {
    for (const [each, { watchers, pending }] of likes) {
      if (likes.size < KEPT) break;
      if (watchers + pending === 0) likes.delete(each);
    }
    const unknown = { known: undefined, revision: undefined, watchers: 0, pending: 0, commands: 0 };
    likes.set(key, (like = { kind, id, shown: signal(undefined), ...unknown }));
  }
  return like;
}

/** Whether a track or album is liked, while a component shows it; undefined until the daemon has said so. */
export function useLiked(kind: LikedKind, id: string): boolean | undefined {
  useEffect(() => {
    const like = likeOf({ kind, id });
    like.watchers++;
    later(0);
    return () => {
      like.watchers--;
    };
  }, [kind, id]);
  return likeOf({ kind, id }).shown.value;
}

/** Asks soon, so that rows which appear together are asked for together. */
function later(delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), delay);
}

async function ask(): Promise<void> {
  const at = revision;
  if (isAsking || at === undefined) return;
  const stale = [...likes.values()].filter((like) => like.watchers > 0 && like.revision !== at);
  const some = (kind: LikedKind): Like[] => stale.filter((like) => like.kind === kind).slice(-AT_ONCE);
  const asked = [...some('track'), ...some('album')].map((like) => ({ like, commands: like.commands }));
  if (asked.length === 0) return;
  isAsking = true;
  const ids = (kind: LikedKind): string[] => asked.flatMap(({ like }) => (like.kind === kind ? [like.id] : []));
  try {
    const found = await bodyOf(quietBox.POST('/likes/among', { body: { tracks: ids('track'), albums: ids('album') } }));
    const liked = { track: new Set(found.tracks), album: new Set(found.albums) };
    for (const { like, commands: before } of asked) {
      like.revision = at;
      // An answer from before a touch, or from within it, is none.
      if (like.commands === before) settle(like, liked[like.kind].has(like.id));
    }
    later(0);
  } catch {
    later(AGAIN);
  } finally {
    isAsking = false;
  }
}

function settle(like: Like, isLiked: boolean | undefined): void {
  like.known = isLiked;
  if (like.pending === 0) like.shown.value = isLiked;
}

/** Asks again for what is shown when a like has changed. Called once. */
export function followLikes(): void {
  effect(() => {
    const now = reported.value?.parts.likes.revision;
    if (now === undefined || now === revision) return;
    const changes = revision === undefined ? 0 : now - revision;
    revision = now;
    const isOwn = changes >= 0 && changes <= own;
    own = isOwn ? own - changes : 0;
    if (!isOwn) othersRevision.value = now;
    later(0);
  });
}

async function send({ kind, id }: Like, isLiked: boolean): Promise<void> {
  own++;
  try {
    const path = { params: { path: { id } } };
    const route = `/${kind}s/{id}/like` as const;
    await bodyOf(isLiked ? box.PUT(route, path) : box.DELETE(route, path));
  } catch (error) {
    own = Math.max(0, own - 1);
    throw error;
  }
}

/** Likes, or no longer. @returns whether all of it was done; a refusal is a notice, and what was refused is shown as it was */
async function mark(all: readonly Likeable[], isLiked: boolean): Promise<boolean> {
  const marked = all.map(likeOf);
  for (const like of marked) {
    like.pending++;
    like.commands++;
    like.shown.value = isLiked;
  }
  const isDone = await done(
    commands.run(async () => {
      for (const like of marked) {
        await send(like, isLiked);
        like.known = isLiked;
      }
    }),
  );
  for (const like of marked) {
    like.pending--;
    like.commands++;
    settle(like, like.known);
  }
  return isDone;
}

/** Likes tracks or albums, or no longer; a notice undoes it for those that were otherwise before. @param isQuiet no notice */
export async function setLiked(all: readonly Likeable[], isLiked: boolean, isQuiet = false): Promise<boolean> {
  const changed = all.filter((each) => likeOf(each).shown.peek() !== isLiked);
  if (changed.length === 0) return true;
  if (!(await mark(changed, isLiked))) return false;
  if (isQuiet) return true;
  const title = changed.length === 1 ? (changed[0]?.title ?? '') : say('track.count', { count: changed.length });
  notify(say(isLiked ? 'like.added' : 'like.removed', { title }), () => void mark(changed, !isLiked));
  return true;
}

/** Whether a track or album is liked, as far as it is known; a component that reads it is drawn again when it changes. */
export function isLiked(of: Pick<Likeable, 'kind' | 'id'>): boolean {
  return likeOf(of).shown.value === true;
}

/** Asks about one that no component shows, such as that of a menu. */
export function lookUp(of: Pick<Likeable, 'kind' | 'id'>): void {
  const like = likeOf(of);
  like.watchers++;
  setTimeout(() => like.watchers--, AGAIN);
  later(0);
}

/** Asks about several that no component shows, while one shows what to do with them. */
export function useLookUp(all: readonly Pick<Likeable, 'kind' | 'id'>[]): void {
  useEffect(() => {
    const held = all.map(likeOf);
    for (const like of held) like.watchers++;
    later(0);
    return () => {
      for (const like of held) like.watchers--;
    };
  }, [all.map(({ id }) => id).join()]);
}
