/**
 * Reads filters: expressions such as `((artist == 'x') AND (title contains 'y'))`, and the older pairs of tag and value
 * (`src/song/Filter.cxx`). Regular expressions are refused, as by an MPD that is built without them: one line of a client
 * could keep the box busy for hours. Pure.
 */
import { badArgument } from './ack.js';
import type { Filter, TextPosition, TextTest } from './filter.js';
import { tagNamed, type TagName } from './tag-names.js';
import { isSafe } from './uris.js';

/** Expressions within each other. */
const MOST_LEVELS = 50;
const LONGEST_VALUE = 4096;
/** Conditions of one filter. MPD bounds only the line: some 700 of them, each a look at all tags of all songs. */
const MOST_CONDITIONS = 100;

type FilterName = TagName | 'any' | 'file' | 'base' | 'modified-since' | 'added-since' | 'AudioFormat' | 'prio';

function filterNamed(name: string): FilterName | undefined {
  const lower = name.toLowerCase();
  if (lower === 'file' || lower === 'filename') return 'file';
  if (lower === 'any') return 'any';
  if (name === 'base' || name === 'modified-since' || name === 'added-since') return name;
  if (lower === 'audioformat') return 'AudioFormat';
  if (lower === 'prio') return 'prio';
  return tagNamed(name);
}

/** Operators with a word, by that; `!` in front negates. The end tells whether case counts, else the command does. */
const WORDS: Readonly<Record<string, TextPosition>> = { contains: 'anywhere', starts_with: 'start', eq: 'full' };
const OPERATOR = /(!?)(contains|starts_with|eq)(?:_(cs|ci))? +/iy;

/**
 * @param words expressions, and pairs of a tag and a value; all of them have to hold
 * @param folds whether case counts where the filter leaves it open; then a value of a pair may stand anywhere in the text
 * @throws Ack
 */
export function parseFilter(words: readonly string[], folds: boolean): Filter {
  if (words.length === 0) throw badArgument('Incorrect number of filter arguments');
  const filters: Filter[] = [];
  let left = MOST_CONDITIONS;
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? '';
    if (word.startsWith('(')) {
      const reader = new ExpressionReader(word, folds, left);
      filters.push(reader.read());
      left = reader.left;
      at += 1;
      continue;
    }
    const value = words[at + 1];
    if (value === undefined) throw badArgument('Incorrect number of filter arguments');
    filters.push(pairFilter(word, value, folds));
    at += 2;
  }
  return { kind: 'and', filters };
}

function pairFilter(name: string, value: string, folds: boolean): Filter {
  const filter = filterNamed(name);
  const test: TextTest = { value, folds, position: folds ? 'anywhere' : 'full', isNegated: false };
  switch (filter) {
    case undefined:
    case 'prio':
    case 'AudioFormat':
      throw badArgument('Unknown filter type');
    case 'base':
      if (!isSafe(value)) throw badArgument('Bad URI');
      return { kind: 'base', uri: value };
    case 'modified-since':
      return { kind: 'modifiedSince', at: timeOf(value) };
    case 'added-since':
      return { kind: 'addedSince', at: timeOf(value) };
    case 'file':
      return { kind: 'file', test };
    default:
      return { kind: 'tag', tag: filter, test };
  }
}

const DATE = /^(\d{4})(?:-(\d\d)|(-?)(\d\d)\3(\d\d)(?:T([\d:]+))?(Z|[+-]\d\d(?::?\d\d)?)?)$/;
const TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d))?)?$/;

/** ISO 8601, or Unix seconds. @throws Ack */
function timeOf(text: string): number {
  const [, year, month, , monthOfDay, day = '01', time = '00', zone = 'Z'] = DATE.exec(text) ?? [];
  const [, hour, minute = '00', second = '00'] = TIME.exec(time) ?? [];
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const date = `${year ?? ''}-${month ?? monthOfDay ?? ''}-${day}`;
  const at = Date.parse(`${date}T${hour ?? ''}:${minute}:${second}${offset}`);
  if (!Number.isNaN(at)) return at / 1000;
  if (/^\d+$/.test(text)) return Number(text);
  throw badArgument('Failed to parse date');
}

class ExpressionReader {
  #at = 0;
  #level = 0;

  constructor(
    private readonly text: string,
    private readonly folds: boolean,
    /** Conditions that it may still hold. */
    public left: number,
  ) {}

