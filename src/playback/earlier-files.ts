/**
 * State as versions before the database kept it: `queue.json`, `playback.json` and `volumes.json`. Read once into a
 * database that holds nothing yet; the files stay beside it as `*.imported`.
 */
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database } from '../database/database.js';
import type { Log } from '../log.js';
import { DEFAULT_MODES } from './modes.js';
import type { PlayerStore } from './player-store.js';
import { QUEUE_CAPACITY } from './queue.js';
import type { VolumeStore } from '../volume/volume-store.js';

const NAMES = ['queue.json', 'playback.json', 'volumes.json'] as const;

export interface EarlierFilesDeps {
  readonly directory: string;
  readonly database: Database;
  readonly player: PlayerStore;
  readonly volumes: VolumeStore;
  readonly log: Log;
}

/** Never rejects: what cannot be brought over stays where it is, and is tried again at the next start. */
export async function importEarlierFiles({ directory, ...parts }: EarlierFilesDeps): Promise<void> {
  const { database, player, volumes, log } = parts;
  const found = NAMES.filter((name) => existsSync(join(directory, name)));
  if (found.length === 0) return;
  try {
    const [queue, playback, levels] = await Promise.all(NAMES.map((name) => readObject(join(directory, name))));
    const isNew = await database.read((sql) => sql.prepare('SELECT 1 FROM player').get() === undefined);
    if (isNew) {
      const locations = Array.isArray(queue?.['locations']) ? queue['locations'] : [];
      const entries = locations
        .filter((location): location is string => typeof location === 'string')
        .slice(0, QUEUE_CAPACITY)
        .map((location, at) => ({ key: at + 1, location }));
      const index = playback?.['revision'] === queue?.['revision'] ? indexOf(playback?.['index'], entries.length) : 0;
      for (const [output, level] of Object.entries(levels ?? {})) {
        if (Number.isSafeInteger(level)) await volumes.save(output, level as number);
      }
      // Last: with a player in it the database counts as one that has everything.
      await player.save({
        queue: { entries, index, firstIndex: 0, lastInsertPosition: -1, seed: 0, unshuffled: undefined },
        modes: DEFAULT_MODES,
        resume: undefined,
        plays: false,
      });
    }
    for (const name of found) await rename(join(directory, name), join(directory, `${name}.imported`));
    log.info('state of an earlier version brought over', { files: found, imported: isNew });
  } catch (error) {
    log.error('state of an earlier version not brought over', { error });
  }
}

/** Undefined when there is none, or it is damaged. @throws Error of the disk */
async function readObject(file: string): Promise<Record<string, unknown> | undefined> {
  if (!existsSync(file)) return undefined;
  const text = await readFile(file, 'utf8');
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function indexOf(value: unknown, length: number): number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < length ? (value as number) : 0;
}
