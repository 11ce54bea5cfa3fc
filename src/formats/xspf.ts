/**
 * XSPF version 1 (xspf.org/spec): its names, locations and durations. The XML is read in one go from front to end;
 * a document type is refused, so that there are no entities but those of XML itself, and nothing is fetched.
 */
import { InvalidInput } from '../errors.js';
import type { PlaylistEntry, PlaylistReading } from './playlist.js';

/** Elements within each other; the format has four. */
const DEEPEST = 32;
const TITLE = 'playlist/title';
const TRACK = 'playlist/trackList/track';
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function noPlaylist(why: string): InvalidInput {
  return new InvalidInput('NO_PLAYLIST', `This is no XSPF playlist: ${why}.`);
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
}

/** References of XML (section 4.1 and 4.6); others stay as they stand there. */
function unescaped(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex?: string, dec?: string, name = '') => {
    if (hex !== undefined) return characterOf(parseInt(hex, 16));
    if (dec !== undefined) return characterOf(Number(dec));
    return NAMED[name as string] ?? all;
  });
}

interface Piece {
  /** Text, or what is between `<` and `>`. */
  readonly kind: 'text' | 'plain' | 'tag';
  readonly text: string;
  readonly end: number;
}

/** The piece of the document that begins at `from`. @throws InvalidInput NO_PLAYLIST */
function pieceAt(text: string, from: number): Piece {
  const until = (mark: string, begin: number): number => {
    const found = text.indexOf(mark, begin);
    if (found < 0) throw noPlaylist('it ends in the middle');
    return found;
  };
  if (text[from] !== '<') {
    const next = text.indexOf('<', from);
    const end = next < 0 ? text.length : next;
    return { kind: 'text', text: text.slice(from, end), end };
  }
  if (text.startsWith('<!--', from)) return { kind: 'plain', text: '', end: until('-->', from + 4) + 3 };
  if (text.startsWith('<![CDATA[', from)) {
    const end = until(']]>', from + 9);
    return { kind: 'plain', text: text.slice(from + 9, end), end: end + 3 };
  }
  if (text.startsWith('<?', from)) return { kind: 'plain', text: '', end: until('?>', from + 2) + 2 };
  if (text.startsWith('<!', from)) throw noPlaylist('it has a document type');
  const end = until('>', from);
  return { kind: 'tag', text: text.slice(from + 1, end), end: end + 1 };
}

/** Without the prefix of its namespace. */
function nameOf(tag: string): string {
  return /^\/?(?:[^\s:/>]{1,100}:)?([^\s:/>]{1,100})/.exec(tag)?.[1] ?? '';
}

export function* readXspf(text: string): PlaylistReading {
  const path: string[] = [];
  let content = '';
  let name = '';
  let track: { location?: string; title: string; line: number; seconds: number } | undefined;
  let line = 1;
  let nextRow = text.indexOf('\n');

  function close(element: string): PlaylistEntry | undefined {
    const value = content.trim();
    if (element === TITLE) name = value;
    if (track === undefined) return undefined;
    if (element === TRACK && track.location !== undefined) return { ...track, location: track.location, isUri: true };
    if (element === `${TRACK}/title`) track.title = value.slice(0, 1000);
    // The first counts of several locations.
    if (element === `${TRACK}/location` && track.location === undefined)
      Object.assign(track, { location: value, line });
    if (element === `${TRACK}/duration`) track.seconds = /^\d{1,10}$/.test(value) ? Number(value) / 1000 : 0;
    return undefined;
  }

  for (let at = 0; at < text.length;) {
    const piece = pieceAt(text, at);
    let entry: PlaylistEntry | undefined;
    if (piece.kind === 'text') content += unescaped(piece.text);
    else if (piece.kind === 'plain') content += piece.text;
    else if (piece.text.startsWith('/')) {
      if (path.at(-1) !== nameOf(piece.text)) throw noPlaylist('its elements do not match');
      entry = close(path.join('/'));
      path.pop();
      content = '';
    } else if (!piece.text.endsWith('/')) {
      path.push(nameOf(piece.text));
      if (path.length > DEEPEST) throw noPlaylist('its elements are too deep');
      if (path.join('/') === TRACK) track = { line, seconds: 0, title: '' };
      content = '';
    }
    for (; nextRow >= 0 && nextRow < piece.end; nextRow = text.indexOf('\n', nextRow + 1)) line++;
    at = piece.end;
    yield entry;
  }
  if (path.length > 0 || !/<(?:[^\s:/<>]{1,100}:)?playlist[\s>/]/.test(text)) throw noPlaylist('it has no playlist');
  return name;
}
