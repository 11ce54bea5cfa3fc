/**
 * Reads the tags of the usual MP3 and FLAC files from one small read, at a fraction of what music-metadata needs, and
 * hands over whatever is not quite usual. What it gives is what music-metadata would give; a test compares the two.
 * Called by the tag worker alone: it reads synchronously.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { extname } from 'node:path';
import { lengthOfFrames, lengthOfInformationFrame } from '../mpeg-length.js';
import { readApe } from './ape.js';
import { UNUSUAL, type Found, type Unusual } from './found.js';
import { readFlac } from './flac.js';
import { addId3v1, endingOf, ID3V1 } from './id3v1.js';
import { readId3v2 } from './id3v2.js';
import { readMpeg } from './mpeg.js';
import { FileWindow } from './window.js';

const FRAME_HEAD = 256;

export interface LeanFound extends Found {
  readonly fileSize: number;
  /** Whole ms, where the file's own count of frames is more exact than `format`. */
  readonly length: number | undefined;
}

/** What a file of this name holds, or 'unusual'. @throws the file system's errors */
export function readLean(path: string): LeanFound | Unusual {
  const extension = extname(path).toLowerCase();
  if (extension !== '.mp3' && extension !== '.flac') return UNUSUAL;
  const descriptor = openSync(path, 'r');
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return UNUSUAL;
    const window = new FileWindow(descriptor, status.size);
    return extension === '.mp3' ? readMp3(window) : readWholeFlac(window);
  } finally {
    closeSync(descriptor);
  }
}

function readMp3(window: FileWindow): LeanFound | Unusual {
  const tail = window.tail();
  const ending = tail ? endingOf(tail) : UNUSUAL;
  if (tail === undefined || ending === UNUSUAL) return UNUSUAL;
  const { hasId3v1, footer } = ending;
  const tag = readId3v2(window);
  if (tag === UNUSUAL) return UNUSUAL;
  const { common, end: start, hasYear } = tag;
  const format = readMpeg(window, start, hasId3v1);
  const head = window.bytes(start, FRAME_HEAD);
  if (format === UNUSUAL || head === undefined) return UNUSUAL;
  const told = lengthOfInformationFrame(head);
  const tagsEnd = window.size - (hasId3v1 ? ID3V1 : 0);
  const end = footer === undefined ? tagsEnd : readApe(window, footer, tagsEnd, common);
  if (end === UNUSUAL || (hasId3v1 && addId3v1(common, tail, hasYear) === UNUSUAL)) return UNUSUAL;
  const length = told ?? lengthOfFrames(window.descriptor, start, end);
  return { common, format, fileSize: window.size, length };
}

function readWholeFlac(window: FileWindow): LeanFound | Unusual {
  const tail = window.tail();
  const ending = tail ? endingOf(tail) : UNUSUAL;
  if (ending === UNUSUAL || ending.hasId3v1 || ending.footer !== undefined) return UNUSUAL;
  const found = readFlac(window);
  return found === UNUSUAL ? UNUSUAL : { ...found, fileSize: window.size, length: undefined };
}
