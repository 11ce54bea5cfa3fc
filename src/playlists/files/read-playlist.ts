/** Reads M3U, PLS and XSPF: whatever encoding the text has, no more entries than a playlist holds, and in turns. */
import { InvalidInput } from '../../errors.js';
import { readM3u } from '../../formats/m3u.js';
import type { PlaylistReading } from '../../formats/playlist.js';
import { readPls } from '../../formats/pls.js';
import { readXspf } from '../../formats/xspf.js';
import { nextTurn } from '../../library/turn.js';
import { decodeBytes } from '../../tags/encodings.js';
import { type FileEntry, type PlaylistFile, requireRoom, TURN } from './file-entry.js';

export type PlaylistKind = 'm3u' | 'pls' | 'xspf';

const READERS: Readonly<Record<PlaylistKind, (text: string) => PlaylistReading>> = {
  m3u: readM3u,
  pls: readPls,
  xspf: readXspf,
};

/** @throws InvalidInput NO_PLAYLIST, Conflict PLAYLIST_FULL */
export async function readPlaylist(bytes: Buffer, kind: PlaylistKind): Promise<PlaylistFile> {
  const reading = READERS[kind](textOf(bytes));
  const entries: FileEntry[] = [];
  for (let steps = 1; ; steps++) {
    const { done, value } = reading.next();
    if (done === true) return { name: value, entries };
    if (value !== undefined) entries.push(value);
    requireRoom(entries.length);
    if (steps % TURN === 0) await nextTurn();
  }
}

/**
 * Text of a playlist file in UTF-8, in UTF-16 with a byte order mark, or in an older encoding.
 * @throws InvalidInput NO_PLAYLIST for bytes that are no text
 */
function textOf(bytes: Buffer): string {
  const text = decodeBytes(bytes).replace(/^\ufeff/, '');
  if (text.includes('\0')) throw new InvalidInput('NO_PLAYLIST', 'This is no playlist: it is not text.');
  return text;
}
