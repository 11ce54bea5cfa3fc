/**
 * The streams that follow one another in an Ogg file ("links" of a chain): a saved radio programme has one a song. Each
 * knows its codec, where its sound lies in the file, and which granules are heard.
 */
import { UndecodableFile } from '../../decoder.js';
import type { OggCodec, OggCodecKind } from './ogg-codec.js';
import { opusCodec } from './opus-codec.js';
import { oggFlacCodec } from './ogg-flac-codec.js';
import type { OggFile, OggPage } from './ogg-file.js';
import { OggStream } from './ogg-stream.js';
import { vorbisCodec } from './vorbis-codec.js';
import type { XiphLibraries } from './xiph-libraries.js';

const CODECS: readonly OggCodecKind[] = [vorbisCodec, opusCodec, oggFlacCodec];
/** Headers with a picture of 4 MB have a thousand pages. */
const MAX_HEADER_PAGES = 4096;
const MAX_LINKS = 1000;
const SEARCH_BYTES = 64 * 1024;

export interface OggLink {
  readonly codec: OggCodec;
  readonly serial: number;
  /** Offsets of the first page with sound, and of the end of the stream. */
  readonly start: number;
  readonly end: number;
  /** Granule of the first frame that is heard. */
  readonly origin: number;
  /** Granule at which decoding begins at `start`; before `origin` where frames are to be dropped. */
  readonly base: number;
  /** Frames that are heard; undefined when the file does not tell. */
  readonly frames: number | undefined;
}

/** All links of one rate, from the first on; those behind one of another rate or codec are left out. */
export function oggLinks(file: OggFile, start: number, libraries: XiphLibraries): readonly OggLink[] {
  const links: OggLink[] = [];
  for (let offset = start; offset < file.size && links.length < MAX_LINKS;) {
    const link = linkAt(file, offset, libraries);
    const first = links[0]?.codec ?? link?.codec;
    if (link?.codec.sampleRate !== first?.sampleRate || link?.codec.format !== first?.format) break;
    if (link === undefined) break;
    links.push(link);
    offset = link.end;
  }
  if (links.length === 0)
    throw new UndecodableFile('NOT_AUDIO', 'no Vorbis, Opus or FLAC stream found in the Ogg file');
  return links;
}

function linkAt(file: OggFile, offset: number, libraries: XiphLibraries): OggLink | undefined {
  const found = firstOfKind(file, offset);
  if (found === undefined) return undefined;
  const { page, kind, first } = found;
  const headers: Uint8Array[] = [first];
  const stream = new OggStream(file, page.serial, page.offset + page.length, file.size);
  let start = page.offset + page.length;
  for (let pages = 0, index = 1; pages < MAX_HEADER_PAGES; pages++) {
    const next = stream.next();
    if (next === undefined) return undefined;
    const audio = next.packets.findIndex((packet, at) => !kind.isHeader(packet, index + at));
    headers.push(
      ...next.packets.slice(0, audio < 0 ? undefined : audio).filter((packet) => packet.length < 512 * 1024),
    );
    index += next.packets.length;
    if (audio < 0) {
      if (next.packets.length > 0) start = next.page.offset + next.page.length;
      continue;
    }
    const codec = kind.create(headers, libraries);
    if (codec === undefined)
      throw new UndecodableFile('UNSUPPORTED_FORMAT', 'the headers of the Ogg stream are damaged');
    return complete(file, page, codec, start, next.page, next.packets.slice(audio));
  }
  return undefined;
}

/** The first stream that can be decoded of those that begin together. */
function firstOfKind(file: OggFile, offset: number) {
  let page = file.next(offset);
  while (page !== undefined && !page.isFirst) page = file.next(page.offset + page.length);
  while (page?.isFirst === true) {
    const first = file.bodyOf(page);
    const kind = CODECS.find((each) => each.recognises(first));
    if (kind !== undefined) return { page, kind, first };
    page = file.next(page.offset + page.length);
  }
  return undefined;
}

function complete(
  file: OggFile,
  begin: OggPage,
  codec: OggCodec,
  start: number,
  page: OggPage,
  packets: readonly Uint8Array[],
): OggLink {
  const { serial } = begin;
  const end = endOf(file, begin, page);
  const length = packets.reduce((sum, packet, at) => sum + codec.framesOf(packet, packets[at - 1]), 0);
  // The first granule tells where the stream begins: behind 0 when it was cut out, before 0 when frames are to be dropped.
  const base = page.granule === undefined ? 0 : page.granule - length;
  const known = page.isLast ? Math.max(base, 0) : base;
  const origin = Math.max(known, 0) + codec.preSkip;
  const last = file.last(end, (each) => each.serial === serial)?.granule;
  const frames = last === undefined ? undefined : Math.max(last - origin, 0);
  return { codec, serial, start, end, origin, base: known, frames };
}

/** Where the stream that begins with a page ends: where another one begins behind it, or with the file. */
function endOf(file: OggFile, begin: OggPage, audio: OggPage): number {
  if (file.last(file.size, () => true)?.serial === begin.serial) return file.size;
  let low = audio.offset + audio.length;
  let high = file.size;
  while (high - low > SEARCH_BYTES) {
    const probe = low + Math.floor((high - low) / 2);
    const page = nextOf(file, probe, high, begin.serial);
    if (page === undefined) high = probe;
    else low = page.offset + page.length;
  }
  for (let page = file.next(low, high); page !== undefined; page = file.next(low, high)) {
    if (page.isFirst && page.serial !== begin.serial) return page.offset;
    low = page.offset + page.length;
  }
  return high;
}

/** The first page of a stream; pages of others that begin meanwhile end the search. */
function nextOf(file: OggFile, from: number, to: number, serial: number): OggPage | undefined {
  for (let page = file.next(from, to); page !== undefined; page = file.next(page.offset + page.length, to)) {
    if (page.serial === serial) return page;
    if (page.isFirst || page.offset - from > SEARCH_BYTES * 4) return undefined;
  }
  return undefined;
}
