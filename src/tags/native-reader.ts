/**
 * Reads the tags of usual files with the addon, at a tenth of what music-metadata needs, and hands over everything else.
 * What it reads needs no cleaning and no repair of encodings, and is what music-metadata would read; a test compares the
 * two. Threads: the workers that read tags. Source of the native part: `native/core/tags/tag_reader.h`.
 */
import { createRequire } from 'node:module';
import {
  cleanList,
  cleanText,
  fallbackTitle,
  NO_REPLAY_GAIN,
  releaseIdOf,
  replayGainOf,
  type TrackTag,
} from './track-tag.js';
import { addUnique } from './found.js';
import { genresOfText } from './genres.js';
import type { TagEncoding } from './tag-rules.js';

interface NativeTagReader {
  /**
   * The texts of a file of `size` bytes, in the order of `TagText` of `native/core/tags/tag_record.h` and with a zero behind
   * each; `numbers` gets the others, in the order of `TagNumber`. Undefined for a file that is handed over: `numbers` are
   * then those that were read before what is unusual.
   */
  read(path: string, size: number, numbers: Float64Array): string | undefined;
}

export interface NativeTags {
  readonly TagReader: new () => NativeTagReader;
}

const NUMBERS = 8;
/** Index of the length among the numbers. */
const LENGTH = 3;
const NUMBER_LIMIT = 2 ** 31 - 1;
/** Lists that are kept: the files of an album say the same. */
const LISTS_KEPT = 200;
const VALUES = '\u0001';
const NONE: readonly string[] = Object.freeze([]);

interface List {
  readonly values: readonly string[];
  /** Separated by comma and space. */
  readonly joined: string;
}

const NO_LIST: List = { values: NONE, joined: '' };

export class NativeReader {
  readonly #reader: NativeTagReader;
  readonly #numbers = new Float64Array(NUMBERS);
  readonly #lists = new Map<string, List>();
  readonly #genres = new Map<string, List>();

  constructor({ TagReader }: NativeTags) {
    this.#reader = new TagReader();
  }

  /** @param file the addon @throws Error when it is missing or was built for another machine */
  static load(file: string): NativeReader {
    return new NativeReader(createRequire(file)(file) as NativeTags);
  }

  /**
   * The tag of a file, or undefined when music-metadata has to read it. Never throws.
   * @param encoding that of texts that do not say theirs: one that a person named is applied after music-metadata
   */
  read(path: string, size: number, encoding: TagEncoding = 'auto'): TrackTag | undefined {
    const texts = this.#reader.read(path, size, this.#numbers);
    if (texts === undefined) return undefined;
    // By index and not by iteration: optimising the latter took longer than reading a thousand files.
    const {
      0: trackNumber = 0,
      1: discNumber = 0,
      2: year = -1,
      3: length = 0,
      4: bitrate = 0,
      5: sampleRate = 0,
      6: compilation = 0,
      7: unlabelled = 0,
    } = this.#numbers;
    if (encoding !== 'auto' && unlabelled === 1) return undefined;
    const {
      0: title = '',
      1: artist = '',
      2: album = '',
      3: albumArtist = '',
      4: work = '',
      5: grouping = '',
      6: date = '',
      7: copyright = '',
      8: albumSort = '',
      9: albumArtistSort = '',
      10: picture = '',
      11: trackGain = '',
      12: albumGain = '',
      13: trackPeak = '',
      14: albumPeak = '',
      15: releaseId = '',
      16: artists = '',
      17: genres = '',
      18: composers = '',
      19: labels = '',
      20: artistSorts = '',
    } = texts.split('\0');
    const genre = this.#genreList(genres);
    if (genre === undefined) return undefined;
    const hasGain = trackGain !== '' || albumGain !== '' || trackPeak !== '' || albumPeak !== '';
    return {
      title: title || fallbackTitle(path),
      hasTitle: title !== '',
      artist,
      album,
      albumArtist,
      composer: this.#list(composers).joined,
      work: work || grouping,
      genre: genre.joined,
      trackNumber,
      discNumber,
      year: Math.max(year, 0),
      yearString: date || (year < 0 ? '' : String(year)),
      length,
      fileSize: size,
      bitrate: Math.min(Math.round(bitrate / 1000), NUMBER_LIMIT),
      sampleRate,
      replayGain: hasGain
        ? replayGainOf({
            replaygain_track_gain: gainOf(trackGain),
            replaygain_album_gain: gainOf(albumGain),
            replaygain_track_peak: gainOf(trackPeak),
            replaygain_album_peak: gainOf(albumPeak),
          })
        : NO_REPLAY_GAIN,
      artists: this.#list(artists).values,
      genres: genre.values,
      label: this.#list(labels).joined,
      copyright,
      compilation: compilation === 1,
      releaseId: releaseIdOf(releaseId),
      picture,
      cueSheet: '',
      artistSorts: this.#list(artistSorts).values,
      albumSort,
      albumArtistSort,
    };
  }

  /** Whole ms of an MP4 file that `read` hands over: what its edit list leaves; undefined when it does not say. */
  mp4Length(path: string, size: number): number | undefined {
    this.#numbers[LENGTH] = 0;
    this.#reader.read(path, size, this.#numbers);
    return this.#numbers[LENGTH] || undefined;
  }

  #list(texts: string): List {
    if (texts === '') return NO_LIST;
    const known = this.#lists.get(texts);
    if (known !== undefined) return known;
    const values = texts.split(VALUES);
    return keep(this.#lists, texts, { values, joined: values.join(', ') });
  }

  /** Undefined for a number whose name another reader has to find. */
  #genreList(texts: string): List | undefined {
    if (texts === '') return NO_LIST;
    const known = this.#genres.get(texts);
    if (known !== undefined) return known;
    const values = addUnique(undefined, texts.split(VALUES).flatMap(genresOfText));
    if (values.includes('')) return undefined;
    return keep(this.#genres, texts, { values: cleanList(values), joined: cleanText(values.join(', ')) });
  }
}

function keep(lists: Map<string, List>, texts: string, list: List): List {
  if (lists.size >= LISTS_KEPT) lists.clear();
  lists.set(texts, list);
  return list;
}

function gainOf(text: string): { dB: number; ratio: number } | undefined {
  const value = Number.parseFloat(text);
  return text === '' ? undefined : { dB: value, ratio: value };
}
