/** Folders of the library, their files, and pictures. */
import { basename } from 'node:path';
import { NotFound, TonearmError, Unreadable } from '../../errors.js';
import { stat } from '../../files/files.js';
import { type FolderEntry, listFolder } from '../../library/browse.js';
import { ORIGINAL } from '../../library/covers/thumbnail-sets.js';
import { isPlaylist } from '../../library/files.js';
import { forEachLimited } from '../../library/limited.js';
import { ACK, Ack, badArgument, noSuchDirectory } from '../ack.js';
import { unsigned } from '../arguments.js';
import { type Command, command } from '../command.js';
import type { Context } from '../context.js';
import { locate, locateSong } from '../locate.js';
import type { Reply } from '../reply.js';
import type { HeldPicture, Session } from '../session.js';
import { isoTime, oneLine, type Song, songLines } from '../song.js';
import { foldersBelow, type TreeFolder } from '../tree.js';
import { isSafe } from '../uris.js';
import { printNames } from './playlists.js';

/** Files looked at together. */
const TOGETHER = 8;
/** Bytes of pictures that are held in memory while clients read them piece by piece: of one, and of all clients. */
const MOST_HELD = 8 * 1024 * 1024;
const MOST_HELD_TOGETHER = 16 * 1024 * 1024;

export function browseCommands(context: Context): Command[] {
  const { songs, paths, library, covers, updates, sessions } = context;

  /** What lies in a folder besides songs; nothing where it cannot be read. */
  async function entriesOf(uri: string): Promise<readonly FolderEntry[]> {
    const path = songs.uris.pathOf(uri);
    if (path === undefined) return [];
    return listFolder(paths, path, false).catch((error: unknown) => {
      if (error instanceof TonearmError) return [];
      throw error;
    });
  }

  async function listContents(folder: TreeFolder, session: Session, reply: Reply): Promise<void> {
    for await (const some of songs.in(folder)) {
      for (const song of some) reply.text(songLines(song, session.tagMask));
      await reply.room();
    }
    const entries = await entriesOf(folder.uri);
    const modified = new Map(entries.map((entry) => [songs.uris.of(entry.path), entry.modified]));
    await reply.each(entries, ({ path, isDirectory, modified: at }) => {
      if (isDirectory || !isPlaylist(path)) return;
      reply.text(`playlist: ${oneLine(songs.uris.of(path) ?? '')}\nLast-Modified: ${isoTime(at)}\n`);
    });
    await reply.each(folder.children, ({ uri }) => {
      const at = modified.get(uri);
      reply.text(`${folderLine(uri)}${at === undefined ? '' : `Last-Modified: ${isoTime(at)}\n`}`);
    });
    if (folder.uri === '' && !session.hidesPlaylistsInRoot) await printNames(context, reply);
  }

  /** Folders and songs below a folder, each folder before what is in it. @param lines undefined for all of a song */
  async function listAll(uri: string, lines: ((song: Song) => string) | undefined, reply: Reply): Promise<void> {
    const located = await locate(uri, context);
    if (located.kind === 'stream') throw noSuchDirectory();
    if (located.kind === 'song') {
      reply.text(lines?.(located.song) ?? songLines(located.song, undefined));
      return;
    }
    const list = new FolderList(located.folder, reply);
    if (lines === undefined) {
      for await (const some of songs.texts(located.folder)) {
        for (const text of some) {
          list.enter(text.uri);
          reply.text(text.lines);
        }
        await reply.room();
      }
    } else {
      for await (const some of songs.below(located.folder)) {
        for (const song of some) {
          const at = song.uri.lastIndexOf('/');
          list.enter(at < 0 ? '' : song.uri.slice(0, at));
          reply.text(lines(song));
        }
        await reply.room();
      }
    }
    await list.end();
  }

  async function listFiles(uri: string, reply: Reply): Promise<void> {
    if (uri !== '' && !isSafe(uri)) throw noSuchDirectory();
    const path = songs.uris.pathOf(uri);
    if (path === undefined) {
      if (uri !== '') throw noSuchDirectory();
      for (const { uri: name } of (await songs.folder(uri))?.children ?? []) reply.text(folderLine(name));
      return;
    }
    const entries = await listFolder(paths, path, false).catch((error: unknown) => {
      throw error instanceof Unreadable
        ? new Ack(ACK.system, `Failed to open ${path}: No such file or directory`)
        : error;
    });
    const lines = new Map<string, string>();
    await forEachLimited(entries, TOGETHER, async (entry) => {
      const head = entry.isDirectory ? `directory: ${oneLine(basename(entry.path))}\n` : await fileLines(entry.path);
      if (head !== undefined) lines.set(entry.path, `${head}Last-Modified: ${isoTime(entry.modified)}\n`);
    });
    await reply.each(entries, ({ path: each }) => reply.text(lines.get(each) ?? ''));
  }

  /** A piece of a picture. @param path of the file that holds it @throws NotFound */
  async function picture(path: string, from: number, session: Session, reply: Reply, isTyped: boolean): Promise<void> {
    const { type, size, bytes } = await pieceOf(path, from, session);
    reply.line('size', size);
    if (isTyped) reply.line('type', type);
    reply.binary(bytes);
    await reply.room();
  }

  async function pieceOf(path: string, from: number, session: Session) {
    const cover = await covers.find(path, ORIGINAL);
    const name = `${path}\n${cover.etag}`;
    if (session.picture?.name === name) return heldPiece(session.picture, from, session);
    session.picture = undefined;
    const found = await cover.read();
    if ('bytes' in found) {
      found.release();
      const held: HeldPicture = { name, type: found.type, bytes: found.bytes };
      if (found.bytes.length <= MOST_HELD) hold(held, session);
      return heldPiece(held, from, session);
    }
    const { file, at, length, type } = found;
    try {
      requireOffset(from, length);
      const bytes = new Uint8Array(Math.min(session.pieceLength, length - from));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at + from);
      return { type, size: length, bytes: bytes.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  }

  /** Keeps a picture for the pieces that a client asks for next; pictures of other clients make room for it. */
  function hold(picture: HeldPicture, session: Session): void {
    session.picture = picture;
    let total = 0;
    for (const each of sessions()) total += each.picture?.bytes.length ?? 0;
    for (const each of sessions()) {
      if (total <= MOST_HELD_TOGETHER) return;
      if (each === session) continue;
      total -= each.picture?.bytes.length ?? 0;
      each.picture = undefined;
    }
  }

  /** @throws Ack, NotFound */
  async function albumArt(uri: string, from: number, session: Session, reply: Reply): Promise<void> {
    const missing = (): Ack => new Ack(ACK.noExist, 'No file exists');
    const located = await locateSong(uri, context).catch((error: unknown) => {
      throw error instanceof Ack && error.code === ACK.noExist ? missing() : error;
    });
    const id = located.kind === 'song' ? located.song.id : undefined;
    const path = id === undefined ? undefined : await library.coverOf(id);
    if (path === undefined) throw missing();
    await picture(path, from, session, reply, false).catch((error: unknown) => {
      throw error instanceof NotFound ? missing() : error;
    });
  }

  async function embeddedPicture(uri: string, from: number, session: Session, reply: Reply): Promise<void> {
    const located = await locateSong(uri, context);
    if (located.kind === 'stream' || located.song.id === undefined) return;
    try {
      await picture(await library.fileOf(located.song.id), from, session, reply, true);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
  }

  async function update([uri = '']: readonly string[], reply: Reply, reread: boolean): Promise<void> {
    const relative = uri === '/' ? '' : uri;
    if (relative !== '' && !isSafe(relative)) throw badArgument('Malformed path');
    const named = songs.uris.pathOf(relative);
    const path = relative === '' || named === undefined ? undefined : await folderOf(named);
    reply.line('updating_db', updates.start(path, reread));
  }

  /** A folder as it is, of a file the one that it lies in. @throws InvalidInput outside the library */
  async function folderOf(path: string): Promise<string> {
    const resolved = await paths.resolve(path);
    const facts = await stat(resolved).catch(() => undefined);
    return facts === undefined || facts.isDirectory() ? resolved : resolved.slice(0, resolved.lastIndexOf('/'));
  }

  return [
    command('lsinfo', [0, 1], async ({ args: [uri = ''], session, reply }) => {
      const located = await locate(uri, context);
      if (located.kind === 'folder') return listContents(located.folder, session, reply);
      const [song] = located.kind === 'song' ? [located.song] : await songs.at([located.url]);
      if (song !== undefined) reply.text(songLines(song, session.tagMask));
    }),
    command('listall', [0, 1], ({ args: [uri = ''], reply }) =>
      listAll(uri, (song) => `file: ${oneLine(song.uri)}\n`, reply),
    ),
    command('listallinfo', [0, 1], ({ args: [uri = ''], session, reply }) =>
      listAll(uri, session.tagMask && ((song) => songLines(song, session.tagMask)), reply),
    ),
    command('listfiles', [0, 1], ({ args: [uri = ''], reply }) => listFiles(uri, reply)),
    command('readcomments', [1, 1], async ({ args: [uri = ''], reply }) => {
      const located = await locateSong(uri, context);
      const [song] = located.kind === 'song' ? [located.song] : await songs.at([located.url]);
      // What the file says is given whole: `tagtypes` is about lists of songs.
      for (const [name, value] of song?.tags ?? []) reply.line(name, value);
    }),
    command('albumart', [2, 2], ({ args: [uri = '', from = ''], session, reply }) =>
      albumArt(uri, unsigned(from), session, reply),
    ),
    command('readpicture', [2, 2], ({ args: [uri = '', from = ''], session, reply }) =>
      embeddedPicture(uri, unsigned(from), session, reply),
    ),
    command('update', [0, 1], ({ args, reply }) => update(args, reply, false)),
    command('rescan', [0, 1], ({ args, reply }) => update(args, reply, true)),
  ];
}

const folderLine = (uri: string): string => `directory: ${oneLine(uri)}\n`;

/** The lines of a folder and of all below it, in order, as the songs in them are listed. */
class FolderList {
  /** Folders without a line yet. */
  readonly #seen = new Map<string, TreeFolder>();
  readonly #waiting: Iterator<string>;
  #last: string;

  constructor(
    top: TreeFolder,
    private readonly reply: Reply,
  ) {
    for (const folder of foldersBelow(top)) if (folder !== top) this.#seen.set(folder.uri, folder);
    this.#waiting = this.#seen.keys();
    this.#last = top.uri;
    if (top.uri !== '') reply.text(folderLine(top.uri));
  }

  /** The next song lies in this folder. Folders without songs of their own are listed before the folders in them. */
  enter(uri: string): void {
    if (uri === this.#last) return;
    this.#last = uri;
    if (!this.#seen.has(uri)) return;
    for (let next = this.#waiting.next(); !next.done; next = this.#waiting.next()) {
      this.reply.text(folderLine(next.value));
      if (next.value === uri) return;
    }
  }

  /** Lists what is left. @throws Goodbye */
  async end(): Promise<void> {
    for (let next = this.#waiting.next(); !next.done; next = this.#waiting.next()) {
      this.reply.text(folderLine(next.value));
      if (this.reply.isDue) await this.reply.room();
    }
  }
}

async function fileLines(path: string): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined);
  return facts && `file: ${oneLine(basename(path))}\nsize: ${facts.size}\n`;
}

function requireOffset(from: number, length: number): void {
  if (from > length) throw badArgument('Offset too large');
}

/** A piece of a picture that is held in memory: until the last piece was given. */
function heldPiece({ type, bytes }: HeldPicture, from: number, session: Session) {
  requireOffset(from, bytes.length);
  const end = from + session.pieceLength;
  if (end >= bytes.length) session.picture = undefined;
  return { type, size: bytes.length, bytes: bytes.subarray(from, end) };
}
