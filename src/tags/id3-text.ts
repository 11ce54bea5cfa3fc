/** Texts of ID3v2 frames (ID3v2.4 section 4, encodings 0 to 3), as far as they leave no doubt. */

/** The text, trailing zeros included; undefined when another reader has to judge: no or a second byte order mark, big endian, or damage. */
export function decodeText(bytes: Buffer, encoding: number): string | undefined {
  const marked = bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe;
  switch (encoding) {
    case 0:
      return marked ? undefined : bytes.toString('latin1');
    case 1: {
      if (!marked || bytes.length % 2 !== 0) return undefined;
      const text = bytes.toString('utf16le', 2);
      return /^[\ufeff\ufffe]|\p{Cs}/u.test(text) ? undefined : text;
    }
    case 3: {
      const text = bytes.toString('utf8');
      return text.startsWith('\ufeff') || text.includes('\ufffd') ? undefined : text;
    }
    default:
      return undefined;
  }
}

export function withoutZeroPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** Where a text of this encoding ends; -1 when it does not. */
export function terminator(bytes: Buffer, encoding: number, from = 0): number {
  if (encoding !== 1 && encoding !== 2) return bytes.indexOf(0, from);
  for (let at = from; at + 1 < bytes.length; at += 2) if (bytes[at] === 0 && bytes[at + 1] === 0) return at;
  return -1;
}
