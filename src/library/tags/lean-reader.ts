/**
 * Reads the tags of usual files from a few small reads, at a fraction of what music-metadata needs, and hands over
 * whatever is not quite usual. What it gives is what music-metadata would give; a test compares the two.
 * Called by the tag worker alone: it reads synchronously.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { extname } from 'node:path';
import { lengthOfFrames, lengthOfInformationFrame, readMpegLength } from '../mpeg-length.js';
import { readAiff } from './aiff.js';
import { readApe } from './ape.js';
import { UNUSUAL, type Found, type Unusual } from './found.js';
import { readFlac } from './flac.js';
import { addId3v1, endingOf, ID3V1 } from './id3v1.js';
import { readId3v2 } from './id3v2.js';
import { mp4Length, readMp4 } from './mp4.js';
import { readMpeg } from './mpeg.js';
import { readOgg } from './ogg.js';
import { readWav } from './wav.js';
import { readWavPack } from './wavpack.js';
import { FileWindow } from './window.js';

const FRAME_HEAD = 256;

export interface LeanFound extends Found {
  readonly fileSize: number;
  /** Whole ms, where the file's own count of frames is more exact than `format`. */
  readonly length: number | undefined;
}

type Part = Omit<LeanFound, 'fileSize'>;

const READERS: Readonly<Record<string, (window: FileWindow) => Part | Unusual>> = {
  '.mp3': readMp3,
  '.flac': withoutEnding(readFlac),
  '.ogg': withoutLength(readOgg),
  '.oga': withoutLength(readOgg),
  '.opus': withoutLength(readOgg),
  '.wav': withoutLength(readWav),
  '.wave': withoutLength(readWav),
  '.bwf': withoutLength(readWav),
  '.rf64': withoutLength(readWav),
  '.aif': withoutLength(readAiff),
  '.aiff': withoutLength(readAiff),
  '.wv': withoutLength(readWavPack),
  '.m4a': readMp4WithLength,
  '.m4b': readMp4WithLength,
  '.mp4': readMp4WithLength,
};

/** What a file of this name holds, or 'unusual'. @param size of the file, where that is known. @throws the file system's errors */
export function readLean(path: string, size?: number): LeanFound | Unusual {
  const read = READERS[extname(path).toLowerCase()];
  if (read === undefined) return UNUSUAL;
  const descriptor = openSync(path, 'r');
  try {
    const fileSize = size ?? sizeOf(descriptor);
    const part = fileSize === undefined ? UNUSUAL : read(new FileWindow(descriptor, fileSize));
    return fileSize === undefined || part === UNUSUAL ? UNUSUAL : { ...part, fileSize };
  } finally {
    closeSync(descriptor);
  }
}

/** Undefined for what is no file. */
function sizeOf(descriptor: number): number | undefined {
  const status = fstatSync(descriptor);
  return status.isFile() ? status.size : undefined;
}

function withoutLength(read: (window: FileWindow) => Found | Unusual) {
  return (window: FileWindow): Part | Unusual => {
    const found = read(window);
    return found === UNUSUAL ? UNUSUAL : { ...found, length: undefined };
  };
}

/** Tags of MP3 at the end are for another reader. */
function withoutEnding(read: (window: FileWindow) => Found | Unusual) {
  const readWhole = withoutLength(read);
  return (window: FileWindow): Part | Unusual => {
    const tail = window.tail();
    const ending = tail ? endingOf(tail) : UNUSUAL;
    if (ending === UNUSUAL || ending.hasId3v1 || ending.footer !== undefined) return UNUSUAL;
    return readWhole(window);
  };
}

function readMp4WithLength(window: FileWindow): Part | Unusual {
  const found = readMp4(window);
  return found === UNUSUAL ? UNUSUAL : { ...found, length: mp4Length(window) };
}

function readMp3(window: FileWindow): Part | Unusual {
  const tail = window.tail();
  const ending = tail ? endingOf(tail) : UNUSUAL;
  if (tail === undefined || ending === UNUSUAL) return UNUSUAL;
  const { hasId3v1, footer } = ending;
  const tag = readId3v2(window);
  if (tag === UNUSUAL) return UNUSUAL;
  const { common, end: start, hasYear } = tag;
  let { isUnlabelled } = tag;
  const format = readMpeg(window, start, hasId3v1);
  const head = window.bytes(start, FRAME_HEAD);
  if (format === UNUSUAL || head === undefined) return UNUSUAL;
  const told = lengthOfInformationFrame(head);
  const tagsEnd = window.size - (hasId3v1 ? ID3V1 : 0);
  const end = footer === undefined ? tagsEnd : readApe(window, footer, tagsEnd, common);
  const older = end !== UNUSUAL && hasId3v1 && addId3v1(common, tail, hasYear);
  if (end === UNUSUAL || older === UNUSUAL) return UNUSUAL;
  isUnlabelled ||= older;
  const length = told ?? lengthOfFrames((from, size) => window.read(from, size), start, end);
  return { common, format, isUnlabelled, length };
}

/** Whole ms of a file, where it says them more exactly than music-metadata does. @throws the file system's errors */
export function exactLength(path: string): number | undefined {
  if (!/\.(?:m4a|m4b|mp4)$/i.test(path)) return readMpegLength(path);
  const descriptor = openSync(path, 'r');
  try {
    return mp4Length(new FileWindow(descriptor, fstatSync(descriptor).size));
  } finally {
    closeSync(descriptor);
  }
}
