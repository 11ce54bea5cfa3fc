/**
 * The fastest reader of tags: the addon takes files that are just as most are, and everything else is for the readers in
 * this folder, whose answers it gives. What a tag of it says needs no cleaning and no repair of encodings; a test compares
 * the two. Thread: the scan worker. Source of the native part: `native/core/tag_reader.h`.
 */
import { cleanList, cleanText, NO_REPLAY_GAIN, releaseIdOf, replayGainOf, type TrackTag } from '../track-tag.js';
import { addUnique, BEYOND_ASCII } from './found.js';
import { genresOfText } from './genres.js';
import type { TagEncoding } from './tag-rules.js';

interface NativeTagReader {
  /**
   * The texts of a file of `size` bytes, in the order of `TagText` of `native/core/tag_record.h` and with a zero behind
   * each; `numbers` gets the others, in the order of `TagNumber`. Undefined for a file that is for another reader.
   */
  read(path: string, size: number, numbers: Float64Array): string | undefined;
}

export interface NativeTags {
  readonly TagReader: new () => NativeTagReader;
}

const NUMBERS = 7;
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

  /**
   * The tag of a file, or undefined when another reader has to read it. Never throws.
   * @param encoding one that a person named has to be looked up for every text beyond ASCII
   */
  read(path: string, size: number, encoding: TagEncoding = 'auto'): TrackTag | undefined {
    const texts = this.#reader.read(path, size, this.#numbers);
    if (texts === undefined || (encoding !== 'auto' && BEYOND_ASCII.test(texts))) return undefined;
    // By index and not by iteration: optimising the latter took longer than reading a thousand files.
    const {
      0: trackNumber = 0,
      1: discNumber = 0,
      2: year = -1,
      3: length = 0,
      4: bitrate = 0,
      5: sampleRate = 0,
      6: compilation = 0,
    } = this.#numbers;
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
      title,
      hasTitle: true,
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
