/**
 * Stickers: values that clients keep with songs, playlists, tags and filters. The sticker `like` of a song is the like of
 * the library: `2` is liked, as in myMPD; any other value is kept as it is.
 */
import { ACK, Ack, badArgument, quoted } from '../ack.js';
import { EVERYTHING, integer, type Range, range } from '../arguments.js';
import { type Command, command, MANY } from '../command.js';
import type { Context } from '../context.js';
import { baseOf, conditionOf, type Filter, matcherOf } from '../filter.js';
import { parseFilter } from '../filter-parser.js';
import type { Reply } from '../reply.js';
import { compareBytes, sortedKeys, takeLast } from '../selection.js';
import type { Song } from '../song.js';
import { SONG, type Sticker } from '../sticker-store.js';
import { tagNamed, type TagName } from '../tag-names.js';

/** Tags that stickers can be kept with (`src/sticker/AllowedTags.cxx`). */
const STICKER_TAGS: readonly TagName[] = ['Artist', 'Album', 'AlbumArtist', 'Title', 'Genre', 'Composer', 'Label'];
/** Songs looked up together. */
const PAGE = 250;
const LIKE = 'like';
const LIKED = '2';

type Test = (value: string) => boolean;

const asNumber = (text: string): number => Number.parseInt(text, 10) || 0;

/** Lower case of ASCII letters only, as SQLite's LIKE compares. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Whether something is found below a base: a song in a folder; anything else by the beginning of its name, as in MPD. */
function belowTest(kind: string, base: string): Test {
  if (base === '') return () => true;
  if (kind === SONG) return (uri) => uri.startsWith(`${base}/`);
  const start = lowerAscii(base);
  return (uri) => lowerAscii(uri).startsWith(start);
}

/** What `find` compares with, by its operator. */
const OPERATORS: Readonly<Record<string, (wanted: string) => Test>> = {
  '=': (wanted) => (value) => value === wanted,
  '<': (wanted) => (value) => compareBytes(value, wanted) < 0,
  '>': (wanted) => (value) => compareBytes(value, wanted) > 0,
  eq: (wanted) => (value) => asNumber(value) === asNumber(wanted),
  lt: (wanted) => (value) => asNumber(value) < asNumber(wanted),
  gt: (wanted) => (value) => asNumber(value) > asNumber(wanted),
  contains: (wanted) => (value) => value.toLowerCase().includes(wanted.toLowerCase()),
  starts_with: (wanted) => (value) => value.toLowerCase().startsWith(wanted.toLowerCase()),
};

/** What stickers are kept with: how it is called in the store. */
interface Subject {
  readonly kind: string;
  readonly uri: string;
}

