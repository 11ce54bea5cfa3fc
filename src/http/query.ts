/**
 * Reads the query of a route by its schema. Strict: a value is a decimal integer or a mistake; `""`, `1.5`, `0x10`,
 * `+1` and a key given twice are mistakes. Keys that the schema does not name are ignored.
 */
import { parse } from 'node:querystring';
import { InvalidInput, type Violation } from '../errors.js';
import { INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, type IntegerParameter, type QueryParameters } from './schema.js';

const INTEGER = /^-?\d{1,19}$/;

/** The value of one key, or a sentence that says what is wrong with it. */
function readInteger(raw: string | string[] | undefined, parameter: IntegerParameter): number | string {
  if (raw === undefined) return parameter.default ?? 'is required';
  if (Array.isArray(raw)) return 'must be given once';
  if (!INTEGER.test(raw)) return 'must be an integer in decimal digits';
  const value = BigInt(raw);
  const [low, high] = parameter.format === 'int32' ? [BigInt(INT32_MIN), BigInt(INT32_MAX)] : [INT64_MIN, INT64_MAX];
  if (value < low || value > high) return `must fit into ${parameter.format}`;
  if (parameter.minimum !== undefined && value < parameter.minimum) return `must be at least ${parameter.minimum}`;
  return Number(value);
}

/**
 * @param querystring without its question mark
 * @throws InvalidInput INVALID_QUERY, one violation a wrong key
 */
export function readQuery(querystring: string, parameters: QueryParameters): Readonly<Record<string, number>> {
  const given = parse(querystring);
  const values: Record<string, number> = {};
  const violations: Violation[] = [];
  for (const [key, parameter] of Object.entries(parameters)) {
    const value = readInteger(given[key], parameter);
    if (typeof value === 'number') values[key] = value;
    else violations.push({ path: key, message: value });
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
