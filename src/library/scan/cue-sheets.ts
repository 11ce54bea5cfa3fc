/** The cue sheets of one folder, read when a file beside them is. */
import { readFileSync, statSync } from 'node:fs';
import { CUE_SHEET_LIMIT, type CueSheet, parseCueSheet } from '../../tags/cue.js';
import { type CuePart, partsOfSheet, partLocation, SheetFiles } from '../../tags/cue-tracks.js';
import { decodeSheet } from '../../tags/repair.js';
import type { TagEncoding } from '../../tags/tag-rules.js';
import type { TrackTag } from '../../tags/track-tag.js';
import { isCueSheet, type Listing } from './listing.js';
import type { TrackFound } from './tracks.js';

/** Sheets of one folder that are looked at. */
const MOST = 100;

interface Meant {
  readonly sheet: CueSheet;
  /** The name that the sheet calls the file by. */
  readonly file: string;
}

export class CueSheets {
  readonly #folder: string;
  readonly #names: readonly string[];
  readonly #siblings: readonly string[];
  readonly #encoding: TagEncoding;
  /** What sheets say of each file, in their order; undefined until they are read. */
  #meant: Map<string, Meant[]> | undefined;

  /** @param encoding of sheets that do not say theirs */
  constructor(folder: string, { files }: Listing, encoding: TagEncoding) {
    const names = files.filter(({ problem }) => problem === undefined).map(({ name }) => name);
    this.#folder = folder;
    this.#encoding = encoding;
    this.#names = names.filter(isCueSheet).slice(0, MOST);
    this.#siblings = names.filter((name) => !isCueSheet(name));
    if (this.#names.length === 0) this.#meant = new Map();
  }

  get areRead(): boolean {
    return this.#meant !== undefined;
  }

  async read(): Promise<void> {
    const files = new SheetFiles(this.#siblings);
    const meant = new Map<string, Meant[]>();
    for (const name of this.#names) {
      const sheet = await readSheet(`${this.#folder}/${name}`, this.#encoding);
      if (sheet === undefined) continue;
      for (const file of new Set(sheet.tracks.map((track) => track.file))) {
        const sibling = files.find(file);
        if (sibling !== undefined) meant.set(sibling, [...(meant.get(sibling) ?? []), { sheet, file }]);
      }
    }
    this.#meant = meant;
  }

  /** What a file is in the library: itself, or the parts that the first sheet with several of them names. Sheets have to be read before. */
  tracksOf(name: string, tag: TrackTag): readonly TrackFound[] {
    const path = `${this.#folder}/${name}`;
    const parts = this.#partsOfSheets(name, tag) ?? partsInside(tag);
    if (parts.length === 0) return [{ location: path, tag, part: undefined }];
    return parts.map(({ number, start, end, tag: own }) => ({
      location: partLocation(path, number),
      tag: own,
      part: { start, end: end ?? null },
    }));
  }

  #partsOfSheets(name: string, tag: TrackTag): readonly CuePart[] | undefined {
    for (const { sheet, file } of this.#meant?.get(name) ?? []) {
      const parts = partsOfSheet(sheet, file, tag);
      if (parts.length > 0) return parts;
    }
    return undefined;
  }
}

/** A sheet in a tag means its own file, whatever it says. */
function partsInside(tag: TrackTag): readonly CuePart[] {
  const sheet = tag.cueSheet === '' ? undefined : parseCueSheet(tag.cueSheet);
  const file = sheet?.tracks[0]?.file;
  return sheet === undefined || file === undefined ? [] : partsOfSheet(sheet, file, tag);
}

/** Undefined when it is gone, cannot be read, or is no sheet. */
async function readSheet(path: string, encoding: TagEncoding): Promise<CueSheet | undefined> {
  try {
    if (statSync(path).size > CUE_SHEET_LIMIT) return undefined;
    return parseCueSheet(await decodeSheet(readFileSync(path), encoding));
  } catch {
    return undefined;
  }
}
