/** XML as WebDAV clients send it (src/xml.ts), and elements in the namespace `DAV:`. Pure. Source: RFC 4918 section 8.2. */
import { type Element, escaped, MalformedXml, parseXml as parse } from '../xml.js';
import { Refusal } from './refusal.js';

export { type Element, escaped } from '../xml.js';

export const DAV = 'DAV:';

/** @throws Refusal 400 for what is no such document */
export function parseXml(document: string): Element {
  try {
    return parse(document);
  } catch (error) {
    throw error instanceof MalformedXml ? new Refusal(400, 'The body is no XML that can be read.') : error;
  }
}

/** A child in the namespace `DAV:`. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.namespace === DAV && child.name === name);
}

/** An element as it was sent, with a declaration of each namespace. */
export function written({ namespace, name, text, children }: Element): string {
  const inner = escaped(text) + children.map(written).join('');
  return `<${name} xmlns="${escaped(namespace)}">${inner}</${name}>`;
}
