/**
 * Reads the query of a route by its schema. Strict: an integer is in decimal digits or a mistake (`""`, `1.5`, `0x10`,
 * `+1`), a boolean is `true`, `1`, `false` or `0`, and a key given twice is a mistake. Keys that the schema does not name
 * are ignored.
 */
import { parse } from 'node:querystring';
import { InvalidInput, type Violation } from '../errors.js';
import {
  INT32_MAX,
  INT32_MIN,
  INT64_MAX,
  INT64_MIN,
  type IntegerParameter,
  type QueryParameter,
  type QueryParameters,
  type QueryValue,
} from './schema.js';

const INTEGER = /^-?\d{1,19}$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

/** A value, or a sentence that says what is wrong with it. */
type Read = { readonly value: QueryValue } | string;

function readInteger(raw: string, parameter: IntegerParameter): Read {
  if (!INTEGER.test(raw)) return 'must be an integer in decimal digits';
  const value = BigInt(raw);
  const [low, high] = parameter.format === 'int32' ? [BigInt(INT32_MIN), BigInt(INT32_MAX)] : [INT64_MIN, INT64_MAX];
  if (value < low || value > high) return `must fit into ${parameter.format}`;
  if (parameter.minimum !== undefined && value < parameter.minimum) return `must be at least ${parameter.minimum}`;
  return { value: Number(value) };
}

function readValue(raw: string | string[] | undefined, parameter: QueryParameter): Read {
  if (raw === undefined) return parameter.default === undefined ? 'is required' : { value: parameter.default };
  if (Array.isArray(raw)) return 'must be given once';
  if (parameter.type === 'integer') return readInteger(raw, parameter);
  if (parameter.type === 'string') {
    if (parameter.enum?.includes(raw) === false) return `must be one of ${parameter.enum.join(', ')}`;
    return raw.length <= parameter.maxLength
      ? { value: raw }
      : `must not have more than ${parameter.maxLength} characters`;
  }
  return Object.hasOwn(BOOLEANS, raw) ? { value: BOOLEANS[raw] === true } : 'must be true or false';
}

/**
 * @param querystring without its question mark
 * @throws InvalidInput INVALID_QUERY, one violation a wrong key
 */
export function readQuery(querystring: string, parameters: QueryParameters): Readonly<Record<string, QueryValue>> {
  const given = parse(querystring);
  const values: Record<string, QueryValue> = {};
  const violations: Violation[] = [];
  for (const [key, parameter] of Object.entries(parameters)) {
    const read = readValue(given[key], parameter);
    if (typeof read === 'string') violations.push({ path: key, message: read });
    else values[key] = read.value;
  }
  if (violations.length > 0) {
    throw new InvalidInput(
      'INVALID_QUERY',
      violations.map(({ path, message }) => `${path} ${message}`).join('; '),
      violations,
    );
  }
  return values;
}