export function stickerCommands(context: Context): Command[] {
  const { stickers, songs, stored, library } = context;

  /** @throws Ack where there is no such thing */
  async function subjectOf(kind: string, uri: string, reply: Reply): Promise<Subject> {
    if (kind === SONG) {
      const location = songs.uris.locationOf(uri);
      const song = location === undefined ? undefined : await songs.find(location);
      if (song?.id === undefined) throw new Ack(ACK.noExist, 'No such song');
      return { kind, uri: song.id };
    }
    if (kind === 'playlist') {
      if ((await stored.find(uri)) === undefined) throw badArgument(`no such playlist: ${quoted(uri)}`);
      return { kind, uri };
    }
    if (kind === 'filter') {
      const filter = parseFilter([uri], false);
      if (!(await exists(filter, reply))) throw badArgument(`no matches found: ${quoted(uri)}`);
      return { kind, uri };
    }
    const tag = tagNamed(requireDomain(kind));
    if (tag === undefined) throw badArgument('bad request');
    if (!STICKER_TAGS.includes(tag)) throw badArgument(`unsupported tag: ${quoted(tag)}`);
    const test = { value: uri, folds: false, position: 'full', isNegated: false } as const;
    const hasTag = ({ tags }: Song): boolean => tags.some(([name, value]) => name === tag && value === uri);
    if (uri === '' || !(await exists({ kind: 'tag', tag, test }, reply, hasTag))) {
      throw badArgument(`no such ${tag}: ${quoted(uri)}`);
    }
    return { kind: tag, uri };
  }

  /** @param matches stricter than the filter, where a tag may stand in for another one */
  async function exists(filter: Filter, reply: Reply, matches = matcherOf(filter)): Promise<boolean> {
    const folder = await songs.folder(baseOf(filter) ?? '');
    if (folder === undefined) return false;
    for await (const some of songs.below(folder, conditionOf(filter))) {
      for (const song of some) {
        if (reply.isDue) await reply.room();
        if (matches(song)) return true;
      }
    }
    return false;
  }

  const isLike = ({ kind }: Subject, name: string): boolean => kind === SONG && name === LIKE;

  async function get(subject: Subject, name: string): Promise<string | undefined> {
    if (isLike(subject, name) && (await library.isLiked('track', subject.uri))) return LIKED;
    return stickers.get(subject.kind, subject.uri, name);
  }

  async function set(subject: Subject, name: string, value: string): Promise<void> {
    if (!isLike(subject, name)) return stickers.set(subject.kind, subject.uri, name, value);
    if (value === LIKED) {
      await library.like('track', subject.uri);
      await stickers.remove(subject.kind, subject.uri, name);
      return;
    }
    if (await library.isLiked('track', subject.uri)) await library.unlike('track', subject.uri);
    await stickers.set(subject.kind, subject.uri, name, value);
  }

  /** What is no number counts as 0. */
  async function add(subject: Subject, name: string, amount: number): Promise<void> {
    const { kind, uri } = subject;
    if (!isLike(subject, name)) return stickers.add(kind, uri, name, amount);
    await set(subject, name, String(asNumber((await get(subject, name)) ?? '') + amount));
  }

  async function remove(subject: Subject, name: string | undefined): Promise<void> {
    let isGone = await stickers.remove(subject.kind, subject.uri, name);
    if (subject.kind === SONG && (name === undefined || name === LIKE)) {
      const isLiked = await library.isLiked('track', subject.uri);
      if (isLiked) await library.unlike('track', subject.uri);
      isGone ||= isLiked;
    }
    if (!isGone) throw new Ack(ACK.noExist, `no such sticker: ${quoted(name ?? '')}`);
  }

  async function list(subject: Subject, reply: Reply): Promise<void> {
    const all = new Map(await stickers.list(subject.kind, subject.uri));
    const like = await get(subject, LIKE);
    if (like !== undefined) all.set(LIKE, like);
    for (const [name, value] of [...all].sort(([one], [other]) => compareBytes(one, other))) {
      reply.line('sticker', `${name}=${value}`);
    }
  }

  /** All stickers of a name; hearts among them. */
  async function* all(kind: string, name: string): AsyncGenerator<readonly Sticker[]> {
    if (kind !== SONG || name !== LIKE) {
      yield* stickers.find(kind, name);
      return;
    }
    const keys = await library.liked('track').keys();
    for (let at = 0; at < keys.length; at += PAGE) {
      const locations = await library.locations(keys.subarray(at, at + PAGE));
      yield (await songs.at(locations)).flatMap(({ id }) => (id === undefined ? [] : [{ uri: id, value: LIKED }]));
    }
    yield* stickers.find(kind, name);
  }

  async function find(args: readonly string[], reply: Reply): Promise<void> {
    const words = [...args];
    const window = takeWindowOf(words);
    const sort = takeSortOf(words);
    const [kind = '', below = '', name = '', operator, wanted = ''] = words;
    const known = requireDomain(kind);
    const makeTest = operator === undefined || !Object.hasOwn(OPERATORS, operator) ? undefined : OPERATORS[operator];
    if (operator !== undefined && makeTest === undefined) throw badArgument(`bad operator ${quoted(operator)}`);
    const test = makeTest?.(wanted) ?? (() => true);
    const found: { readonly key: string | number; readonly uri: string; readonly value: string }[] = [];
    const isBelow = belowTest(known, below);
    for await (const some of all(known, name)) {
      const passing = some.filter(({ value }) => test(value));
      const uris = await shownUris(known, passing);
      for (const [at, { value }] of passing.entries()) {
        const shown = uris[at];
        if (shown === undefined || !isBelow(shown)) continue;
        const key = sort?.by === 'value' ? value : sort?.by === 'value_int' ? asNumber(value) : shown;
        found.push({ key, uri: shown, value });
      }
      await reply.room();
    }
    const ordered = await sortedKeys(found, sort?.isDescending === true);
    await reply.each(ordered.slice(window.start, window.end), ({ uri, value }) => {
      reply.line(known === SONG ? 'file' : known, uri);
      reply.line('sticker', `${name}=${value}`);
    });
  }

  /** Names and kinds of all stickers, in order; `like` is among them where a track is liked. */
  async function namesOfKinds(): Promise<readonly (readonly [name: string, kind: string])[]> {
    const kept = await stickers.namesOfKinds();
    const hasLike = kept.some(([name, kind]) => name === LIKE && kind === SONG);
    if (hasLike || (await library.liked('track').keys()).length === 0) return kept;
    return [...kept, [LIKE, SONG] as const].sort(
      ([name, kind], [other, otherKind]) => compareBytes(name, other) || compareBytes(kind, otherKind),
    );
  }

  /** URIs of what stickers are of; undefined for songs that are not there now. */
  async function shownUris(kind: string, found: readonly Sticker[]): Promise<(string | undefined)[]> {
    if (kind !== SONG) return found.map(({ uri }) => uri);
    const named = await library.named(found.map(({ uri }) => uri));
    return named.map((each) =>
      each === undefined || each.stream !== undefined ? undefined : songs.uris.of(each.location),
    );
  }

  async function sticker(args: readonly string[], reply: Reply): Promise<void> {
    const [action = '', kind = '', uri = '', name, value] = args;
    const count = args.length;
    if (action === 'find' && count >= 4) return find(args.slice(1), reply);
    const isKnown = (action === 'list' && count === 3) || (action === 'get' && count === 4);
    const isChange = count === 5 && ['set', 'inc', 'dec'].includes(action);
    const isRemoval = action === 'delete' && (count === 3 || count === 4);
    requireDomain(kind);
    if (!isKnown && !isChange && !isRemoval) throw badArgument('bad request');
    if (isChange && name === '') throw badArgument('empty sticker name');
    const subject = await subjectOf(kind, uri, reply);
    if (action === 'list') return list(subject, reply);
    if (isRemoval) return remove(subject, name);
    if (name === undefined) throw badArgument('bad request');
    if (action === 'get') {
      const found = await get(subject, name);
      if (found === undefined) throw new Ack(ACK.noExist, `no such sticker: ${quoted(name)}`);
      reply.line('sticker', `${name}=${found}`);
      return;
    }
    if (action === 'set') return set(subject, name, value ?? '');
    const amount = integer(value ?? '');
    await add(subject, name, action === 'inc' ? amount : -amount);
  }

  return [
    command('sticker', [3, MANY], ({ args, reply }) => sticker(args, reply)),
    command('stickernames', [0, 0], async ({ reply }) => {
      const names = new Set((await namesOfKinds()).map(([name]) => name));
      await reply.each(names, (name) => reply.line('name', name));
    }),
    command('stickernamestypes', [0, 1], async ({ args: [kind], reply }) => {
      const known = kind === undefined || [SONG, 'playlist', 'filter'].includes(kind) ? kind : tagNamed(kind);
      if (kind !== undefined && known === undefined) throw badArgument(`no such tag ${quoted(kind)}`);
      await reply.each(await namesOfKinds(), ([name, each]) => {
        if (known === undefined || each === known) reply.text(`name: ${name}\ntype: ${each}\n`);
      });
    }),
    command('stickertypes', [0, 0], ({ reply }) => {
      for (const kind of ['filter', 'playlist', SONG, ...STICKER_TAGS]) reply.line('stickertype', kind);
    }),
  ];
}

/** @returns the kind as stickers of it are kept @throws Ack */
function requireDomain(kind: string): string {
  const known = [SONG, 'playlist', 'filter'].includes(kind) ? kind : tagNamed(kind);
  if (known === undefined) throw badArgument(`unknown sticker domain ${quoted(kind)}`);
  return known;
}

function takeWindowOf(words: string[]): Range {
  const text = words.length >= 5 ? takeLast(words, 'window') : undefined;
  return text === undefined ? EVERYTHING : range(text);
}

interface StickerSort {
  readonly by: string;
  readonly isDescending: boolean;
}

/** @throws Ack */
function takeSortOf(words: string[]): StickerSort | undefined {
  const text = words.length >= 5 ? takeLast(words, 'sort') : undefined;
  if (text === undefined) return undefined;
  const by = text.replace(/^-/, '');
  if (!['uri', 'value', 'value_int'].includes(by)) throw badArgument(`Unknown sort tag ${quoted(by)}`);
  return { by, isDescending: text.startsWith('-') };
}
