/**
 * All files of the card that ask for something, in the order in which they count: a later one goes before an earlier one.
 * Bytes in, values and notes out; never throws.
 */
import { isUtf8 } from 'node:buffer';

import { type CardSettings, merged, NOTHING } from './card-settings.js';
import { type Reading, readMetaData, readUserData } from './cloud-init.js';
import { readNetworkConfig } from './netplan.js';
import { Notes } from './notes.js';
import { readPreseed } from './preseed.js';
import { readTonearmToml } from './tonearm-toml.js';

/** Bytes of a file: whatever is longer was not written for this box. */
export const LARGEST = 64 * 1024;

const READERS = {
  'meta-data': readMetaData,
  'user-data': readUserData,
  'network-config': readNetworkConfig,
  'rpi-preseed.toml': readPreseed,
  'tonearm.toml': readTonearmToml,
} as const;

export type CardFileName = keyof typeof READERS;

/** The files in the order in which they count. */
export const CARD_FILES = Object.keys(READERS) as CardFileName[];

/** Bytes of the files that are there, at most `LARGEST` and one more. */
export type CardFiles = ReadonlyMap<CardFileName, Buffer>;

export function readCard(files: CardFiles): Reading {
  const readings = CARD_FILES.flatMap((name) => {
    const bytes = files.get(name);
    return bytes === undefined ? [] : readOne(name, bytes);
  });
  return {
    settings: readings.reduce<CardSettings>((earlier, { settings }) => merged(earlier, settings), NOTHING),
    notes: readings.flatMap(({ notes }) => notes),
  };
}

function readOne(name: CardFileName, bytes: Buffer): Reading {
  const notes = new Notes(name);
  if (bytes.length > LARGEST) notes.refused([], 'the whole file: it is larger than 64 KiB');
  else if (!isUtf8(bytes)) notes.refused([], 'the whole file: it is not UTF-8, save it as such');
  if (notes.all.length > 0) return { settings: NOTHING, notes: notes.all };
  return READERS[name](textOf(bytes));
}

/** Text without the byte order mark that some editors write. */
export const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes);
