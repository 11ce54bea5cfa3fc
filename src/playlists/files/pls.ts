/**
 * PLS: an INI file with `File1=`, `Title1=` and `Length1=` below `[playlist]`. There is no specification: read as players
 * do, in the order of the numbers. A `Length` of -1 means that the length is not known, as for a stream.
 */

import { InvalidInput } from '../../errors.js';
import { type FileEntry, type PlaylistFile, requireRoom, textOf, TURN } from './file-entry.js';
import { nextTurn } from '../../library/turn.js';

const FIELD = /^\s{0,8}(File|Title|Length)(\d{1,7})\s{0,8}=(.*)$/i;

interface Draft {
  line: number;
  location: string;
  title: string;
  seconds: number;
}

/** @throws InvalidInput NO_PLAYLIST, Conflict PLAYLIST_FULL */
export async function readPls(bytes: Buffer): Promise<PlaylistFile> {
  const drafts = new Map<number, Draft>();
  let isPlaylist = false;
  for (const [at, row] of textOf(bytes)
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (at % TURN === TURN - 1) await nextTurn();
    if (!isPlaylist) isPlaylist = /^\s{0,8}\[playlist\]\s{0,8}$/i.test(row);
    const [, field = '', digits = '', value = ''] = FIELD.exec(row) ?? [];
    if (!isPlaylist || field === '') continue;
    const draft = drafts.get(Number(digits)) ?? { line: 0, location: '', title: '', seconds: 0 };
    drafts.set(Number(digits), draft);
    requireRoom(drafts.size);
    const text = value.trim();
    if (field.toLowerCase() === 'title') draft.title = text.slice(0, 1000);
    else if (field.toLowerCase() === 'length') draft.seconds = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    // Of several files with one number the first counts.
    else if (draft.location === '') Object.assign(draft, { line: at + 1, location: text });
  }
  if (!isPlaylist) throw new InvalidInput('NO_PLAYLIST', 'This is no PLS playlist: it has no line [playlist].');
  const entries = [...drafts].sort(([a], [b]) => a - b).map(([, draft]): FileEntry => ({ ...draft, isUri: false }));
  return { name: '', entries: entries.filter(({ location }) => location !== '') };
}
