/** Names of services and hosts. Source: RFC 6763 section 4.1.1, RFC 1123 section 2.1. */

/** Most bytes of one label of a domain name (RFC 1035 section 2.3.4). */
const LONGEST = 63;
const FALLBACK = 'Tonearm';

/** A service name from any text: UTF-8 without control characters, cut between characters. */
export function instanceName(text: string): string {
  const plain = Buffer.from(text)
    .toString()
    .replace(/\p{Cc}+/gu, ' ');
  return cut(plain.trim(), LONGEST) || FALLBACK;
}

/** The name to try when `name` is taken: `Kitchen #2`, then `Kitchen #3`, as Avahi names them. */
export function nextName(name: string): string {
  const [, stem = name, number = '1'] = /^(.*) #(\d{1,9})$/s.exec(name) ?? [];
  const end = ` #${Number(number) + 1}`;
  return cut(stem, LONGEST - end.length) + end;
}

/** The first label of a host name. */
export function firstLabel(host: string): string {
  return host.split('.')[0] ?? '';
}

/** The TXT record: each `key=value` behind a length byte (RFC 6763 section 6.1). */
export function txtRecord(values: Readonly<Record<string, string>>): Buffer {
  const texts = Object.entries(values).map(([key, value]) => Buffer.from(cut(`${key}=${value}`, 255)));
  return Buffer.concat(texts.flatMap((text) => [Buffer.of(text.length), text]));
}

/** The beginning of a text that fits into so many bytes of UTF-8, in whole characters, without spaces at the end. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let short = '';
  let left = bytes;
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    short += character;
  }
  return short.trimEnd();
}
