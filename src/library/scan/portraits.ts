/**
 * Pictures of artists, from the folders that bear their names: compared as they are sorted, so that an article or a case
 * makes no difference.
 */
import { basename } from 'node:path';
import type { Sqlite } from '../../database/sqlite.js';
import { RAISE_REVISION } from './revision.js';
import { sortKey } from '../sort-key.js';

interface Portrait {
  readonly path: string;
  readonly portrait: string;
}

const IN_FOLDERS = 'SELECT path, portrait FROM folder WHERE portrait IS NOT NULL ORDER BY path';
const SHOWN = 'SELECT key, sort_key AS name, image FROM artist WHERE image IS NOT NULL';
const SHOW = 'UPDATE artist SET image = $image WHERE sort_key = $name AND image IS NOT $image';
const HIDE = 'UPDATE artist SET image = NULL WHERE key = ?';

/** In one transaction; nothing is written when all is as it should be. */
export function updatePortraits(sql: Sqlite): void {
  const wanted = new Map<string, string>();
  for (const { path, portrait } of sql.prepare<[], Portrait>(IN_FOLDERS).iterate()) {
    const name = sortKey(basename(path));
    if (name !== '' && !wanted.has(name)) wanted.set(name, portrait);
  }
  const shown = sql.prepare<[], { key: number; name: string; image: string }>(SHOWN).all();
  const wrong = shown.filter(({ name, image }) => wanted.get(name) !== image);
  const known = new Set(shown.map(({ name }) => name));
  const isThere = sql.prepare<[string], number>('SELECT 1 FROM artist WHERE sort_key = ?').pluck();
  const missing = [...wanted].filter(([name]) => !known.has(name) && isThere.get(name) !== undefined);
  if (wrong.length + missing.length === 0) return;
  const show = sql.prepare(SHOW);
  sql
    .transaction(() => {
      for (const { key } of wrong) sql.prepare(HIDE).run(key);
      for (const [name, image] of wanted) show.run({ image, name });
      sql.exec(RAISE_REVISION);
    })
    .immediate();
}
