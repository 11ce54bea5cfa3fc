/** Stored playlists, and playlist files that lie in the library. */
import { TonearmError } from '../../errors.js';
import { isPlaylist } from '../../library/files.js';
import { findEntries } from '../../playlists/files/find-entries.js';
import { readFromLibrary } from '../../playlists/files/library-file.js';
import { badArgument, noSuchPlaylist } from '../ack.js';
import { EVERYTHING, OPEN, range, type Range, unsigned } from '../arguments.js';
import { type Command, command } from '../command.js';
import type { Context } from '../context.js';
import { matcherOf, matchingOf } from '../filter.js';
import { parseFilter } from '../filter-parser.js';
import { locate, type Located, tooLarge } from '../locate.js';
import type { Reply } from '../reply.js';
import { takeWindow } from '../selection.js';
import type { Session } from '../session.js';
import { isoTime, oneLine, type Song, songLines } from '../song.js';
import { partOf } from '../stored-playlists.js';

/** Songs looked up together. */
const PAGE = 100;
/** The playlist of all radio stations that a person keeps: to be played, not to be changed. */
const STATIONS = 'Radio stations';

export function playlistCommands(context: Context): Command[] {
  const { stored, songs, player, queue, edits, library, paths, streams } = context;

  /** What a stored playlist, or a playlist file of the library, names. @throws Ack */
  async function locationsIn(name: string): Promise<readonly string[]> {
    const playlist = await stored.find(name);
    if (playlist !== undefined) return (await stored.entries(playlist)).map(({ location }) => location);
    if (name === STATIONS) return stationUrls(context);
    const path = songs.uris.locationOf(name);
    if (path === undefined || !path.startsWith('/') || !isPlaylist(path)) throw noSuchPlaylist();
    try {
      const { entries } = await readFromLibrary(path, paths);
      const { tracks } = await findEntries(entries, { library, paths, streams }, true);
      return tracks.flatMap(({ location }) => location ?? []);
    } catch (error) {
      throw error instanceof TonearmError ? noSuchPlaylist() : error;
    }
  }

  async function* songsIn(locations: readonly string[]): AsyncGenerator<readonly Song[]> {
    for (let at = 0; at < locations.length; at += PAGE) yield await songs.at(locations.slice(at, at + PAGE));
  }

  async function songsOf(located: Located): Promise<Song[]> {
    if (located.kind === 'stream') return songs.at([located.url]);
    if (located.kind === 'song') return [located.song];
    const all: Song[] = [];
    for await (const some of songs.below(located.folder)) {
      for (const song of some) all.push(song);
      // More than it could take: the playlist refuses them.
      if (all.length > stored.capacity) break;
    }
    return all;
  }

  async function queued(): Promise<Song[]> {
    const all: Song[] = [];
    for await (const some of songsIn(queue.entries.map(({ location }) => location))) {
      for (const song of some) all.push(song);
    }
    return all;
  }

  async function save([name = '', mode = 'create']: readonly string[], session: Session): Promise<void> {
    if (mode === 'create') return stored.create(name, await queued());
    if (mode !== 'append' && mode !== 'replace') {
      throw badArgument("Unrecognized save mode, expected one of 'create', 'append', 'replace'");
    }
    await stored.get(name);
    if (mode === 'append') return stored.add(name, await queued());
    // What was in the playlist is lost, as by `playlistclear`.
    await edits.requirePin(session, 'save');
    await stored.replace(name, await queued());
  }

  async function printInfo(locations: readonly string[], session: Session, reply: Reply): Promise<void> {
    for await (const some of songsIn(locations)) {
      for (const song of some) reply.text(songLines(song, session.tagMask));
      await reply.room();
    }
  }

  async function search([name = '', ...args]: readonly string[], session: Session, reply: Reply): Promise<void> {
    const words = [...args];
    const window = words.length === 3 ? (takeWindow(words) ?? EVERYTHING) : EVERYTHING;
    const locations = await locationsIn(name);
    const matches = matcherOf(parseFilter(words, true));
    let [position, found] = [0, 0];
    for await (const some of songsIn(locations)) {
      const first = position;
      const placed = some.map((song, at) => ({ song, position: first + at }));
      for (const each of await matchingOf(placed, ({ song }) => matches(song), reply)) {
        if (found >= window.start && found < window.end) {
          reply.text(`${songLines(each.song, session.tagMask)}Pos: ${each.position}\n`);
        }
        found += 1;
      }
      position += some.length;
      if (found >= window.end) return;
      await reply.room();
    }
  }

  const partArgument = (text: string | undefined): Range => (text === undefined ? EVERYTHING : range(text));

  return [
    command('listplaylists', [0, 0], ({ reply }) => printNames(context, reply)),
    command('listplaylist', [1, 2], async ({ args: [name = '', part], reply }) => {
      const wanted = partArgument(part);
      await reply.each(partOf(await locationsIn(name), wanted), (location) =>
        reply.text(`file: ${oneLine(songs.uris.of(location) ?? location)}\n`),
      );
    }),
    command('listplaylistinfo', [1, 2], async ({ args: [name = '', part], session, reply }) => {
      const wanted = partArgument(part);
      await printInfo(partOf(await locationsIn(name), wanted), session, reply);
    }),
    command('searchplaylist', [2, 4], ({ args, session, reply }) => search(args, session, reply)),
    command('playlistlength', [1, 1], async ({ args: [name = ''], reply }) => {
      const locations = await locationsIn(name);
      let length = 0;
      for await (const some of songsIn(locations)) {
        for (const { duration = 0 } of some) length += duration;
        await reply.room();
      }
      reply.line('songs', locations.length);
      reply.line('playtime', Math.floor(length / 1000));
    }),
    command('load', [1, 3], async ({ args: [name = '', part, at], session }) => {
      const wanted = partArgument(part);
      queue.insertionAt(at);
      const locations = partOf(await locationsIn(name), wanted);
      if (locations.length > player.queue().capacity - queue.entries.length) throw tooLarge();
      session.settle(edits.insert(locations, queue.insertionAt(at)));
    }),
    command('save', [1, 2], ({ args, session }) => save(args, session)),
    command('rm', [1, 1], ({ args: [name = ''] }) => stored.remove(name), 'changes'),
    command('rename', [2, 2], ({ args: [from = '', to = ''] }) => stored.rename(from, to)),
    command('playlistadd', [2, 3], async ({ args: [name = '', uri = '', at] }) => {
      const position = at === undefined ? undefined : unsigned(at);
      await stored.add(name, await songsOf(await locate(uri, context)), position);
    }),
    command('playlistclear', [1, 1], ({ args: [name = ''] }) => stored.clear(name), 'changes'),
    command(
      'playlistdelete',
      [2, 2],
      ({ args: [name = '', part = ''] }) => stored.removeRange(name, range(part)),
      'changes',
    ),
    command('playlistmove', [3, 3], async ({ args: [name = '', from = '', to = ''] }) => {
      const part = range(from);
      if (part.end === OPEN) throw badArgument('Open-ended range not supported');
      const goal = unsigned(to);
      if (part.start !== part.end && part.start !== goal) await stored.move(name, part, goal);
    }),
  ];
}

export async function printNames(
  context: Pick<Context, 'stored' | 'stations' | 'streams'>,
  reply: Reply,
): Promise<void> {
  const all = await context.stored.list();
  for (const { name, playlist } of all) {
    reply.text(`playlist: ${name}\nLast-Modified: ${isoTime(playlist.updatedAt)}\n`);
  }
  const isTaken = all.some(({ name }) => name === STATIONS);
  if (!isTaken && (await stationUrls(context)).length > 0) reply.text(`playlist: ${STATIONS}\n`);
}

/** Addresses of the radio stations that a person keeps, without those that streams may not come from. */
async function stationUrls({ stations, streams }: Pick<Context, 'stations' | 'streams'>): Promise<string[]> {
  return (await stations.list()).map(({ url }) => url).filter((url) => typeof streams.examine(url) === 'string');
}
