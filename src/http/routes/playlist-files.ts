/** Saved playlists as files that other players read and write. */
import { basename, extname } from 'node:path';
import type { Context } from 'koa';

import { Unprocessable } from '../../errors.js';
import { isPlaylist } from '../../library/files.js';
import type { Named } from '../../library/store/named-tracks.js';
import { nextTurn } from '../../library/turn.js';
import { type PlaylistFile, TRACK_URN, TURN } from '../../playlists/files/file-entry.js';
import { findEntries } from '../../playlists/files/find-entries.js';
import { readFromLibrary } from '../../playlists/files/library-file.js';
import { type PlaylistKind, readPlaylist } from '../../playlists/files/read-playlist.js';
import { PLAYLIST_WRITERS, type WrittenEntry } from '../../playlists/files/write-playlist.js';
import { unknownPlaylist } from '../../playlists/saved/saved-playlists.js';
import { NAME_LIMIT } from '../../playlists/texts.js';
import { answerMade } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { madeAnswer, REFUSED, type Route, routesOf, UNREADABLE } from '../route.js';
import { text } from '../schema.js';
import * as wire from '../wire/playlist-files.js';
import { answerPieces } from '../send-pieces.js';
import { requirePrintable } from '../wire/saved-playlists.js';

const api = routesOf('/saved-playlists', { tag: 'Saved playlists', segments: { id: 'Id of the playlist.' } });

/** What an id takes in memory. */
const ID_BYTES = 48;

const XSPF_TYPE = 'application/xspf+xml';
const M3U_TYPE = 'audio/x-mpegurl';
const PLS_TYPE = 'audio/x-scpls';

const KINDS: Readonly<Record<string, PlaylistKind>> = {
  [M3U_TYPE]: 'm3u',
  'application/vnd.apple.mpegurl': 'm3u',
  [PLS_TYPE]: 'pls',
  [XSPF_TYPE]: 'xspf',
};

const FORMATS = {
  m3u8: { type: M3U_TYPE, name: 'M3U8', ...PLAYLIST_WRITERS.m3u8 },
  xspf: { type: XSPF_TYPE, name: 'XSPF', ...PLAYLIST_WRITERS.xspf },
} as const;

/** Relative to the one root; of several the root's own name stands in front; absolute where that tells them not apart. */
function relativePath(location: string, roots: readonly string[]): string {
  const root = roots.find((each) => location.startsWith(`${each}/`));
  if (root === undefined) return location;
  const path = location.slice(root.length + 1);
  if (roots.length === 1) return path;
  const isUnique = roots.filter((each) => basename(each) === basename(root)).length === 1;
  return isUnique && basename(root) !== '' ? `${basename(root)}/${path}` : location;
}

function writtenEntry(id: string, named: Named | undefined, roots: readonly string[]): WrittenEntry {
  if (named === undefined) return { location: `${TRACK_URN}${id}`, title: '', artist: '', album: '', length: 0 };
  if (named.stream !== undefined) return { ...named.stream, location: named.stream.url };
  return { ...named, location: relativePath(named.location, roots) };
}

