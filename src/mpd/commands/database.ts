/** Searches in the library, and what is counted in it. */
import { ACK, Ack, badArgument, noSuchDirectory } from '../ack.js';
import { EVERYTHING, type Range, unsigned, within } from '../arguments.js';
import { type Command, command, MANY } from '../command.js';
import type { Context } from '../context.js';
import { baseOf, conditionOf, type Filter, matcherOf, matchingOf } from '../filter.js';
import { parseFilter } from '../filter-parser.js';
import { tooLarge } from '../locate.js';
import type { Reply } from '../reply.js';
import { compareBytes, type Sort, sortKeyOf, sortedKeys, takeLast, takeSort, takeWindow } from '../selection.js';
import type { Session } from '../session.js';
import { sortedInSlices } from '../sort.js';
import { oneLine, type Song, songLines, valuesWithFallback } from '../song.js';
import { search, wantedText } from '../song-texts.js';
import { tagNamed, type TagName } from '../tag-names.js';

/** Songs read together once they are sorted. */
const PAGE = 100;
/** Values that `list` gathers: those of a library of a hundred thousand tracks, but not all combinations of all tags. */
const MOST_VALUES = 250_000;

interface Selection {
  readonly filter: Filter;
  readonly window: Range;
  readonly sort: Sort | undefined;
}

/** @throws Ack */
function selectionOf(args: readonly string[], folds: boolean): Selection {
  const words = [...args];
  const window = takeWindow(words) ?? EVERYTHING;
  const sort = takeSort(words);
  return { filter: parseFilter(words, folds), window, sort };
}

/** Everything, where nothing is said. @throws Ack */
function filterOf(words: readonly string[], folds: boolean): Filter {
  return words.length === 0 ? { kind: 'and', filters: [] } : parseFilter(words, folds);
}

/** @throws Ack */
function requireTag(name: string): TagName {
  const tag = tagNamed(name);
  if (tag === undefined) throw badArgument(`Unknown tag type: ${name}`);
  return tag;
}

interface Counted {
  songs: number;
  /** Milliseconds. */
  length: number;
}

