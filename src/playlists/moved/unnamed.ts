/**
 * Clears away kept tracks that no playlist, like, count or sticker names any more. In turns; memory is a bit for each key. What
 * is being kept meanwhile may be about to name one: then all stays for the next time.
 */
import type { GuardedDatabase } from '../../database/guarded.js';
import type { KeptKey, KeptTracks } from '../../library/store/kept-tracks.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import { Turn } from '../../library/turn.js';
import { keysIn } from '../saved/key-list.js';

/** Rows looked at in one step. */
const STEP = 250;

const HIGHEST = 'SELECT max(key) FROM kept_track';
const NEXT_PLAYLIST = `SELECT playlist, tracks FROM saved_playlist_tracks WHERE playlist > ? ORDER BY playlist LIMIT 1`;
const NAMED = `EXISTS (SELECT 1 FROM liked WHERE kind = 'track' AND liked.id = kept_track.id)
    OR EXISTS (SELECT 1 FROM track_stats WHERE track_id = kept_track.id)
    OR EXISTS (SELECT 1 FROM sticker WHERE kind = 'song' AND uri = kept_track.id)`;
const KEPT = `SELECT key, ${NAMED} FROM kept_track WHERE key > ? ORDER BY key LIMIT ${STEP}`;
const FORGET = `DELETE FROM kept_track WHERE key IN (SELECT value FROM json_each(?)) AND NOT (${NAMED})`;

/** @param goesOn asked between turns @returns how many were cleared away */
export async function forgetUnnamed(
  state: GuardedDatabase,
  kept: Pick<KeptTracks, 'times' | 'isBusy'>,
  goesOn: () => boolean,
): Promise<number> {
  const { times } = kept;
  const isQuiet = (): boolean => !kept.isBusy && kept.times === times;
  const turn = new Turn();
  const inPlaylists = await keysOfPlaylists(state, turn, goesOn);
  let forgotten = 0;
  for (let last: KeptKey | undefined = 0; last !== undefined && goesOn() && isQuiet();) {
    const after: KeptKey = last;
    const rows = await state.read((sql) => rowsOf(sql, KEPT).all(after) as [key: KeptKey, named: 0 | 1][]);
    const unnamed = rows.filter(([key, named]) => named === 0 && !inPlaylists.has(key)).map(([key]) => key);
    if (unnamed.length > 0) {
      await state.write((sql) => {
        if (isQuiet()) forgotten += sql.prepare(FORGET).run(JSON.stringify(unnamed)).changes;
      });
    }
    last = rows.length < STEP ? undefined : rows.at(-1)?.[0];
    if (turn.isOver) await turn.end();
  }
  return forgotten;
}

/** A playlist that is made meanwhile comes last, or has the keys of an earlier one. */
async function keysOfPlaylists(state: GuardedDatabase, turn: Turn, goesOn: () => boolean): Promise<KeySet> {
  const keys = new KeySet((await state.read((sql) => valuesOf(sql, HIGHEST).get() as KeptKey | null)) ?? 0);
  for (let last: number | undefined = 0; last !== undefined && goesOn();) {
    const after: number = last;
    const row = await state.read(
      (sql) => rowsOf(sql, NEXT_PLAYLIST).get(after) as [playlist: number, tracks: Buffer] | undefined,
    );
    if (row !== undefined) for (const key of keysIn(row[1])) keys.add(key);
    last = row?.[0];
    if (turn.isOver) await turn.end();
  }
  return keys;
}

/** Keys up to a highest one; those above it are always in it. */
class KeySet {
  readonly #bits: Uint8Array;

  constructor(private readonly highest: KeptKey) {
    this.#bits = new Uint8Array((highest >> 3) + 1);
  }

  add(key: KeptKey): void {
    if (key <= this.highest) this.#bits[key >> 3] = (this.#bits[key >> 3] ?? 0) | (1 << (key & 7));
  }

  has(key: KeptKey): boolean {
    return key > this.highest || ((this.#bits[key >> 3] ?? 0) & (1 << (key & 7))) !== 0;
  }
}