export function playlistFileRoutes({ savedPlaylists, library, paths, streams }: HttpDeps): Route[] {
  function exporting(ending: keyof typeof FORMATS): Route {
    const { type, name, head, row, end } = FORMATS[ending];
    async function* piecesOf(title: string, ids: readonly string[]): AsyncGenerator<Buffer> {
      yield Buffer.from(head(title));
      for (let at = 0; at < ids.length; at += TURN) {
        await nextTurn();
        const some = ids.slice(at, at + TURN);
        const named = await library.named(some);
        yield Buffer.from(some.map((id, index) => row(writtenEntry(id, named[index], paths.roots))).join(''));
      }
      yield Buffer.from(end);
    }
    return api.get(`/{id}/export.${ending}`, `exportSavedPlaylist${name}`, `Export a saved playlist as ${name}`, {
      description:
        'With paths relative to the library root; of several roots the name of the root stands in front. Tracks that ' +
        'are not in the library are named by their ids.',
      answers: {
        200: {
          description: 'The file, in UTF-8.',
          type,
          schema: text('One entry after the other.'),
          headers: ['Content-Disposition'],
        },
      },
      refusals: { 404: 'There is no saved playlist with this id.', ...UNREADABLE },
      async handler({ params: { id } }, ctx) {
        const playlist = await savedPlaylists.find(id);
        if (playlist === undefined) throw unknownPlaylist();
        const ids = await savedPlaylists.tracks(id);
        ctx.set('Content-Type', `${type}; charset=utf-8`);
        ctx.set('Content-Disposition', `attachment; filename*=UTF-8''${fileName(playlist.name)}.${ending}`);
        ctx.status = 200;
        await answerPieces(ctx, piecesOf(playlist.name, ids), { what: ids, bytes: ids.length * ID_BYTES });
      },
    });
  }

  /** Makes a saved playlist of what the library has of a file. @param name of the playlist */
  async function importing(ctx: Context, { entries }: PlaylistFile, name: string): Promise<void> {
    const { tracks, missing, newStreams } = await findEntries(entries, { library, paths, streams });
    await library.saveStreams(newStreams.map((each) => ({ ...each, artist: '', album: '', length: 0 })));
    const texts = { name, description: null, image: null, folderId: null };
    const ids = tracks.map(({ id }) => id);
    const playlist = await savedPlaylists.create(texts, ids);
    answerMade(ctx, `/saved-playlists/${playlist.id}`, wire.toImportedPlaylist(playlist, missing));
  }

  return [
    exporting('m3u8'),
    exporting('xspf'),
    api.post('/import', 'importSavedPlaylist', 'Import a playlist file of another player', {
      description:
        'Tracks are found by their paths: as they stand there, relative to a library root, or by the longest end of ' +
        'the path that only one track of the library has. Streams that the library does not know are remembered. What ' +
        'is missing is told, and left out.',
      media: Object.keys(KINDS),
      query: wire.IMPORT_QUERY,
      answers: madeAnswer('The playlist, and what was missing.', wire.ImportedPlaylistSchema),
      refusals: { 409: 'More tracks or more playlists than can be kept; nothing is changed.', ...REFUSED },
      async handler({ body, query }, ctx) {
        const wanted = requirePrintable(query.name);
        const file = await readPlaylist(body as Buffer, KINDS[typeOf(ctx)] ?? 'm3u');
        await importing(ctx, file, wanted || usableName(file.name));
      },
    }),
    api.post('/from-file', 'savePlaylistFile', 'Save a playlist file of the library', {
      description:
        'Reads an M3U, PLS, XSPF or CUE file of the library, and makes a saved playlist of it as an import does. Paths in ' +
        'it begin at its folder. The file stays, and later changes of it do not change the playlist.',
      body: wire.LibraryFileSchema,
      answers: madeAnswer('The playlist, and what was missing.', wire.ImportedPlaylistSchema),
      refusals: {
        409: 'More tracks or more playlists than can be kept; nothing is changed.',
        422: 'The file is missing, is no playlist, is larger than 2 MiB or is damaged.',
        ...REFUSED,
      },
      async handler({ body: { path, name } }, ctx) {
        if (!isPlaylist(path)) throw new Unprocessable('NO_PLAYLIST', 'By its ending this is no playlist.');
        const file = await readFromLibrary(path, paths);
        await importing(ctx, file, name || usableName(file.name, basename(path, extname(path))));
      },
    }),
  ];
}

function typeOf(ctx: Context): string {
  return (ctx.req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The first of these names, which may say anything, that has something to show. */
function usableName(...names: readonly string[]): string {
  const usable = names.map((name) => wire.printable(name).slice(0, NAME_LIMIT));
  return usable.find((name) => name !== '') ?? 'Imported';
}

/** RFC 8187 section 3.2: what is no `attr-char` is escaped. */
function fileName(name: string): string {
  const safe = wire
    .printable(name)
    .replace(/[/\\]/g, '-')
    .slice(0, 100)
    .replace(/\p{Cs}/gu, '');
  return encodeURIComponent(safe || 'playlist').replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
}
