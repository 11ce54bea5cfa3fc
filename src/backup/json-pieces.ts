/**
 * A large JSON object (RFC 8259) in pieces: each member by itself, and of those that are lists each element. Memory is that
 * of one piece and of a part of the file, however large it is. Thread: a worker; it reads synchronously.
 */
import { readSync } from 'node:fs';

/** A value of the object: an element of one of its lists where `index` says which. */
export interface Piece {
  readonly name: string;
  /** Undefined for a member that is no list; -1 when its list begins. */
  readonly index: number | undefined;
  readonly value: unknown;
}

/** Fires when the text is no JSON object, or a piece of it is too long. A retry of the same fails again. */
export class MalformedJson extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MalformedJson';
  }
}

/** Bytes of one piece: a playlist of ten thousand tracks has a tenth of it. */
const LONGEST_PIECE = 1024 * 1024;
const READ_BYTES = 64 * 1024;
const END = -1;

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const isSpace = (byte: number): boolean => byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;

/** @param file open for reading, at its beginning @throws MalformedJson, or Error of the disk */
export function* piecesOf(file: number): Generator<Piece> {
  const text = new Text(file);
  text.expect(OPEN_OBJECT);
  if (text.next() === CLOSE_OBJECT) text.take();
  else {
    do {
      if (text.next() !== QUOTE) throw new MalformedJson('a name is missing');
      const name = text.value() as string;
      text.expect(COLON);
      if (text.next() === OPEN_LIST) yield* elementsOf(text, name);
      else yield { name, index: undefined, value: text.value() };
    } while (text.goesOn(CLOSE_OBJECT));
  }
  if (text.next() !== END) throw new MalformedJson('something follows the object');
}

function* elementsOf(text: Text, name: string): Generator<Piece> {
  yield { name, index: -1, value: undefined };
  text.take();
  if (text.next() === CLOSE_LIST) {
    text.take();
    return;
  }
  let index = 0;
  do yield { name, index: index++, value: text.value() };
  while (text.goesOn(CLOSE_LIST));
}

class Text {
  readonly #bytes = Buffer.alloc(READ_BYTES);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #piece = Buffer.alloc(READ_BYTES);
  #length = 0;
  #at = 0;

  constructor(private readonly file: number) {}

  /** The next byte that is no white space, which stays; or END. */
  next(): number {
    let byte = this.#peek();
    while (isSpace(byte)) {
      this.#at += 1;
      byte = this.#peek();
    }
    return byte;
  }

  take(): void {
    this.#at += 1;
  }

  expect(byte: number): void {
    if (this.next() !== byte) throw new MalformedJson(`a "${String.fromCharCode(byte)}" is missing`);
    this.take();
  }

  /** After a value: whether another one follows. */
  goesOn(close: number): boolean {
    const byte = this.next();
    if (byte !== COMMA && byte !== close) throw new MalformedJson('a comma is missing');
    this.take();
    return byte === COMMA;
  }

  /** One whole value. */
  value(): unknown {
    const length = this.#collect();
    try {
      return JSON.parse(this.#decoder.decode(this.#piece.subarray(0, length)));
    } catch {
      throw new MalformedJson('a value is no JSON');
    }
  }

  /** Copies the bytes of the next value to the piece; just where it ends is found here. @returns how many */
  #collect(): number {
    let length = 0;
    let depth = 0;
    let quoted = false;
    let escaped = false;
    for (let byte = this.next(); byte !== END; byte = this.#peek()) {
      const isStructure = !quoted && (byte === CLOSE_LIST || byte === CLOSE_OBJECT);
      if (depth === 0 && !quoted && (isStructure || byte === COMMA || (length > 0 && isSpace(byte)))) break;
      this.#keep(byte, length++);
      if (escaped) escaped = false;
      else if (quoted && byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) quoted = !quoted;
      else if (isStructure) depth -= 1;
      else if (!quoted && (byte === OPEN_LIST || byte === OPEN_OBJECT)) depth += 1;
      const isWhole = depth === 0 && !quoted && (isStructure || byte === QUOTE);
      if (isWhole) break;
    }
    return length;
  }

  #keep(byte: number, at: number): void {
    this.#at += 1;
    if (at === this.#piece.length) {
      if (at >= LONGEST_PIECE) throw new MalformedJson(`a value has more than ${LONGEST_PIECE} bytes`);
      this.#piece = Buffer.concat([this.#piece, Buffer.alloc(at)]);
    }
    this.#piece[at] = byte;
  }

  #peek(): number {
    if (this.#at >= this.#length) {
      this.#length = readSync(this.file, this.#bytes);
      this.#at = 0;
    }
    return this.#at < this.#length ? (this.#bytes[this.#at] ?? END) : END;
  }
}
