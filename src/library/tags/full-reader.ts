/**
 * music-metadata's answer, with what it leaves in the native tags. It reads every format, and is loaded when the first file
 * comes that the lean reader hands over. Thread: the tag worker's.
 */
import type { IAudioMetadata } from 'music-metadata';
import { setReplayGain, type Found, type FoundCommon } from './found.js';

/** Where ReplayGain wants a sound to be, above EBU R 128: -18 against -23 LUFS. */
const ABOVE_R128 = 5;

/**
 * The gain in a comment of Opus (RFC 7845 section 5.2.1): a whole number of 1/256 dB to EBU R 128, as dB of ReplayGain.
 * It counts from the sound as the output gain in the header leaves it, which the decoder has applied.
 */
function r128Gain({ native, format }: Pick<IAudioMetadata, 'native' | 'format'>, name: string): number | undefined {
  if (format.codec !== 'Opus') return undefined;
  const value = native['vorbis']?.find(({ id }) => id.toUpperCase() === name)?.value;
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,5}\s*$/.test(value)) return undefined;
  const steps = Number(value);
  return steps >= -32_768 && steps <= 32_767 ? steps / 256 + ABOVE_R128 : undefined;
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

/** The common tags, and what only the native ones say. */
export function foundIn({ common, native, format }: IAudioMetadata): Found {
  const found: FoundCommon = { ...common };
  const work = common.work ?? ownWork(native);
  if (work !== undefined) found.work = work;
  const albumArtist = common.albumartist ?? otherAlbumArtist(native);
  if (albumArtist !== undefined) found.albumartist = albumArtist;
  addAlbumGain(found, native);
  const cueSheet = cueSheetIn(native);
  if (cueSheet !== undefined) found.cueSheet = cueSheet;
  for (const [name, field] of [
    ['R128_TRACK_GAIN', 'replaygain_track_gain'],
    ['R128_ALBUM_GAIN', 'replaygain_album_gain'],
  ] as const) {
    const gain = r128Gain({ native, format }, name);
    if (gain !== undefined) found[field] = { dB: gain, ratio: 10 ** (gain / 20) };
  }
  return { common: found, format };
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
