/**
 * Apple's HTTP Live Streaming: what a master and a media playlist say, as far as sound needs it.
 * Source: RFC 8216, sections 4.3.2 to 4.3.4 (tags) and 6.3 (what a client does).
 */
import { RemoteFailure } from '../net/failure.js';

export interface HlsVariant {
  readonly url: string;
  /** bit/s, the peak. */
  readonly bandwidth: number;
  /** Without a picture. */
  readonly isAudio: boolean;
}

/** Bytes that are asked for: a file, or a part of it. */
export interface HlsSource {
  readonly url: string;
  readonly range: { readonly offset: number; readonly length: number } | undefined;
}

export interface HlsSegment extends HlsSource {
  readonly sequence: number;
  readonly seconds: number;
  /** What it holds does not go on from the one before. */
  readonly discontinuity: boolean;
  /** What goes before it (fragmented MP4). */
  readonly map: HlsSource | undefined;
}

export interface HlsMedia {
  readonly targetSeconds: number;
  readonly ended: boolean;
  readonly segments: readonly HlsSegment[];
}

const MOST_SEGMENTS = 20_000;
/** Streams, and renditions of sound, that are looked at; a master playlist has a dozen. */
const MOST_VARIANTS = 100;
const MOST_SEGMENT_SECONDS = 600;
/** Sound does not need more; what has a picture too is taken as small as there is. */
const ENOUGH_BITS = 400_000;

const lines = (text: string): string[] => text.split(/\r\n|\n|\r/).map((line) => line.trim());

/**
 * The attribute list of a tag (section 4.2); quotes are taken off. A name is looked for where one can begin only: a
 * stranger's row of a million letters is read once, not once from each of them.
 */
function attributes(list: string): ReadonlyMap<string, string> {
  return new Map(
    [...list.matchAll(/(?<![A-Z0-9-])([A-Z0-9-]+)=("[^"]*"|[^,]*)/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^"|"$/g, ''),
    ]),
  );
}

function resolve(address: string, base: URL): string {
  if (!URL.canParse(address, base.href)) throw new RemoteFailure('STREAM_PROTOCOL', 'a playlist names no URL');
  return new URL(address, base).href;
}

/** The variants of a master playlist; empty for a media playlist. */
export function hlsVariants(text: string, base: URL): HlsVariant[] {
  const rows = lines(text);
  const audio = rows
    .filter((row) => row.startsWith('#EXT-X-MEDIA:'))
    .slice(0, MOST_VARIANTS)
    .map((row) => attributes(row.slice(row.indexOf(':') + 1)))
    .filter((media) => media.get('TYPE') === 'AUDIO');
  const streams = [...rows.entries()].filter(([, row]) => row.startsWith('#EXT-X-STREAM-INF:'));
  return streams.slice(0, MOST_VARIANTS).flatMap(([at, row]) => {
    const stream = attributes(row.slice(row.indexOf(':') + 1));
    const next = rows.slice(at + 1).find((each) => each !== '' && !each.startsWith('#'));
    if (next === undefined) return [];
    const group = audio.filter((media) => media.get('GROUP-ID') === stream.get('AUDIO'));
    const rendition = (group.find((media) => media.get('DEFAULT') === 'YES') ?? group[0])?.get('URI');
    const codecs = stream.get('CODECS') ?? '';
    const hasPicture = stream.has('RESOLUTION') || /avc|hvc|hev|vp0|av01/i.test(codecs);
    return [
      {
        url: resolve(rendition ?? next, base),
        bandwidth: Number(stream.get('BANDWIDTH')) || 0,
        isAudio: rendition !== undefined || !hasPicture,
      },
    ];
  });
}

/** The variants in the order in which to try them: sound alone first, the best that is not more than enough. */
export function inOrderOfWorth(variants: readonly HlsVariant[]): HlsVariant[] {
  const worth = ({ bandwidth, isAudio }: HlsVariant) =>
    isAudio && bandwidth <= ENOUGH_BITS ? bandwidth : -bandwidth - (isAudio ? 0 : 1e12);
  return [...variants].sort((one, other) => worth(other) - worth(one));
}

/** @param behind where the part begins that does not say so */
function rangeOf(text: string, behind: number): NonNullable<HlsSource['range']> {
  const [length = 0, offset = behind] = text.split('@').map(Number);
  if (!Number.isSafeInteger(offset + length) || offset < 0 || length <= 0) {
    throw new RemoteFailure('STREAM_PROTOCOL', 'an impossible part of a file');
  }
  return { offset, length };
}

function mapOf(given: ReadonlyMap<string, string>, base: URL): HlsSource {
  const range = given.get('BYTERANGE');
  return {
    url: resolve(given.get('URI') ?? '', base),
    range: range === undefined ? undefined : rangeOf(range, 0),
  };
}

/** @throws RemoteFailure when it is encrypted or no media playlist */
export function parseHlsMedia(text: string, base: URL): HlsMedia {
  const segments: HlsSegment[] = [];
  let sequence = 0;
  let targetSeconds = 0;
  let seconds = 0;
  let discontinuity = false;
  let map: HlsSource | undefined;
  let range: HlsSource['range'];
  let behind = 0;
  for (const row of lines(text)) {
    const [, tag = '', value = ''] = /^#(EXT[A-Z0-9-]*):?(.*)$/.exec(row) ?? [];
    if (tag === 'EXT-X-TARGETDURATION') targetSeconds = Number(value);
    else if (tag === 'EXT-X-MEDIA-SEQUENCE') sequence = Number(value);
    else if (tag === 'EXT-X-DISCONTINUITY') discontinuity = true;
    else if (tag === 'EXTINF') seconds = Number.parseFloat(value);
    else if (tag === 'EXT-X-MAP') map = mapOf(attributes(value), base);
    else if (tag === 'EXT-X-BYTERANGE') {
      range = rangeOf(value, behind);
    } else if (tag === 'EXT-X-KEY' && attributes(value).get('METHOD') !== 'NONE') {
      throw new RemoteFailure('UNSUPPORTED_FORMAT', 'the stream is encrypted');
    } else if (row !== '' && !row.startsWith('#')) {
      const isSane = seconds >= 0 && seconds <= MOST_SEGMENT_SECONDS;
      if (!isSane || segments.length >= MOST_SEGMENTS || !Number.isSafeInteger(sequence)) {
        throw new RemoteFailure('STREAM_PROTOCOL', 'an impossible list of segments');
      }
      segments.push({ url: resolve(row, base), sequence, seconds, discontinuity, range, map });
      behind = range === undefined ? 0 : range.offset + range.length;
      sequence++;
      discontinuity = false;
      range = undefined;
    }
  }
  if (!(targetSeconds > 0 && targetSeconds <= MOST_SEGMENT_SECONDS)) {
    throw new RemoteFailure('STREAM_PROTOCOL', 'a list of segments without a target duration');
  }
  return { targetSeconds, ended: /^#EXT-X-ENDLIST/m.test(text), segments };
}
