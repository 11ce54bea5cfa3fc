/** Notes about the settings of one file: understood, refused or ignored. They never hold a password. */

/** Notes of one kind about one file: a file with a thousand mistakes does not fill the card. */
const MOST = 50;
/** Characters of a key or value that a note shows. */
const SHOWN = 80;

export type NoteKind = 'understood' | 'refused' | 'ignored';

export interface Note {
  readonly kind: NoteKind;
  readonly file: string;
  /** From 1; undefined where the parser does not tell. */
  readonly line: number | undefined;
  /** One line for people. */
  readonly text: string;
}

/** Thrown by the readers of single values: the message is what is wrong, and what is allowed. */
export class Refused extends Error {}

/** A key of a file: the keys above it, its own last. */
export type Path = readonly string[];

export class Notes {
  readonly #notes: Note[] = [];
  readonly #left: Record<NoteKind, number> = { understood: 0, refused: 0, ignored: 0 };

  constructor(
    readonly file: string,
    /** The line of a key, from 1, as far as it can be told. */
    readonly lineOf: (path: Path) => number | undefined = () => undefined,
  ) {}

  get all(): readonly Note[] {
    const more = Object.entries(this.#left)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => ({ kind: kind as NoteKind, file: this.file, line: undefined, text: `${count} more` }));
    return [...this.#notes, ...more];
  }

  understood(path: Path, text: string): void {
    this.#add('understood', path, text);
  }

  ignored(path: Path, why: string): void {
    this.#add('ignored', path, `${pathText(path)}: ${why}`);
  }

  refused(path: Path, why: string, line = this.lineOf(path)): void {
    this.#add('refused', path, path.length === 0 ? why : `${pathText(path)}: ${why}`, line);
  }

  /** The value of a key; undefined when it was refused, which is noted. */
  judge<Value>(path: Path, read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refused(path, error.message);
      return undefined;
    }
  }

  #add(kind: NoteKind, path: Path, text: string, line = this.lineOf(path)): void {
    if (this.#notes.filter((note) => note.kind === kind).length >= MOST) this.#left[kind]++;
    else this.#notes.push({ kind, file: this.file, line, text });
  }
}

/** Text from a file in one line, without control characters, and not too long. */
export function shown(text: string): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain;
}

const pathText = (path: Path): string => path.map(shown).join('.');

/** What is done with the value of a key; or, as text, why the key is ignored. */
export type Handlers = Readonly<Record<string, string | ((value: unknown, path: Path) => void)>>;

/** Keys and values of a table of either format; undefined for anything else. */
export function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)].map(([key, item]) => [String(key), item]);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return undefined;
  return Object.entries(value);
}

/** Goes through a table. A key without a handler is ignored with a note. */
export function walk(notes: Notes, path: Path, value: unknown, handlers: Handlers): void {
  const entries = entriesOf(value);
  if (entries === undefined) {
    notes.refused(path, 'must hold keys and values');
    return;
  }
  for (const [key, item] of entries) {
    const handler = Object.hasOwn(handlers, key) ? handlers[key] : undefined;
    if (typeof handler === 'function') handler(item, [...path, key]);
    else notes.ignored([...path, key], handler ?? 'is no setting of this box');
  }
}
