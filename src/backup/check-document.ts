/** Goes through a backup and says what is wrong with it, before anything is changed. Thread: a worker. */
import { closeSync, openSync } from 'node:fs';
import { Compile } from 'typebox/schema';

import { InvalidInput, type Violation } from '../errors.js';
import { type RuleCriteria, toRules } from '../library/rules/criteria.js';
import { MOST_BYTES } from '../playlists/smart/smart-store.js';
import { FORMAT, FORMAT_VERSION, HEAD, TABLES, type Table } from './document.js';
import { MalformedJson, type Piece, piecesOf } from './json-pieces.js';
import type { Report } from './orders.js';

/** More are not listed. */
const MOST_VIOLATIONS = 20;

type Element = Readonly<Record<string, unknown>>;

/** Fires when the document is wrong in itself. */
class Refused extends Error {
  readonly code: string;
  readonly violations: readonly Violation[];

  constructor(code: string, message: string, violations: readonly Violation[] = []) {
    super(message);
    this.code = code;
    this.violations = violations;
  }
}

const newer = (): Refused =>
  new Refused('BACKUP_TOO_NEW', `The backup is of a newer version of Tonearm, which this one does not read.`);

/** Never throws for what is wrong with the document. @throws Error of the disk */
export function checkDocument(from: string): Report {
  const file = openSync(from, 'r');
  try {
    const check = new Check();
    for (const piece of piecesOf(file)) check.take(piece);
    return check.end();
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', ...pick(error) };
    if (error instanceof MalformedJson) {
      return {
        kind: 'refused',
        code: 'MALFORMED_JSON',
        message: `The body is not valid JSON: ${error.message}.`,
        violations: [],
      };
    }
    throw error;
  } finally {
    closeSync(file);
  }
}

const pick = ({ code, message, violations }: Refused) => ({ code, message, violations });

class Check {
  readonly #violations: Violation[] = [];
  readonly #counts = new Map<string, number>();
  readonly #head = new Map<string, unknown>();
  readonly #seen = new Map<string, Set<unknown>>();
  readonly #validators = new Map<object, ReturnType<typeof Compile>>();
  #highest = { place: -1, path: '' };
  #smartBytes = 0;

  take({ name, index, value }: Piece): void {
    if (index === undefined) this.#takeHead(name, value);
    else if (index < 0) this.#begin(name);
    else if (Object.hasOwn(TABLES, name)) this.#takeElement(name, TABLES[name] as Table, index, value as Element);
  }

  end(): Report {
    if (this.#head.get('format') !== FORMAT) this.#wrong('/format', `must be "${FORMAT}"`);
    for (const name of [...Object.keys(HEAD), ...Object.keys(TABLES)]) {
      const isThere = Object.hasOwn(TABLES, name) ? this.#counts.has(name) : this.#head.has(name);
      if (!isThere && TABLES[name]?.mayLack === true) this.#counts.set(name, 0);
      else if (!isThere) this.#wrong(`/${name}`, 'is required');
    }
    const { place: index, path } = this.#highest;
    if (index >= (this.#counts.get('tracks') ?? 0)) this.#wrong(path, 'is no place in /tracks');
    if (this.#smartBytes > MOST_BYTES) this.#wrong('/smart_playlists', `must not have more than ${MOST_BYTES} bytes`);
    this.#refuse();
    return { kind: 'checked', settings: this.#head.get('settings'), counts: Object.fromEntries(this.#counts) };
  }

  #begin(name: string): void {
    if (Object.hasOwn(HEAD, name)) this.#wrong(`/${name}`, 'must not be a list');
    if (this.#counts.has(name)) this.#wrong(`/${name}`, 'must not come twice');
    if (Object.hasOwn(TABLES, name)) this.#counts.set(name, 0);
  }

  #takeHead(name: string, value: unknown): void {
    if (this.#head.has(name)) this.#wrong(`/${name}`, 'must not come twice');
    if (Object.hasOwn(TABLES, name)) this.#wrong(`/${name}`, 'must be a list');
    if (name === 'version' && typeof value === 'number' && value > FORMAT_VERSION) throw newer();
    if (!Object.hasOwn(HEAD, name)) return;
    const schema = HEAD[name as keyof typeof HEAD];
    this.#head.set(name, value);
    this.#judge(schema, value, `/${name}`);
  }

  #takeElement(name: string, table: Table, index: number, element: Element): void {
    const path = `/${name}/${index}`;
    this.#counts.set(name, index + 1);
    if (index === (table.most ?? Infinity)) this.#wrong(`/${name}`, `must not have more than ${table.most} elements`);
    if (!this.#judge(table.schema, element, path)) return;
    if (table.unique !== undefined) this.#judgeUnique(name, element[table.unique], `${path}/${table.unique}`);
    if (name === 'playlists') this.#checkIndexes(element['tracks'] as readonly number[], path);
    if (name === 'smart_playlists') this.#judgeRules(element, path);
  }

  #judge(schema: object, value: unknown, path: string): boolean {
    const validator = this.#validators.get(schema) ?? Compile(schema as never);
    this.#validators.set(schema, validator);
    if (validator.Check(value)) return true;
    for (const { keyword, instancePath, message, params } of validator.Errors(value)[1]) {
      const missing = keyword === 'required' ? params.requiredProperties : [''];
      const wrong = keyword === 'enum' ? `must be one of ${params.allowedValues.map(String).join(', ')}` : message;
      for (const name of missing) {
        this.#wrong(`${path}${instancePath}${name && `/${name}`}`, name === '' ? wrong : 'is required');
      }
    }
    return false;
  }

  #judgeUnique(name: string, value: unknown, path: string): void {
    const seen = this.#seen.get(name) ?? new Set();
    this.#seen.set(name, seen);
    if (seen.has(value)) this.#wrong(path, 'must not come twice');
    seen.add(value);
  }

  #checkIndexes(indexes: readonly number[], path: string): void {
    for (const [at, index] of indexes.entries()) {
      if (index > this.#highest.place) this.#highest = { place: index, path: `${path}/tracks/${at}` };
    }
  }

  #judgeRules(element: Element, path: string): void {
    const { name, description, image, rules } = element;
    for (const text of [name, description ?? '', image ?? '', JSON.stringify(rules)]) {
      this.#smartBytes += Buffer.byteLength(String(text));
    }
    try {
      toRules(rules as RuleCriteria, `${path}/rules`);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      for (const each of error.violations) this.#wrong(each.path, each.message);
    }
  }

  #wrong(path: string, message: string): void {
    this.#violations.push({ path, message });
    if (this.#violations.length >= MOST_VIOLATIONS) this.#refuse();
  }

  #refuse(): void {
    if (this.#violations.length === 0) return;
    throw new Refused('INVALID_BACKUP', 'This is no backup of Tonearm, or a damaged one.', this.#violations);
  }
}