  /** @throws Ack */
  read(): Filter {
    const filter = this.#expression();
    if (this.#at < this.text.length) throw badArgument('Unparsed garbage after expression');
    return filter;
  }

  /** At an opening parenthesis. */
  #expression(): Filter {
    if (++this.#level > MOST_LEVELS) throw badArgument('Too many parentheses');
    this.#skip(1);
    const filter = this.#inner();
    this.#level -= 1;
    return filter;
  }

  #inner(): Filter {
    if (this.#next() === '(') return this.#conjunction();
    if (this.#next() === '!') {
      this.#skip(1);
      if (this.#next() !== '(') throw badArgument("'(' expected");
      const filter = this.#expression();
      this.#close();
      return { kind: 'not', filter };
    }
    const word = this.#word();
    const name = filterNamed(word);
    if (name === undefined) throw badArgument(`Unknown filter type: ${word}`);
    if (--this.left < 0) throw badArgument('Too many conditions');
    const filter = this.#condition(name);
    this.#close();
    return filter;
  }

  #conjunction(): Filter {
    const filters = [this.#expression()];
    while (this.#next() !== ')') {
      if (this.#word() !== 'AND') throw badArgument("'AND' expected");
      if (this.#next() !== '(') throw badArgument("'(' expected");
      filters.push(this.#expression());
    }
    this.#skip(1);
    const [first] = filters;
    return filters.length === 1 && first !== undefined ? first : { kind: 'and', filters };
  }

  #condition(name: FilterName): Filter {
    switch (name) {
      case 'modified-since':
        return { kind: 'modifiedSince', at: timeOf(this.#quoted()) };
      case 'added-since':
        return { kind: 'addedSince', at: timeOf(this.#quoted()) };
      case 'base':
        return { kind: 'base', uri: this.#quoted() };
      case 'AudioFormat':
        if (!this.#take('==') && !this.#take('=~')) throw badArgument("'==' or '=~' expected");
        this.#quoted();
        return { kind: 'constant', matches: false };
      case 'prio':
        return { kind: 'constant', matches: this.#priority() === 0 };
      case 'file':
        return { kind: 'file', test: this.#test() };
      default:
        return { kind: 'tag', tag: name, test: this.#test() };
    }
  }

  #priority(): number {
    if (!this.#take('>=')) throw badArgument("'>=' expected");
    const [digits] = /^\d+/.exec(this.text.slice(this.#at)) ?? [];
    if (digits === undefined) throw badArgument('Number expected');
    if (Number(digits) > 0xff) throw badArgument('Invalid priority value');
    this.#skip(digits.length);
    return Number(digits);
  }

  #test(): TextTest {
    OPERATOR.lastIndex = this.#at;
    const [operator, not = '', word = '', ending] = OPERATOR.exec(this.text) ?? [];
    const position = WORDS[word.toLowerCase()];
    const isKnown = operator !== undefined && position !== undefined && (position !== 'full' || ending !== undefined);
    if (isKnown) {
      this.#skip(operator.length);
      const folds = ending === undefined ? this.folds : ending.toLowerCase() === 'ci';
      return { value: this.#quoted(), folds, position, isNegated: not === '!' };
    }
    const rest = this.text.slice(this.#at);
    const isNegated = this.#take('!=');
    if (!isNegated && !this.#take('==')) throw badArgument(`Unknown filter operator: ${rest}`);
    return { value: this.#quoted(), folds: this.folds, position: 'full', isNegated };
  }

  #close(): void {
    if (this.#next() !== ')') throw badArgument("')' expected");
    this.#skip(1);
  }

  #word(): string {
    const [word] = /^[A-Za-z_-]+/.exec(this.text.slice(this.#at)) ?? [];
    if (word === undefined) throw badArgument('Word expected');
    this.#skip(word.length);
    return word;
  }

  #quoted(): string {
    const quote = this.#next();
    if (quote !== '"' && quote !== "'") throw badArgument('Quoted string expected');
    let value = '';
    let at = this.#at + 1;
    for (; this.text[at] !== quote; at++) {
      if (this.text[at] === '\\') at += 1;
      if (at >= this.text.length) throw badArgument('Closing quote not found');
      value += this.text[at] ?? '';
      if (value.length >= LONGEST_VALUE) throw badArgument('Quoted value is too long');
    }
    this.#skip(at + 1 - this.#at);
    return value;
  }

  #next(): string | undefined {
    return this.text[this.#at];
  }

  #take(sign: string): boolean {
    if (!this.text.startsWith(sign, this.#at)) return false;
    this.#skip(sign.length);
    return true;
  }

  /** Goes on behind this many characters, and behind the space that follows them. */
  #skip(count: number): void {
    this.#at += count;
    while (this.#at < this.text.length && this.text.charCodeAt(this.#at) <= 0x20) this.#at += 1;
  }
}
