/**
 * Takes the bytes of shairport-sync's metadata pipe apart. Whatever is not as documented is left out, and no more than one
 * item of bounded size is ever kept: the bytes come from whoever sends. Source: shairport-sync 4.3, `metadata_process` of rtsp.c:
 *
 *     <item><type>636f7265</type><code>6d696e6d</code><length>3</length>
 *     <data encoding="base64">
 *     Rm9v</data></item>
 */

export interface MetadataItem {
  /** `core` for what the sender says (DAAP), `ssnc` for what shairport-sync adds. */
  readonly type: string;
  /** Four characters, such as `minm` for a title. */
  readonly code: string;
  readonly data: Buffer;
}

/** Bytes of the largest cover that is taken, and of any other item. */
export const MOST_COVER_BYTES = 2 * 1024 * 1024;
export const MOST_TEXT_BYTES = 16 * 1024;

const BEGIN = '<item>';
const END = '</item>';
/** Characters of a whole item: a cover in base64, with line ends, and the tags around it. */
const MOST_CHARACTERS = Math.ceil(MOST_COVER_BYTES / 57) * 78 + 1024;
const HEADER = /^<item><type>([0-9a-f]{8})<\/type><code>([0-9a-f]{8})<\/code><length>(\d{1,8})<\/length>\s*/;
const DATA = /^<data encoding="base64">([A-Za-z0-9+/=\s]*)<\/data>\s*$/;

export class MetadataItems {
  /** What has come of an item, and its last characters: an end may come in two pieces. */
  #held = '';
  #last = '';

  /** @returns the items that are complete with these bytes */
  take(bytes: Buffer): MetadataItem[] {
    const items: MetadataItem[] = [];
    let text = bytes.toString('latin1');
    for (let at = this.#endIn(text); at !== undefined; at = this.#endIn(text)) {
      const item = itemIn(this.#held + text.slice(0, at));
      if (item !== undefined) items.push(item);
      text = text.slice(at);
      this.#held = '';
      this.#last = '';
    }
    // The rest of an item that is too long is no item: nothing of it is kept but where its end may begin.
    this.#held = this.#held.length + text.length > MOST_CHARACTERS ? '' : this.#held + text;
    this.#last = (this.#last + text).slice(-(END.length - 1));
    return items;
  }

  /** Behind the first end in what was held and `text`, as an index of `text`. */
  #endIn(text: string): number | undefined {
    const at = (this.#last + text).indexOf(END);
    return at < 0 ? undefined : at + END.length - this.#last.length;
  }
}

/** @param text up to the end of an item; a piece of an item that was not written to its end may come before it */
function itemIn(text: string): MetadataItem | undefined {
  const whole = text.slice(Math.max(text.lastIndexOf(BEGIN), 0), -END.length);
  const [header, type, code, length] = HEADER.exec(whole) ?? [];
  if (header === undefined || type === undefined || code === undefined) return undefined;
  const size = Number(length);
  const codeText = fourIn(code);
  if (size > (codeText === 'PICT' ? MOST_COVER_BYTES : MOST_TEXT_BYTES)) return undefined;
  const rest = whole.slice(header.length);
  const base64 = rest === '' ? '' : DATA.exec(rest)?.[1];
  if (base64 === undefined) return undefined;
  const data = Buffer.from(base64, 'base64');
  return data.length === size ? { type: fourIn(type), code: codeText, data } : undefined;
}

function fourIn(hex: string): string {
  return Buffer.from(hex, 'hex').toString('latin1');
}
