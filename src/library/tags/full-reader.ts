/**
 * music-metadata's answer, with what it leaves in the native tags. It reads every format, and is loaded when the first file
 * comes that the lean reader hands over. Thread: the tag worker's.
 */
import type { IAudioMetadata } from 'music-metadata';
import { setReplayGain, type Found, type FoundCommon } from './found.js';
import { R128_FIELDS, r128Gain } from './r128.js';

/** The first of each, as the specification has one at most. */
function addR128Gains(found: FoundCommon, native: IAudioMetadata['native']): void {
  for (const [name, field] of Object.entries(R128_FIELDS)) {
    const value = native['vorbis']?.find(({ id }) => id.toUpperCase() === name)?.value;
    const gain = typeof value === 'string' ? r128Gain(value) : undefined;
    if (gain !== undefined) found[field] = { dB: gain, ratio: 10 ** (gain / 20) };
  }
}

/** ID3 has no frame for it (id3.org/id3v2.3.0, section 4.2.1): taggers use a text of their own. */
function ownWork(native: IAudioMetadata['native']): string | undefined {
  const own = [...(native['ID3v2.3'] ?? []), ...(native['ID3v2.4'] ?? [])].find(
    ({ id }) => id.toUpperCase() === 'TXXX:WORK',
  );
  return typeof own?.value === 'string' ? own.value : undefined;
}

/** Names that ffmpeg and others give the album artist in APE tags and Vorbis comments. */
function otherAlbumArtist(native: IAudioMetadata['native']): string | undefined {
  const tags = [...(native['APEv2'] ?? []), ...(native['vorbis'] ?? [])];
  const other = tags.find(({ id }) => /^ALBUM_?ARTIST$/i.test(id));
  return typeof other?.value === 'string' ? other.value : undefined;
}

/** music-metadata has no name for what an APE tag says of the album's loudness. */
function addAlbumGain(found: FoundCommon, native: IAudioMetadata['native']): void {
  for (const { id, value } of native['APEv2'] ?? []) {
    const key = id.toUpperCase();
    const isAlbums = key === 'REPLAYGAIN_ALBUM_GAIN' || key === 'REPLAYGAIN_ALBUM_PEAK';
    if (isAlbums && typeof value === 'string') setReplayGain(found, key, value);
  }
}

/** Vorbis comments and APE tags have a name for it, ID3 a text of its own. */
function cueSheetIn(native: IAudioMetadata['native']): string | undefined {
  for (const type of ['vorbis', 'APEv2', 'ID3v2.3', 'ID3v2.4']) {
    const sheet = native[type]?.find(({ id }) => /^(?:TXXX:)?CUESHEET$/i.test(id));
    if (typeof sheet?.value === 'string') return sheet.value;
  }
  return undefined;
}

/** music-metadata gives 64-bit fields of DSF, ASF and Matroska as BigInt: as numbers, wherever they stand. */
function withNumbers<T>(value: T): T;
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map((item: unknown) => withNumbers(item));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNumbers(member)]));
}

/** The common tags, and what only the native ones say. */
export function foundIn(read: IAudioMetadata): Found {
  const { native } = read;
  const common = withNumbers(read.common);
  const format = withNumbers(read.format);
  const found: FoundCommon = { ...common };
  const work = common.work ?? ownWork(native);
  if (work !== undefined) found.work = work;
  const albumArtist = common.albumartist ?? otherAlbumArtist(native);
  if (albumArtist !== undefined) found.albumartist = albumArtist;
  addAlbumGain(found, native);
  const cueSheet = cueSheetIn(native);
  if (cueSheet !== undefined) found.cueSheet = cueSheet;
  if (format.codec !== 'Opus') return { common: found, format };
  addR128Gains(found, native);
  // Its samples are counted at 48 kHz, whatever rate the header remembers.
  const inSeconds: Found['format'] = { ...format };
  delete inSeconds.numberOfSamples;
  return { common: found, format: inSeconds };
}

/** `duration`: count the frames of files without a Xing header instead of guessing from the bit rate. */
export async function readFull(path: string): Promise<Found> {
  const { parseFile } = await import('music-metadata');
  try {
    return foundIn(await parseFile(path, { duration: true }));
  } catch {
    // A picture that lies about its size is no reason to lose the texts.
    return foundIn(await parseFile(path, { duration: true, skipCovers: true }));
  }
}
