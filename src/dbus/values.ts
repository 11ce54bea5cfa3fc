/**
 * Converts values from and to the bus. Received values are plain: variants are unwrapped, nested ones too, `x` and `t`
 * are bigints, `ay` is a Buffer, dictionaries are objects. Sent values follow their signature; a variant carries its
 * own.
 */
import type { BusLibrary } from './library.js';
import { singleType, typesOf, type BusType } from './signature.js';

/** A value with its D-Bus type, for `v` in a signature. */
export class BusVariant {
  constructor(
    readonly signature: string,
    readonly value: unknown,
  ) {}
}

/** Such as `variant('s', 'x')`. */
export function variant(signature: string, value: unknown): BusVariant {
  return new BusVariant(signature, value);
}

/** Source: D-Bus specification, "Valid Object Paths". */
const OBJECT_PATH = /^\/(?:[A-Za-z0-9_]+(?:\/[A-Za-z0-9_]+)*)?$/;

export function isObjectPath(text: unknown): text is string {
  return typeof text === 'string' && OBJECT_PATH.test(text);
}

/** A received body as plain values. */
export function plainBody(library: BusLibrary, body: readonly unknown[]): readonly unknown[] {
  return body.map((value) => plain(library, value));
}

export function plain(library: BusLibrary, value: unknown): unknown {
  if (value instanceof library.Variant) return plain(library, value.value);
  if (Array.isArray(value)) return value.map((element) => plain(library, element));
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(library, inner)]));
}

/** A received body whose variants keep their types, as `BusVariant`: it can be changed and sent back. */
export function typedBody(library: BusLibrary, body: readonly unknown[]): readonly unknown[] {
  return body.map((value) => typed(library, value));
}

function typed(library: BusLibrary, value: unknown): unknown {
  if (value instanceof library.Variant) return new BusVariant(value.signature, typed(library, value.value));
  if (Array.isArray(value)) return value.map((element) => typed(library, element));
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typed(library, inner)]));
}

/**
 * A body for dbus-next, with checks that dbus-next lacks: the bus disconnects a client that sends a malformed object
 * path.
 * @throws Error for a body that does not match the signature
 */
export function wireBody(library: BusLibrary, signature: string, body: readonly unknown[]): unknown[] {
  const types = typesOf(signature);
  if (types.length !== body.length) throw new Error(`${body.length} values do not make "${signature}"`);
  return types.map((type, index) => wire(library, type, body[index]));
}

function wire(library: BusLibrary, type: BusType, value: unknown): unknown {
  const [inner] = type.parts;
  switch (type.code) {
    case 'v':
      if (!(value instanceof BusVariant)) throw new Error('a variant without its type');
      return new library.Variant(value.signature, wire(library, singleType(value.signature), value.value));
    case 'o':
      if (!isObjectPath(value)) throw new Error(`${JSON.stringify(value)} is no object path`);
      return value;
    case '(':
      if (!Array.isArray(value) || value.length !== type.parts.length) throw new Error('a structure that is none');
      return type.parts.map((part, index) => wire(library, part, value[index]));
    case 'a':
      return inner?.code === '{' ? wireDictionary(library, inner, value) : wireArray(library, inner, value);
    default:
      return value;
  }
}

function wireArray(library: BusLibrary, element: BusType | undefined, value: unknown): unknown {
  if (element?.code === 'y' && Buffer.isBuffer(value)) return value;
  if (element === undefined || !Array.isArray(value)) throw new Error('an array that is none');
  return value.map((each) => wire(library, element, each));
}

function wireDictionary(library: BusLibrary, { parts: [key, type] }: BusType, value: unknown): unknown {
  if (key === undefined || type === undefined || typeof value !== 'object' || value === null) {
    throw new Error('a dictionary that is none');
  }
  const entries = Object.entries(value).map(([name, each]) => [wire(library, key, name), wire(library, type, each)]);
  return Object.fromEntries(entries) as unknown;
}
