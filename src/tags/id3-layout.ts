/**
 * How ID3v2 tags and their frames are laid out: the header of a tag, and those of frames as ID3v2.3 and 2.4 have them.
 * Pure. Source: id3.org, the three structures.
 */

type Id3Version = 2 | 3 | 4;

/** Bytes of a tag's header. */
export const TAG_HEADER = 10;
/** Flags of a frame of ID3v2.4: unsynchronisation, and four bytes of its length before the content. */
const FRAME_UNSYNCHRONISED = 2;
const FRAME_LENGTH_GIVEN = 1;
const LENGTH_BYTES = 4;
export interface Frame {
  readonly id: string;
  /** Where its content begins. */
  readonly at: number;
  /** Bytes, one at least. */
  readonly length: number;
  /** A zero stands behind each FF of the content. */
  readonly unsynchronised: boolean;
}

/** 28 bits in four bytes; undefined when one of them is too large. */
function synchSafe(bytes: Buffer, at: number): number | undefined {
  const raw = bytes.readUInt32BE(at);
  if ((raw & 0x80808080) !== 0) return undefined;
  return ((raw >>> 24) << 21) | (((raw >> 16) & 0x7f) << 14) | (((raw >> 8) & 0x7f) << 7) | (raw & 0x7f);
}

function isVersion(version: number): version is Id3Version {
  return version >= 2 && version <= 4;
}

export interface TagHeader {
  readonly version: Id3Version;
  readonly flags: number;
  /** Bytes behind the header. */
  readonly length: number;
}

/** Undefined when it is of another version, or its length is none. @param header that begins with `ID3` */
export function tagHeader(header: Buffer): TagHeader | undefined {
  const version = header.readUInt8(3);
  const length = synchSafe(header, 6);
  return isVersion(version) && length !== undefined ? { version, flags: header.readUInt8(5), length } : undefined;
}

/** Bytes of the header of a frame. */
export const FRAME_HEADER = 10;

/** Capital letters and figures. */
function isName(bytes: Buffer, length: number): boolean {
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] ?? 0;
    if (!((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39))) return false;
  }
  return true;
}

/**
 * By the header of a frame that begins at `start`; undefined for what is none, is empty, or has flags of another reader.
 * iTunes left the names of ID3v2.2, with a zero behind, in tags that it made ID3v2.3 of.
 */
export function frameOf(head: Buffer, start: number, version: 3 | 4): Frame | undefined {
  const id = head.toString('latin1', 0, head[3] === 0 ? 3 : 4);
  const length = version === 4 ? synchSafe(head, 4) : head.readUInt32BE(4);
  const flags = head.readUInt8(9);
  const understood = version === 4 ? FRAME_UNSYNCHRONISED | FRAME_LENGTH_GIVEN : 0;
  if (length === undefined || (flags & ~understood) !== 0 || !isName(head, id.length)) return undefined;
  const given = flags & FRAME_LENGTH_GIVEN ? LENGTH_BYTES : 0;
  const unsynchronised = (flags & FRAME_UNSYNCHRONISED) !== 0;
  if (length <= given) return undefined;
  return { id, at: start + head.length + given, length: length - given, unsynchronised };
}