export function databaseCommands(context: Context): Command[] {
  const { songs, player, queue, edits, stored, library, times, scanner } = context;

  /** Songs that a filter lets through, some at a time. @throws Ack where its base is not there */
  async function* matching(filter: Filter, reply: Reply): AsyncGenerator<readonly Song[]> {
    const base = baseOf(filter) ?? '';
    const matches = matcherOf(filter);
    const folder = await songs.folder(base);
    if (folder === undefined) {
      const location = songs.uris.locationOf(base);
      const song = location === undefined ? undefined : await songs.find(location);
      if (song === undefined) throw noSuchDirectory();
      yield matches(song) ? [song] : [];
      return;
    }
    for await (const some of songs.below(folder, conditionOf(filter))) {
      yield await matchingOf(some, matches, reply);
      await reply.room();
    }
  }

  /** Songs of a selection in its order. */
  async function* selected({ filter, window, sort }: Selection, reply: Reply): AsyncGenerator<readonly Song[]> {
    if (sort === undefined) {
      let at = 0;
      for await (const some of matching(filter, reply)) {
        yield some.slice(Math.max(window.start - at, 0), Math.max(window.end - at, 0));
        at += some.length;
        if (at >= window.end) return;
      }
      return;
    }
    const found: { readonly key: string | number; readonly location: string }[] = [];
    for await (const some of matching(filter, reply)) {
      for (const song of some) found.push({ key: sortKeyOf(song, sort.by), location: song.location });
    }
    const { start, end } = within(window, found.length);
    const ordered = (await sortedKeys(found, sort.isDescending)).slice(start, end);
    for (let at = 0; at < ordered.length; at += PAGE) {
      yield await songs.at(ordered.slice(at, at + PAGE).map(({ location }) => location));
    }
  }

  async function print(selection: Selection, session: Session, reply: Reply): Promise<void> {
    const isPlain = selection.sort === undefined && session.tagMask === undefined;
    const wanted = isPlain ? wantedText(selection.filter) : undefined;
    if (wanted !== undefined) return printTexts(wanted, selection.window, reply);
    for await (const some of selected(selection, reply)) {
      for (const song of some) reply.text(songLines(song, session.tagMask));
      await reply.room();
    }
  }

  /** Songs that have a folded text in one of their tags. */
  async function printTexts(wanted: string, { start, end }: Range, reply: Reply): Promise<void> {
    let at = 0;
    for await (const some of songs.texts(await songs.tree())) {
      for (const text of some) {
        const { count, lines } = search(text, wanted, start - at, end - at);
        if (lines !== '') reply.text(lines);
        at += count;
        if (at >= end) return;
      }
      await reply.room();
    }
  }

  /** @throws Ack when there are more than `most` */
  async function collect(selection: Selection, most: number, reply: Reply): Promise<Song[]> {
    const found: Song[] = [];
    for await (const some of selected(selection, reply)) {
      for (const song of some) found.push(song);
      if (found.length > most) throw tooLarge();
    }
    return found;
  }

  async function add(args: readonly string[], folds: boolean, session: Session, reply: Reply): Promise<void> {
    const words = [...args];
    const at = takeLast(words, 'position');
    // Refused before the search; counted again after it, in which the queue may have changed.
    queue.insertionAt(at);
    const room = player.queue().capacity - queue.entries.length;
    const found = await collect(selectionOf(words, folds), room, reply);
    const locations = found.map(({ location }) => location);
    session.settle(edits.insert(locations, queue.insertionAt(at)));
  }

  async function addToPlaylist([name = '', ...args]: readonly string[], reply: Reply): Promise<void> {
    const words = [...args];
    const at = takeLast(words, 'position');
    const position = at === undefined ? undefined : unsigned(at);
    const found = await collect(selectionOf(words, true), stored.capacity, reply);
    await stored.add(name, found, position);
  }

  async function count(args: readonly string[], folds: boolean, reply: Reply): Promise<void> {
    const words = [...args];
    const group = takeLast(words, 'group');
    const tag = group === undefined ? undefined : requireTag(group);
    const filter = filterOf(words, folds);
    const all: Counted = { songs: 0, length: 0 };
    const groups = new Map<string, Counted>();
    const countIn = (counted: Counted, { duration = 0 }: Song): void => {
      counted.songs += 1;
      counted.length += duration;
    };
    for await (const some of matching(filter, reply)) {
      for (const song of some) {
        countIn(all, song);
        if (tag === undefined) continue;
        for (const value of valuesOrEmpty(song, tag)) {
          const counted = groups.get(value) ?? { songs: 0, length: 0 };
          groups.set(value, counted);
          countIn(counted, song);
        }
      }
      await reply.room();
    }
    const printed = ({ songs: number, length }: Counted): string =>
      `songs: ${number}\nplaytime: ${Math.floor(length / 1000)}\n`;
    if (tag === undefined) reply.text(printed(all));
    for (const [value, counted] of await sortedInSlices([...groups], byText)) {
      await reply.room();
      reply.text(`${tag ?? ''}: ${oneLine(value)}\n${printed(counted)}`);
    }
  }

  async function list([name = '', ...args]: readonly string[], reply: Reply): Promise<void> {
    const lower = name.toLowerCase();
    if (lower === 'file' || lower === 'filename') {
      const filter = filterOf(args, false);
      for await (const some of matching(filter, reply)) {
        for (const { uri } of some) reply.line('file', uri);
        await reply.room();
      }
      return;
    }
    const tag = requireTag(name);
    let words = [...args];
    const [only = ''] = words;
    if (words.length === 1 && !only.startsWith('(')) {
      if (tag !== 'Album') throw badArgument('should be "Album" for 3 arguments');
      words = ['Artist', only];
    }
    const tags: TagName[] = [];
    for (let group = takeLast(words, 'group'); group !== undefined; group = takeLast(words, 'group')) {
      const each = requireTag(group);
      if (each === tag || tags.includes(each)) throw badArgument('Conflicting group');
      tags.push(each);
    }
    tags.push(tag);
    const filter = filterOf(words, false);
    const gathered = new GatheredValues();
    for await (const some of matching(filter, reply)) {
      for (const song of some) {
        if (reply.isDue) await reply.room();
        gathered.add(song, tags);
      }
    }
    await printValues(gathered.values, tags, reply);
  }

  return [
    command('find', [1, MANY], ({ args, session, reply }) => print(selectionOf(args, false), session, reply)),
    command('search', [1, MANY], ({ args, session, reply }) => print(selectionOf(args, true), session, reply)),
    command('findadd', [1, MANY], ({ args, session, reply }) => add(args, false, session, reply)),
    command('searchadd', [1, MANY], ({ args, session, reply }) => add(args, true, session, reply)),
    command('searchaddpl', [2, MANY], ({ args, reply }) => addToPlaylist(args, reply)),
    command('count', [1, MANY], ({ args, reply }) => count(args, false, reply)),
    command('searchcount', [1, MANY], ({ args, reply }) => count(args, true, reply)),
    command('list', [1, MANY], ({ args, reply }) => list(args, reply)),
    command('stats', [0, 0], async ({ reply }) => {
      const { up, played } = times();
      reply.line('uptime', Math.floor(up / 1000));
      reply.line('playtime', Math.round(played / 1000));
      const totals = await library.songs.totals();
      reply.line('artists', await library.all('artist').total());
      reply.line('albums', await library.all('album').total());
      reply.line('songs', totals.songs);
      reply.line('db_playtime', Math.floor(totals.length / 1000));
      const { last } = scanner.read();
      if (last !== undefined) reply.line('db_update', last.at);
    }),
  ];
}

const byText = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  compareBytes(one, other);

/** Values of tags within each other; undefined for those of the last tag, which hold none. */
type Values = Map<string, Values | undefined>;

function valuesOrEmpty(song: Song, tag: TagName): readonly string[] {
  const values = valuesWithFallback(song, tag);
  return values.length === 0 ? [''] : values;
}

class GatheredValues {
  readonly values: Values = new Map<string, Values | undefined>();
  #count = 0;

  /** @throws Ack when there are too many */
  add(song: Song, tags: readonly TagName[]): void {
    this.#gather(this.values, song, tags);
  }

  #gather(into: Values, song: Song, [tag, ...rest]: readonly TagName[]): void {
    if (tag === undefined) return;
    const isLast = rest.length === 0;
    for (const value of valuesOrEmpty(song, tag)) {
      let below = into.get(value);
      if (below === undefined && !(isLast && into.has(value))) {
        this.#count += 1;
        if (this.#count > MOST_VALUES) throw new Ack(ACK.system, 'Too many different values: group by fewer tags');
        below = isLast ? undefined : new Map<string, Values | undefined>();
        into.set(value, below);
      }
      if (below !== undefined) this.#gather(below, song, rest);
    }
  }
}

async function printValues(
  values: Values | undefined,
  [tag, ...rest]: readonly TagName[],
  reply: Reply,
): Promise<void> {
  if (tag === undefined || values === undefined) return;
  for (const [value, below] of await sortedInSlices([...values], byText)) {
    reply.text(`${tag}: ${oneLine(value)}\n`);
    await printValues(below, rest, reply);
    await reply.room();
  }
}
