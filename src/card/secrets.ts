/**
 * Takes passwords out of the text of a card's file, and leaves every other character as it is. Text in, text out; never
 * throws.
 */
import { isDeepStrictEqual } from 'node:util';

import { parse } from 'smol-toml';
import { isScalar, parseDocument, visit } from 'yaml';

import { REMOVED } from './fields.js';
import { entriesOf } from './notes.js';
import { withEscapes } from './preseed.js';
import type { CardFileName } from './read-card.js';
import { parseYaml } from './yaml.js';

/** Keys of any file whose text is a secret. */
const SECRETS = ['password', 'passwd', 'hashed_passwd', 'plain_text_passwd', 'token'];
const TOML_SECRET = new RegExp(
  `(^|[\\n{,])([ \\t]*(["']?)(?:${SECRETS.join('|')})\\3[ \\t]*=[ \\t]*)("(?:[^"\\\\\\n]|\\\\[^\\n])*"|'[^'\\n]*')`,
  'g',
);

export type SecretsResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'removed'; readonly text: string }
  /** The file would not be the same otherwise. */
  | { readonly kind: 'impossible' };

export function withoutSecrets(name: CardFileName, text: string): SecretsResult {
  const isToml = name.endsWith('.toml');
  const read = (source: string): unknown => {
    if (!isToml) return parseYaml(source).value;
    return parse(name === 'rpi-preseed.toml' ? withEscapes(source) : source, { integersAsBigInt: true, maxDepth: 20 });
  };
  try {
    const before = read(text);
    const expected = mapped(before, () => REMOVED);
    // A file that is refused as a whole, or has no secret, is left alone.
    if (isDeepStrictEqual(mapped(before, same), expected)) return { kind: 'none' };
    const changed = isToml ? withoutTomlSecrets(text) : withoutYamlSecrets(text);
    const isRight = isDeepStrictEqual(mapped(read(changed), same), expected);
    return isRight ? { kind: 'removed', text: changed } : { kind: 'impossible' };
  } catch {
    return { kind: 'none' };
  }
}

const same = (secret: string): string => secret;

/** The values of a file with other secrets. */
function mapped(value: unknown, secretOf: (secret: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, secretOf));
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  return new Map(
    entries.map(([key, item]) => {
      const isSecret = SECRETS.includes(key) && typeof item === 'string' && item !== '';
      return [key, isSecret ? secretOf(item) : mapped(item, secretOf)];
    }),
  );
}

function withoutTomlSecrets(text: string): string {
  return text.replace(TOML_SECRET, (whole, before: string, key: string, _quote: string, value: string) =>
    value.length === 2 ? whole : `${before}${key}"${REMOVED}"`,
  );
}

function withoutYamlSecrets(text: string): string {
  const ranges: (readonly [number, number])[] = [];
  visit(parseDocument(text, { schema: 'failsafe', logLevel: 'silent' }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !SECRETS.includes(String(key.value)) || !isScalar(value)) return;
      const range = value.range;
      if (range && value.value !== '') ranges.push([range[0], range[1]]);
    },
  });
  return ranges.reduceRight((left, [from, to]) => `${left.slice(0, from)}"${REMOVED}"${left.slice(to)}`, text);
}
