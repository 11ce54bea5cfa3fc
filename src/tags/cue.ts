/**
 * Cue sheets: the tracks inside an audio file, as CDRWIN's manual and the programs that write them have it (`FILE`,
 * `TRACK`, `INDEX 00` and `01`, `TITLE`, `PERFORMER`, `SONGWRITER`, `REM GENRE`, `DATE`, `DISCNUMBER`; 75 frames a second).
 * Forgiving: a line that is not understood is stepped over, a track without an `INDEX 01` is no track. Pure and bounded.
 */
import { cleanText } from './track-tag.js';
import { milliseconds, type Milliseconds } from '../units.js';
import { decodeBytes } from './encodings.js';

/** Larger sheets are none. */
export const CUE_SHEET_LIMIT = 512 * 1024;
const FRAMES_A_SECOND = 75;
/** More of a line is not looked at. */
const LINE_LIMIT = 1000;
/** A CD has 99; a long mix may have more. */
const MOST_TRACKS = 999;

export interface CueTrack {
  /** As the sheet numbers it, 1 to 999, no two alike: what stands behind `#track=`. */
  readonly number: number;
  /** The file that holds its first sound, as the sheet names it; it may be a path of another system. */
  readonly file: string;
  /** Time in the file in whole ms: less than half a millisecond from the CD frame that the sheet says. */
  readonly start: Milliseconds;
  /** Where the next track of the same file starts; undefined: with the file. */
  readonly end: Milliseconds | undefined;
  /** `""` where the sheet does not say; so are all texts here. */
  readonly title: string;
  readonly performer: string;
  readonly songwriter: string;
}

export interface CueSheet {
  /** Texts of the album; `""` where the sheet does not say. */
  readonly title: string;
  readonly performer: string;
  readonly songwriter: string;
  readonly genre: string;
  /** `1997`, or a date in whatever form. */
  readonly date: string;
  /** 0 when unknown. */
  readonly discNumber: number;
  /** In the order of the sheet, one at least. */
  readonly tracks: readonly CueTrack[];
}

interface Texts {
  title: string;
  performer: string;
  songwriter: string;
}

interface Draft extends Texts {
  readonly number: number;
  file: string;
  /** CD frames. */
  start: number | undefined;
}

/** The sheet in a `.cue` file, its encoding looked at without statistics; undefined when it has no tracks. */
export function readCueSheet(bytes: Buffer): CueSheet | undefined {
  return bytes.length > CUE_SHEET_LIMIT ? undefined : parseCueSheet(decodeBytes(bytes));
}

/** The sheet in a text, such as a tag named CUESHEET; undefined when it has no tracks. */
export function parseCueSheet(text: string): CueSheet | undefined {
  if (text.length > CUE_SHEET_LIMIT) return undefined;
  const reading = new SheetReading();
  for (const line of text.split(/\r\n|\r|\n/)) reading.add(line.slice(0, LINE_LIMIT));
  return reading.sheet();
}

class SheetReading {
  readonly #album: Texts = { title: '', performer: '', songwriter: '' };
  readonly #remarks = new Map<string, string>();
  readonly #drafts = new Map<number, Draft>();
  #file = '';
  /** Undefined before the first track, and within one whose number was there before. */
  #draft: Draft | undefined;
  #inTracks = false;

  add(line: string): void {
    const [, command = '', rest = ''] = /^\s*([A-Z]+)\s+(.*)$/i.exec(line) ?? [];
    switch (command.toUpperCase()) {
      case 'FILE':
        this.#file = unquoted(rest.replace(/\s+[A-Z0-9]+\s*$/i, '')) || unquoted(rest);
        break;
      case 'TRACK':
        this.#begin(Number.parseInt(rest, 10), /\bAUDIO\s*$|^\s*\d+\s*$/i.test(rest));
        break;
      case 'INDEX':
        this.#index(rest);
        break;
      case 'TITLE':
      case 'PERFORMER':
      case 'SONGWRITER':
        this.#say(command.toLowerCase() as keyof Texts, rest);
        break;
      case 'REM': {
        const [, key = '', value = ''] = /^(GENRE|DATE|DISCNUMBER)\s+(.*)$/i.exec(rest) ?? [];
        if (key !== '' && !this.#inTracks) this.#remarks.set(key.toUpperCase(), unquoted(value));
      }
    }
  }

  sheet(): CueSheet | undefined {
    const placed = [...this.#drafts.values()].filter(hasStart);
    const tracks = placed.flatMap((draft, index) => {
      const next = placed.slice(index + 1).find(({ file }) => file === draft.file);
      // A sheet that goes backwards has no place for such a track.
      if (next !== undefined && next.start <= draft.start) return [];
      return [{ ...draft, start: toMilliseconds(draft.start), end: next && toMilliseconds(next.start) }];
    });
    if (tracks.length === 0) return undefined;
    const discNumber = Number.parseInt(this.#remarks.get('DISCNUMBER') ?? '', 10);
    return {
      ...this.#album,
      genre: this.#remarks.get('GENRE') ?? '',
      date: this.#remarks.get('DATE') ?? '',
      discNumber: discNumber > 0 ? discNumber : 0,
      tracks,
    };
  }

  #begin(number: number, isAudio: boolean): void {
    this.#inTracks = true;
    this.#draft = undefined;
    if (!isAudio || !(number >= 1 && number <= MOST_TRACKS) || this.#drafts.has(number)) return;
    this.#draft = { number, file: this.#file, start: undefined, title: '', performer: '', songwriter: '' };
    this.#drafts.set(number, this.#draft);
  }

  /** A track begins at its index 1; what is before that (index 0) is the end of the track before. */
  #index(rest: string): void {
    const [, index = '', minutes, seconds, frames] = /^(\d{1,2})\s+(\d{1,4}):(\d{1,2}):(\d{1,2})/.exec(rest) ?? [];
    if (this.#draft === undefined || this.#draft.start !== undefined || Number(index) !== 1) return;
    this.#draft.start = (Number(minutes) * 60 + Number(seconds)) * FRAMES_A_SECOND + Number(frames);
    this.#draft.file = this.#file;
  }

  #say(field: keyof Texts, rest: string): void {
    const texts = this.#inTracks ? this.#draft : this.#album;
    if (texts !== undefined) texts[field] = unquoted(rest);
  }
}

function hasStart(draft: Draft): draft is Draft & { start: number } {
  return draft.start !== undefined;
}

/** What stands between the outer quotes, or the whole. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  return cleanText(/^"(.*)"$/.exec(trimmed)?.[1] ?? trimmed.replace(/^"/, ''));
}

function toMilliseconds(frames: number): Milliseconds {
  return milliseconds(Math.round((frames * 1000) / FRAMES_A_SECOND));
}
