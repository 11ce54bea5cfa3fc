/**
 * SHOUTcast's metadata, which Icecast speaks too: asked for with `Icy-MetaData: 1`, announced by `icy-metaint`, laid
 * into the audio every so many bytes as a length (in units of 16 bytes) and `StreamTitle='…';`.
 */
import type { IncomingHttpHeaders } from 'node:http';

import { decodeText } from '../net/body-reader.js';
import { RemoteFailure } from '../net/failure.js';

/** What a station says about itself; `""` or 0 where it says nothing. */
export interface Station {
  readonly name: string;
  readonly genre: string;
  readonly description: string;
  /** kbit/s. */
  readonly bitrate: number;
}

/** What is on; `artist` is `""` where the station does not tell the two apart. */
export interface StreamTitle {
  readonly artist: string;
  readonly title: string;
}

const MOST_CHARACTERS = 500;
const MOST_METAINT = 1024 * 1024;
// Length 255 of 16 bytes: the most that a block can have.
const UNIT = 16;

/** A text from a stranger: bounded, one line, printable. */
export function cleanText(text: string): string {
  return text
    .slice(0, 2 * MOST_CHARACTERS)
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
}

function headerText(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  // Node gives headers as Latin-1.
  return cleanText(decodeText(Buffer.from(Array.isArray(value) ? (value[0] ?? '') : (value ?? ''), 'latin1')));
}

export function stationOf(headers: IncomingHttpHeaders): Station {
  const bitrate = Number.parseInt(headerText(headers, 'icy-br'), 10);
  return {
    name: headerText(headers, 'icy-name'),
    genre: headerText(headers, 'icy-genre'),
    description: headerText(headers, 'icy-description'),
    bitrate: bitrate > 0 && bitrate < 10_000 ? bitrate : 0,
  };
}

/** Whether the headers are those of a station and not of a file. */
export function isStation(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith('icy-') || name.startsWith('ice-'));
}

/** Bytes of audio between two blocks of metadata, or undefined. */
export function metaintOf(headers: IncomingHttpHeaders): number | undefined {
  const metaint = Number(headerText(headers, 'icy-metaint'));
  return Number.isSafeInteger(metaint) && metaint > 0 && metaint <= MOST_METAINT ? metaint : undefined;
}

/** "Artist - Title", as nearly all stations write it. */
export function splitTitle(text: string): StreamTitle {
  const clean = cleanText(text);
  const at = clean.indexOf(' - ');
  if (at <= 0) return { artist: '', title: clean };
  return { artist: clean.slice(0, at).trim(), title: clean.slice(at + 3).trim() };
}

/**
 * The title in a block; undefined where it holds none (`""` says that nothing is on).
 * An apostrophe is not escaped: the value ends at `';` before another key or the end.
 */
export function parseStreamTitle(block: Uint8Array): StreamTitle | undefined {
  const text = decodeText(block).replace(/\0+$/, '');
  const value = /StreamTitle='(.*?)'(?:;\s*(?:$|[A-Za-z]\w*=)|;?\s*$)/s.exec(text)?.[1];
  return value === undefined ? undefined : splitTitle(value);
}

/** A block of metadata is text; audio in its place means that the server's `icy-metaint` is not true. */
function isText(block: Uint8Array): boolean {
  return block.every((byte) => byte >= 0x20 || byte === 0 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/** Fires when audio stands where metadata should. A retry helps when no metadata is asked for. */
export class UntrueMetaint extends RemoteFailure {
  constructor() {
    super('STREAM_PROTOCOL', 'icy-metaint is not true');
    this.name = 'UntrueMetaint';
  }
}

/** Takes the metadata out of a stream. */
export class IcySplitter {
  readonly #metaint: number;
  readonly #audio: (bytes: Buffer) => Promise<unknown>;
  readonly #title: (title: StreamTitle) => void;
  /** Bytes of audio before the next length; then bytes of metadata that are missing. */
  #left: number;
  #block: Buffer[] = [];
  #inside: 'audio' | 'length' | 'block' = 'audio';

  constructor(metaint: number, audio: (bytes: Buffer) => Promise<unknown>, title: (title: StreamTitle) => void) {
    this.#metaint = this.#left = metaint;
    this.#audio = audio;
    this.#title = title;
  }

  /** @throws UntrueMetaint */
  async take(chunk: Buffer): Promise<void> {
    for (let rest = chunk; rest.length > 0;) {
      if (this.#inside === 'length') {
        this.#left = (rest[0] ?? 0) * UNIT;
        this.#inside = 'block';
        rest = rest.subarray(1);
      }
      const part = rest.subarray(0, this.#left);
      rest = rest.subarray(part.length);
      this.#left -= part.length;
      if (this.#inside === 'block') this.#block.push(part);
      else if (part.length > 0) await this.#audio(part);
      if (this.#left > 0) continue;
      if (this.#inside === 'block') this.#finishBlock();
      else this.#inside = 'length';
    }
  }

  #finishBlock(): void {
    const block = Buffer.concat(this.#block);
    this.#block = [];
    this.#left = this.#metaint;
    this.#inside = 'audio';
    if (!isText(block)) throw new UntrueMetaint();
    const title = parseStreamTitle(block);
    if (title !== undefined) this.#title(title);
  }
}
