/** A real player, whose engine and disk are models, behind the real routes: what a client sees, in short words. */
import { join } from 'node:path';
import type { Test } from 'tap';
import { FROM_START } from '../../src/playback/state.js';
import { createRig, settled, type PlayerRig } from '../playback/rig.js';
import { startRig, type Answer, type Rig, type Sending } from './rig.js';

export interface Box extends Omit<Rig, 'player'>, Omit<PlayerRig, 'log'> {
  put(path: string, body?: unknown): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** Absolute paths in the library. */
  files(...names: readonly string[]): string[];
  insert(position: number, ...names: readonly string[]): Promise<Answer>;
  /** Such as `playing b at 1, then c`; the index is the queue's. */
  seen(): Promise<string>;
  /** Such as `^a b* c`: the logical first, and the current one. */
  order(): Promise<string>;
  info(): Promise<Record<string, unknown>>;
  /** Whatever was begun is done. */
  settled(): Promise<void>;
}

const STATUS: Readonly<Record<number, string>> = { 0: 'stopped', 1: 'playing', 3: 'paused' };

/** @param names of the queue @param kind with the entry `index` current */
export async function startBox(
  t: Test,
  names: readonly string[],
  kind: 'stopped' | 'playing' | 'paused' = 'stopped',
  index = 0,
): Promise<Box> {
  const rig = createRig();
  const http = await startRig(t, { player: rig.player });
  const files = (...wanted: readonly string[]): string[] => wanted.map((name) => join(http.library, name));
  const nameOf = (entry: unknown): string =>
    (entry as { path: string } | null)?.path.slice(http.library.length + 1) ?? 'nothing';
  const ask = async (path: string): Promise<unknown> => (await http.send('GET', path)).json;
  const sending = (body: unknown): Sending => (body === undefined ? {} : { body });
  const info = async () => (await ask('/playlists/current')) as Record<string, unknown>;
  if (names.length > 0) await rig.player.replaceQueue(files(...names));
  if (names.length > 0) await rig.player.startAt(index, FROM_START);
  if (kind === 'paused') await rig.player.pause();
  if (kind === 'stopped') await rig.player.stop();
  rig.engine.reported();
  return {
    ...http,
    player: rig.player,
    engine: rig.engine,
    store: rig.store,
    files,
    info,
    settled,
    put: (path, body) => http.send('PUT', path, sending(body)),
    post: (path, body) => http.send('POST', path, { body }),
    insert: (position, ...wanted) =>
      http.send('POST', '/playlists/current/tracks', { body: { position, tracks: files(...wanted) } }),
    async seen() {
      const { status } = (await ask('/player/status')) as { status: number };
      const current = nameOf(await ask('/player/current-track'));
      const next = nameOf(await ask('/player/next-track'));
      return `${STATUS[status] ?? status} ${current} at ${String((await info())['index'])}, then ${next}`;
    },
    async order() {
      const { entries, index, first_index: first } = await info();
      const texts = (entries as unknown[]).map(
        (entry, at) => `${at === first ? '^' : ''}${nameOf(entry)}${at === index ? '*' : ''}`,
      );
      return texts.join(' ');
    },
  };
}
