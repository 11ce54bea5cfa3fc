/** The queue: what is in it, and edits. */
import { randomInt } from 'node:crypto';

import { ACK, Ack, badArgument, badIndex, noSuchSong, notSupported } from '../ack.js';
import {
  clipped,
  EVERYTHING,
  float,
  moveDestination,
  OPEN,
  range,
  type Range,
  unsigned,
  within,
} from '../arguments.js';
import { type Command, command, MANY } from '../command.js';
import type { Context } from '../context.js';
import { matcherOf, matchingOf } from '../filter.js';
import { parseFilter } from '../filter-parser.js';
import { locate, locateSong, locationsOf, tooLarge } from '../locate.js';
import { positionsOf, queuedLines, type QueuedSong } from '../queue-view.js';
import type { Reply } from '../reply.js';
import type { Session } from '../session.js';
import { oneLine } from '../song.js';
import { sorted, takeSort, takeWindow } from '../selection.js';
import { tagNamed } from '../tag-names.js';
import { remember } from './stream-tags.js';

/** Songs of a part of the queue that is shuffled: each is moved by itself. */
const MOST_SHUFFLED = 500;

export function queueCommands(context: Context): Command[] {
  const { player, queue, songs, edits } = context;

  async function match(args: readonly string[], folds: boolean, session: Session, reply: Reply): Promise<void> {
    const rest = [...args];
    const window = takeWindow(rest) ?? EVERYTHING;
    const sort = takeSort(rest, true);
    const matches = matcherOf(parseFilter(rest, folds));
    const found: QueuedSong[] = [];
    const most = sort === undefined ? window.end : Infinity;
    if (sort === undefined) within(window, queue.entries.length);
    for await (const page of queue.songsAt(positionsOf({ start: 0, end: queue.entries.length }))) {
      for (const each of await matchingOf(page, ({ song }) => matches(song), reply)) found.push(each);
      if (found.length >= most) break;
      await reply.room();
    }
    const ordered = sort === undefined ? found : await sorted(found, sort, ({ song }) => song);
    const { start, end } = sort === undefined ? clipped(window, ordered.length) : within(window, ordered.length);
    await reply.each(ordered.slice(start, end), (each) => reply.text(queuedLines(each, session)));
  }

  function move(from: Range, destination: string): Promise<void> {
    const { length } = queue.entries;
    if (from.start >= length || from.end > length || from.start === from.end) throw badIndex();
    const to = moveDestination(destination, from, queue.extent);
    if (to + (from.end - from.start) > length) throw badIndex();
    return to === from.start ? Promise.resolve() : player.move(from.start, to, from.end - from.start);
  }

  async function swap(one: number, other: number): Promise<void> {
    const { length } = queue.entries;
    if (one >= length || other >= length) throw badIndex();
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    if (low === high) return;
    const done = [player.move(low, high, 1)];
    if (high - low > 1) done.push(player.move(high - 1, low, 1));
    await Promise.all(done);
  }

  /** All of it by the player's own shuffle; a part by moves. */
  async function shuffle(part: Range): Promise<void> {
    const { start, end } = within(part, queue.entries.length);
    const count = end - start;
    if (count < 2) return;
    if (count === queue.entries.length) {
      await player.shuffle(player.queue().index);
      return;
    }
    if (count > MOST_SHUFFLED) throw notSupported(`At most ${MOST_SHUFFLED} songs of the queue are shuffled apart`);
    const { current } = queue;
    const isPlaying = player.currentTrack() !== undefined && current !== undefined;
    const first = isPlaying && current >= start && current < end ? start + 1 : start;
    const done: Promise<void>[] = [];
    if (first > start && current !== undefined && current !== start) done.push(player.move(current, start, 1));
    for (let at = first; at < end - 1; at++) {
      const from = randomInt(at, end);
      if (from !== at) done.push(player.move(from, at, 1));
    }
    await Promise.all(done);
  }

  const requireSong = (id: string): number => queue.positionOf(unsigned(id));

  /** What the core has no priorities and ranges for. */
  const refusePriority = (level: string): void => {
    if (unsigned(level, 0xff) !== 0) throw notSupported('Songs of the queue have no priorities here');
  };

  return [
    command('add', [1, 2], async ({ args: [uri = '', at], session }) => {
      // Refused before anything is looked up; counted again after it, in which the queue may have changed.
      queue.insertionAt(at);
      const room = player.queue().capacity - queue.entries.length;
      const locations = await locationsOf(await locate(uri, context), songs, room);
      session.settle(edits.insert(locations, queue.insertionAt(at)));
    }),
    command('addid', [1, 2], async ({ args: [uri = '', at], session, reply }) => {
      queue.insertionAt(at);
      const located = await locateSong(uri, context);
      const [location = ''] = await locationsOf(located, songs, 1);
      if (queue.entries.length >= player.queue().capacity) throw tooLarge();
      const { key, done } = await edits.insertOne(location, queue.insertionAt(at));
      session.settle(done);
      reply.line('Id', key);
    }),
    command('delete', [1, 1], async ({ args: [part = ''], session }) => {
      const { start, end } = within(range(part), queue.entries.length);
      await edits.requireRemoval(end - start, session, 'delete');
      if (end > start) session.settle(edits.remove(positionsOf({ start, end })));
    }),
    command('deleteid', [1, 1], async ({ args: [id = ''], session }) => {
      const position = requireSong(id);
      await edits.requireRemoval(1, session, 'deleteid');
      session.settle(edits.remove([position]));
    }),
    command('clear', [0, 0], ({ session }) => session.settle(edits.clear()), 'changes'),
    command('move', [2, 2], ({ args: [from = '', to = ''], session }) => {
      const part = range(from);
      if (part.end === OPEN) throw badArgument('Open-ended range not supported');
      session.settle(move(part, to));
    }),
    command('moveid', [2, 2], ({ args: [id = '', to = ''], session }) => {
      const start = requireSong(id);
      session.settle(move({ start, end: start + 1 }, to));
    }),
    command('swap', [2, 2], async ({ args: [one = '', other = ''] }) => swap(unsigned(one), unsigned(other))),
    command('swapid', [2, 2], async ({ args: [one = '', other = ''] }) => {
      const ids = [unsigned(one), unsigned(other)] as const;
      await swap(queue.positionOf(ids[0]), queue.positionOf(ids[1]));
    }),
    command('shuffle', [0, 1], async ({ args: [part] }) => shuffle(part === undefined ? EVERYTHING : range(part))),
    command('playlist', [0, 0], async ({ reply }) => {
      await reply.each(queue.entries.entries(), ([at, { location }]) =>
        reply.text(`${at}:file: ${oneLine(songs.uris.of(location) ?? location)}\n`),
      );
    }),
    command('playlistinfo', [0, 1], async ({ args: [part], session, reply }) => {
      const wanted = within(part === undefined ? EVERYTHING : range(part), queue.entries.length);
      await queue.printRange(wanted, session, reply);
    }),
    command('playlistid', [0, 1], async ({ args: [id], session, reply }) => {
      const at = id === undefined ? undefined : requireSong(id);
      const part = at === undefined ? { start: 0, end: queue.entries.length } : { start: at, end: at + 1 };
      await queue.printRange(part, session, reply);
    }),
    command('playlistfind', [1, MANY], ({ args, session, reply }) => match(args, false, session, reply)),
    command('playlistsearch', [1, MANY], ({ args, session, reply }) => match(args, true, session, reply)),
    command('plchanges', [1, 2], async ({ args: [version = '', part], session, reply }) => {
      await queue.print(changed(unsigned(version), part), session, reply);
    }),
    command('plchangesposid', [1, 2], async ({ args: [version = '', part], reply }) => {
      const { entries } = queue;
      await reply.each(changed(unsigned(version), part), (at) =>
        reply.text(`cpos: ${at}\nId: ${entries[at]?.key ?? 0}\n`),
      );
    }),
    command('prio', [2, MANY], ({ args: [level = '', ...parts] }) => {
      for (const part of parts) within(range(part), queue.entries.length);
      refusePriority(level);
    }),
    command('prioid', [2, MANY], ({ args: [level = '', ...ids] }) => {
      for (const id of ids) requireSong(id);
      refusePriority(level);
    }),
    command('rangeid', [2, 2], ({ args: [id = '', part = ''] }) => {
      const song = unsigned(id);
      const [, start, end] = /^([^:]*):([^:]*)$/.exec(part) ?? [];
      if (start === undefined || end === undefined) throw badArgument('Bad range');
      const bounds = [start, end].map((bound) => (bound === '' ? 0 : float(bound)));
      queue.positionOf(song);
      if (bounds.some((bound) => bound !== 0)) throw notSupported('Songs of the queue are played as a whole here');
    }),
    command('addtagid', [3, 3], async ({ args: [id = '', name = '', value = ''] }) => {
      const song = unsigned(id);
      const tag = tagNamed(name);
      if (tag === undefined) throw badArgument(`Unknown tag type: ${name}`);
      await remember(streamAt(song), tag, value, context);
    }),
    command('cleartagid', [1, 2], async ({ args: [id = '', name] }) => {
      const song = unsigned(id);
      const tag = name === undefined ? undefined : tagNamed(name);
      if (name !== undefined && tag === undefined) throw badArgument(`Unknown tag type: ${name}`);
      await remember(streamAt(song), tag, '', context);
    }),
  ];

  function changed(version: number, part: string | undefined): number[] {
    const { start, end } = clipped(part === undefined ? EVERYTHING : range(part), queue.entries.length);
    return positionsOf({ start, end }).filter((at) => queue.versions.isNewer(at, version));
  }

  /** The URL of a stream in the queue. @throws Ack for a file */
  function streamAt(id: number): string {
    const entry = queue.entries[queue.positionOf(id)];
    if (entry === undefined) throw noSuchSong();
    if (entry.location.startsWith('/')) throw new Ack(ACK.permission, 'Cannot edit tags of local file');
    return entry.location;
  }
}
