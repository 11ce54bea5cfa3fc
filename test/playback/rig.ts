/** A player among fakes: engine, store and log. */
import { setImmediate } from 'node:timers/promises';

import { createLog } from '../../src/log.js';
import { LivePlayer, type PlayerDeps } from '../../src/playback/live-player.js';
import { FROM_START } from '../../src/playback/state.js';
import { FakeEngine } from './fake-engine.js';
import { FakeStore } from './fake-store.js';

export interface PlayerRig {
  readonly player: LivePlayer;
  readonly engine: FakeEngine;
  readonly store: FakeStore;
  /** One line a record, without date. */
  readonly log: string[];
}

/** A file such as `/one-2` is of the album, the artist and so on `one`. */
export function createRig(parts: Partial<PlayerDeps> = {}): PlayerRig {
  const log: string[] = [];
  const store = new FakeStore();
  const engine = new FakeEngine();
  const player = new LivePlayer(engine, {
    store,
    log: createLog('debug', (line) => log.push(line), true).child('player'),
    readTraits: async (location) => {
      const name = /(?:^|\/)(\w+)-[^/]*$/.exec(location)?.[1] ?? '';
      return { album: name, albumArtist: name, artist: name, composer: name, work: name, genre: name };
    },
    ...parts,
  });
  return { player, engine, store, log };
}

/** A rig that plays the first of these; what the engine was reported so far is forgotten. */
export async function playing(...locations: readonly string[]): Promise<PlayerRig> {
  return playingWith({}, ...locations);
}

export async function playingWith(parts: Partial<PlayerDeps>, ...locations: readonly string[]): Promise<PlayerRig> {
  const rig = createRig(parts);
  await rig.player.replaceQueue(locations);
  await rig.player.play(FROM_START);
  rig.engine.reported();
  rig.store.saves.length = rig.store.states.length = 0;
  return rig;
}

/** Lets everything that is due happen, without waiting for anything else. */
export async function settled(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Whether the promise is still pending once everything that was due has happened. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true;
  const done = (): void => {
    pending = false;
  };
  promise.then(done, done);
  await settled();
  return pending;
}
