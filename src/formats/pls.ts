/**
 * PLS: an INI file with `File1=`, `Title1=` and `Length1=` below `[playlist]`. There is no specification: read as players
 * do, in the order of the numbers. A `Length` of -1 means that the length is not known, as for a stream.
 */
import { InvalidInput } from '../errors.js';
import { rowsOf, type PlaylistReading } from './playlist.js';

const FIELD = /^\s{0,8}(File|Title|Length)(\d{1,7})\s{0,8}=(.*)$/i;

export function* readPls(text: string): PlaylistReading {
  const drafts = new Map<number, { line: number; location: string; title: string; seconds: number }>();
  let isPlaylist = false;
  for (const [at, row] of rowsOf(text).entries()) {
    yield undefined;
    if (!isPlaylist) isPlaylist = /^\s{0,8}\[playlist\]\s{0,8}$/i.test(row);
    const [, field = '', digits = '', raw = ''] = FIELD.exec(row) ?? [];
    if (!isPlaylist || field === '') continue;
    const draft = drafts.get(Number(digits)) ?? { line: 0, location: '', title: '', seconds: 0 };
    drafts.set(Number(digits), draft);
    const value = raw.trim();
    if (field.toLowerCase() === 'title') draft.title = value.slice(0, 1000);
    else if (field.toLowerCase() === 'length') draft.seconds = /^\d{1,7}$/.test(value) ? Number(value) : 0;
    // The first counts of several files with one number.
    else if (draft.location === '') Object.assign(draft, { line: at + 1, location: value });
  }
  if (!isPlaylist) throw new InvalidInput('NO_PLAYLIST', 'This is no PLS playlist: it has no line [playlist].');
  for (const [, draft] of [...drafts].sort(([one], [other]) => one - other)) {
    if (draft.location !== '') yield { ...draft, isUri: false };
  }
  return '';
}
