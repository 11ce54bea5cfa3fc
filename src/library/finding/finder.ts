/**
 * Search for all that a library holds: records by the word index, genres and folders by their names, and the words for
 * which a mistyped one may stand. Names and words are read when they are first needed, in turns, and kept until the
 * library changes. Thread: main.
 * @throws Unavailable LIBRARY_UNAVAILABLE from every call
 */
import { basename, dirname } from 'node:path';

import type { GuardedDatabase } from '../../database/guarded.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import { LISTS, SqlList } from '../store/lists.js';
import type { RecordKey } from '../store/records.js';
import { findKeys, type Question, type SearchKind } from '../store/search.js';
import { nextTurn } from '../turn.js';
import { Derived } from './derived.js';
import { NameList } from './name-list.js';
import { Vocabulary } from './vocabulary.js';

/** Rows read in a turn. */
const TURN = 1000;

const GENRE_NAMES = 'SELECT genre.name FROM json_each(?) AS wanted CROSS JOIN genre ON genre.key = wanted.value';
const FOLDERS = `SELECT folder.path, root.path FROM folder CROSS JOIN root ON root.key = folder.root
  WHERE folder.path > ? AND root.available ORDER BY folder.path LIMIT ${TURN}`;
const WORDS = (['track', 'album', 'artist'] as const).map(
  (kind) => `SELECT term, doc FROM ${kind}_vocabulary WHERE term > ? ORDER BY term LIMIT ${TURN}`,
);
const NAMES: Readonly<Record<SearchKind, string>> = {
  track: 'SELECT title, artist_name, album_title FROM track WHERE key = ?',
  album: 'SELECT title, artist_name FROM album WHERE key = ?',
  artist: 'SELECT name FROM artist WHERE key = ?',
};

interface Genre {
  readonly key: RecordKey;
  readonly name: string;
}

export class Finder {
  readonly #genres: Derived<NameList<Genre>>;
  readonly #folders: Derived<NameList<string>>;
  readonly #vocabulary: Derived<Vocabulary>;

  /** @param revision of the library */
  constructor(
    private readonly records: Pick<GuardedDatabase, 'read'>,
    revision: () => Promise<string>,
  ) {
    this.#genres = new Derived(revision, () => this.#readGenres());
    this.#folders = new Derived(revision, () => this.#readFolders());
    this.#vocabulary = new Derived(revision, () => this.#readVocabulary());
  }

  /** The best first. @param most a thousand at most are found */
  find(kind: SearchKind, question: Question, most: number): Promise<RecordKey[]> {
    return this.records.read((sql) => findKeys(sql, kind, question, most));
  }

  async genres(question: Question, most: number): Promise<Genre[]> {
    return (await this.#genres.read()).find(question, most);
  }

  /** Absolute paths of folders that hold music, or folders with music, by their own names. */
  async folders(question: Question, most: number): Promise<string[]> {
    return (await this.#folders.read()).find(question, most);
  }

  /** Words of titles, of names and of genres and folders. */
  vocabulary(): Promise<Vocabulary> {
    return this.#vocabulary.read();
  }

  /** Texts by which a record is found, its title or name first; none of a record that is gone. */
  async namesOf(kind: SearchKind, key: RecordKey): Promise<readonly string[]> {
    return this.records.read((sql) => (rowsOf(sql, NAMES[kind]).get(key) ?? []) as string[]);
  }

  async #readGenres(): Promise<NameList<Genre>> {
    const keys = [...(await new SqlList(this.records, LISTS.all.genre).keys())];
    const names = await this.records.read((sql) => valuesOf(sql, GENRE_NAMES).all(JSON.stringify(keys)) as string[]);
    const genres = names.map((name, index) => ({ key: keys[index] ?? 0, name }));
    return NameList.of(genres, ({ name }) => name);
  }

  async #readFolders(): Promise<NameList<string>> {
    const paths = new Set<string>();
    for (let last: string | undefined = ''; last !== undefined;) {
      const after: string = last;
      const rows = await this.records.read((sql) => rowsOf(sql, FOLDERS).all(after) as [path: string, root: string][]);
      for (const [path, root] of rows) for (const each of downTo(path, root)) paths.add(each);
      last = rows.length < TURN ? undefined : rows.at(-1)?.[0];
      if (last !== undefined) await nextTurn();
    }
    return NameList.of([...paths], (path) => basename(path));
  }

  async #readVocabulary(): Promise<Vocabulary> {
    const words = new Map<string, number>();
    const count = (word: string, records: number) => words.set(word, (words.get(word) ?? 0) + records);
    for (const text of WORDS) {
      for (let last: string | undefined = ''; last !== undefined;) {
        const after: string = last;
        const rows = await this.records.read((sql) => rowsOf(sql, text).all(after) as [word: string, doc: number][]);
        for (const [word, records] of rows) count(word, records);
        last = rows.length < TURN ? undefined : rows.at(-1)?.[0];
        await nextTurn();
      }
    }
    for (const names of [await this.#genres.read(), await this.#folders.read()]) {
      for (const word of names.words()) count(word, 1);
    }
    return new Vocabulary(words);
  }
}

/** A folder and those that it is in, the outermost first, without the root. */
function downTo(path: string, root: string): string[] {
  const folders: string[] = [];
  for (let at = path; at.length > root.length; at = dirname(at)) folders.unshift(at);
  return folders;
}
