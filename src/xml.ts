/**
 * Reads the small XML documents that clients send (WebDAV, UPnP), with namespaces, and writes texts for answers. Bounded in
 * depth, in the number of elements and of namespaces; a document type, and so every entity of one's own, is refused. Pure.
 * Source: XML 1.0, Namespaces in XML 1.0.
 */

export interface Element {
  /** `""` for none. */
  readonly namespace: string;
  readonly name: string;
  readonly children: readonly Element[];
  /** Text of the element itself, without that of its children. */
  readonly text: string;
  /** Values by names as they are written, with prefixes. Declarations of namespaces are not among them. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** The text is no such document. */
export class MalformedXml extends Error {
  constructor() {
    super('The text is no XML that can be read.');
    this.name = 'MalformedXml';
  }
}

interface OpenElement extends Element {
  readonly children: Element[];
  text: string;
  readonly qualified: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

const MOST_DEPTH = 32;
const MOST_ELEMENTS = 2000;
/** Declared prefixes at one element, with those around it: each element with a declaration copies them. */
const MOST_PREFIXES = 64;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const NAME = '[\\p{L}_][\\p{L}\\p{N}._\\-]*(?::[\\p{L}_][\\p{L}\\p{N}._\\-]*)?';
const TOKEN = new RegExp(
  `<!--[\\s\\S]*?-->|<\\?[\\s\\S]*?\\?>|<!\\[CDATA\\[([\\s\\S]*?)\\]\\]>|<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>|([^<]+)`,
  'uy',
);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gu');
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * @param isLenient a prefix that is not declared means no namespace; some clients forget to declare theirs
 * @throws MalformedXml
 */
export function parseXml(document: string, isLenient = false): Element {
  const prefixes = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);
  const top = openElement({ namespace: '', name: '', qualified: '', prefixes, attributes: NO_ATTRIBUTES });
  const open: OpenElement[] = [top];
  let count = 0;
  TOKEN.lastIndex = 0;
  const text = document.replace(/^\ufeff/, '');
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    const inner = open.at(-1);
    if (found === null || inner === undefined) throw new MalformedXml();
    const [, cdata, slash, qualified, attributes = '', isEmpty, characters] = found;
    if (characters !== undefined) inner.text += unescaped(characters);
    else if (cdata !== undefined) inner.text += cdata;
    else if (slash === '/') {
      if (open.length < 2 || inner.qualified !== qualified) throw new MalformedXml();
      open.pop();
    } else if (qualified !== undefined) {
      if (++count > MOST_ELEMENTS || open.length > MOST_DEPTH) throw new MalformedXml();
      const element = begin(qualified, attributes, inner, isLenient);
      inner.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  const [root, ...others] = top.children;
  if (open.length !== 1 || root === undefined || others.length > 0 || top.text.trim() !== '') throw new MalformedXml();
  return root;
}

/** The document, read leniently; undefined for what is none. */
export function readXml(document: string): Element | undefined {
  try {
    return parseXml(document, true);
  } catch (error) {
    if (error instanceof MalformedXml) return undefined;
    throw error;
  }
}

/** Text of the first child of that name, in any namespace, without blanks around it; `""` where there is none. */
export function childText({ children }: Element, wanted: string): string {
  return children.find(({ name }) => name === wanted)?.text.trim() ?? '';
}

function begin(qualified: string, written: string, above: OpenElement, isLenient: boolean): OpenElement {
  let { prefixes } = above;
  let attributes: Map<string, string> | undefined;
  for (const [, name = '', double, single = ''] of written.matchAll(ATTRIBUTE)) {
    const [first = '', prefix = ''] = name.split(':');
    const value = unescaped(double ?? single);
    if (first !== 'xmlns') {
      attributes ??= new Map();
      attributes.set(name, value);
      continue;
    }
    // A prefix cannot be taken back in Namespaces 1.0 (section 2.2).
    if (prefix !== '' && value === '') throw new MalformedXml();
    if (prefixes.size > MOST_PREFIXES) throw new MalformedXml();
    prefixes = new Map(prefixes).set(prefix, value);
  }
  const [first = '', second] = qualified.split(':');
  const namespace = prefixes.get(second === undefined ? '' : first);
  if (namespace === undefined && second !== undefined && !isLenient) throw new MalformedXml();
  return openElement({
    namespace: namespace ?? '',
    name: second ?? first,
    qualified,
    prefixes,
    attributes: attributes ?? NO_ATTRIBUTES,
  });
}

function openElement(element: Omit<OpenElement, 'children' | 'text'>): OpenElement {
  return { ...element, children: [], text: '' };
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
    if (end === '' || known === undefined) throw new MalformedXml();
    return known;
  });
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
