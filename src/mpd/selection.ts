/** What stands at the end of a search: `window START:END`, `sort TAG`, `group TAG`, `position N`; and sorting by it. Pure. */
import { badArgument } from './ack.js';
import { range, type Range } from './arguments.js';
import type { Song } from './song.js';
import { valuesWithFallback } from './song.js';
import { sortedInSlices } from './sort.js';
import { tagNamed, type TagName } from './tag-names.js';

export interface Sort {
  readonly by: TagName | 'Last-Modified' | 'Added' | 'prio';
  readonly isDescending: boolean;
}

/** Takes `name VALUE` off the end. */
export function takeLast(words: string[], name: string): string | undefined {
  if (words.length < 2 || words.at(-2) !== name) return undefined;
  const value = words.at(-1);
  words.splice(-2);
  return value;
}

/** @throws Ack */
export function takeWindow(words: string[]): Range | undefined {
  const text = takeLast(words, 'window');
  return text === undefined ? undefined : range(text);
}

/** @param isQueue whether priorities can be sorted by @throws Ack */
export function takeSort(words: string[], isQueue = false): Sort | undefined {
  const text = takeLast(words, 'sort');
  if (text === undefined) return undefined;
  const isDescending = text.startsWith('-');
  const name = isDescending ? text.slice(1) : text;
  const lower = name.toLowerCase();
  if (lower === 'last-modified') return { by: 'Last-Modified', isDescending };
  if (lower === 'added') return { by: 'Added', isDescending };
  if (isQueue && lower === 'prio') return { by: 'prio', isDescending };
  const by = tagNamed(name);
  if (by === undefined) throw badArgument('Unknown sort tag');
  return { by, isDescending };
}

/** A comparison of texts byte by byte, as strcmp(3) makes it of UTF-8. */
export function compareBytes(one: string, other: string): number {
  if (one === other) return 0;
  const plain = one < other ? -1 : 1;
  // Only halves of surrogate pairs stand in another order than in UTF-8.
  return /[\ud800-\udfff]/.test(one + other) ? Buffer.compare(Buffer.from(one), Buffer.from(other)) : plain;
}

interface Keyed {
  readonly key: string | number;
}

/** Sorts items by their keys into a new array, in time slices; items of equal keys keep their order. */
export function sortedKeys<Item extends Keyed>(items: readonly Item[], isDescending: boolean): Promise<Item[]> {
  const compare = ({ key: one }: Keyed, { key: other }: Keyed): number =>
    typeof one === 'string' && typeof other === 'string' ? compareBytes(one, other) : Number(one) - Number(other);
  return sortedInSlices(items, (one, other) => (isDescending ? compare(other, one) : compare(one, other)));
}

/** As `sortedKeys`, by songs. */
export async function sorted<Item>(items: readonly Item[], sort: Sort, songOf: (item: Item) => Song): Promise<Item[]> {
  const keyed = items.map((item) => ({ item, key: sortKeyOf(songOf(item), sort.by) }));
  return (await sortedKeys(keyed, sort.isDescending)).map(({ item }) => item);
}

/** What a song is sorted by: a text, or a number. */
export function sortKeyOf(song: Song, by: Sort['by']): string | number {
  switch (by) {
    case 'Last-Modified':
      return song.modified ?? 0;
    case 'Added':
      return song.added ?? 0;
    case 'prio':
      return 0;
    default: {
      const [value = ''] = valuesWithFallback(song, by);
      return by === 'Track' || by === 'Disc' ? Number.parseInt(value, 10) || 0 : value;
    }
  }
}
