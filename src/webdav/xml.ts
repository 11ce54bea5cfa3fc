/**
 * Reads the small XML documents that WebDAV clients send, with namespaces, and writes texts for answers. Bounded in depth
 * and number of elements; a document type, and so every entity of one's own, is refused. Pure.
 * Source: XML 1.0, Namespaces in XML 1.0, RFC 4918 section 8.2.
 */
import { Refusal } from './refusal.js';

export interface Element {
  /** `""` for none. */
  readonly namespace: string;
  readonly name: string;
  readonly children: readonly Element[];
  /** Text of the element itself, without that of its children. */
  readonly text: string;
}

interface OpenElement extends Element {
  readonly children: Element[];
  text: string;
  readonly qualified: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

export const DAV = 'DAV:';

const MOST_DEPTH = 32;
const MOST_ELEMENTS = 2000;
const NAME = '[\\p{L}_][\\p{L}\\p{N}._\\-]*(?::[\\p{L}_][\\p{L}\\p{N}._\\-]*)?';
const TOKEN = new RegExp(
  `<!--[\\s\\S]*?-->|<\\?[\\s\\S]*?\\?>|<!\\[CDATA\\[([\\s\\S]*?)\\]\\]>|<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>|([^<]+)`,
  'uy',
);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gu');
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @throws Refusal 400 for what is no such document */
export function parseXml(document: string): Element {
  const top = openElement('', '', '', new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]));
  const open: OpenElement[] = [top];
  let count = 0;
  TOKEN.lastIndex = 0;
  const text = document.replace(/^\ufeff/, '');
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    const inner = open.at(-1);
    if (found === null || inner === undefined) throw malformed();
    const [, cdata, slash, qualified, attributes = '', isEmpty, characters] = found;
    if (characters !== undefined) inner.text += unescaped(characters);
    else if (cdata !== undefined) inner.text += cdata;
    else if (slash === '/') {
      if (open.length < 2 || inner.qualified !== qualified) throw malformed();
      open.pop();
    } else if (qualified !== undefined) {
      if (++count > MOST_ELEMENTS || open.length > MOST_DEPTH) throw malformed();
      const element = begin(qualified, attributes, inner);
      inner.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  const [root, ...others] = top.children;
  if (open.length !== 1 || root === undefined || others.length > 0 || top.text.trim() !== '') throw malformed();
  return root;
}

function begin(qualified: string, attributes: string, above: OpenElement): OpenElement {
  const prefixes = new Map(above.prefixes);
  for (const [, name = '', double, single = ''] of attributes.matchAll(ATTRIBUTE)) {
    const [first = '', prefix = ''] = name.split(':');
    const value = unescaped(double ?? single);
    // RFC 4918 section 8.2.1: a prefix cannot be taken back in Namespaces 1.0.
    if (first === 'xmlns' && prefix !== '' && value === '') throw malformed();
    if (first === 'xmlns') prefixes.set(prefix, value);
  }
  const [first = '', second] = qualified.split(':');
  const namespace = prefixes.get(second === undefined ? '' : first);
  if (namespace === undefined && second !== undefined) throw malformed();
  return openElement(namespace ?? '', second ?? first, qualified, prefixes);
}

function openElement(
  namespace: string,
  name: string,
  qualified: string,
  prefixes: ReadonlyMap<string, string>,
): OpenElement {
  return { namespace, name, qualified, prefixes, children: [], text: '' };
}

function unescaped(text: string): string {
  return text.replace(/&([^;&]{0,12})(;?)/g, (_, name: string, end: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
    const code = hex === undefined ? Number(decimal ?? NaN) : parseInt(hex, 16);
    const known = Number.isNaN(code)
      ? ENTITIES[name]
      : code > 0 && code <= 0x10ffff
        ? String.fromCodePoint(code)
        : undefined;
    if (end === '' || known === undefined) throw malformed();
    return known;
  });
}

function malformed(): Refusal {
  return new Refusal(400, 'The body is no XML that can be read.');
}

/** A child in the namespace `DAV:`. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.namespace === DAV && child.name === name);
}

/** A text as content or attribute; without the characters that XML 1.0 has no way to write. */
export function escaped(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/\p{Cs}/gu, '\ufffd')
      .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
  );
}

/** An element as it was sent, with a declaration of each namespace. */
export function written({ namespace, name, text, children }: Element): string {
  const inner = escaped(text) + children.map(written).join('');
  return `<${name} xmlns="${escaped(namespace)}">${inner}</${name}>`;
}
