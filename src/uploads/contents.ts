/**
 * What may be uploaded: music, playlists and covers, by their endings; and whether a file is what its ending says. A file
 * that the library's own reader finds sound in is music; of formats that it does not know the first bytes are looked at.
 */
import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';

import { Unavailable } from '../errors.js';
import { imageType } from '../library/covers/image-type.js';
import { isPlayable, isPlaylist } from '../library/files.js';
import { type TagReader, UNREAD } from '../library/tag-reader.js';

export type UploadKind = 'music' | 'playlist' | 'image';

/** Bytes: what FAT takes, what is read of a playlist, and more than any cover has. */
export const LARGEST: Readonly<Record<UploadKind, number>> = {
  music: 2 ** 32 - 1,
  playlist: 2 * 2 ** 20,
  image: 32 * 2 ** 20,
};

const IMAGES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'webp', 'gif', 'bmp', 'tif', 'tiff']);
const HEAD_BYTES = 64;

/** Undefined for what cannot be uploaded. */
export function kindOf(name: string): UploadKind | undefined {
  const ending = extname(name).slice(1).toLowerCase();
  if (isPlayable(name)) return 'music';
  if (isPlaylist(name)) return 'playlist';
  return IMAGES.has(ending) ? 'image' : undefined;
}

/** How files of formats begin that the library's reader does not know, by their endings: bytes, and where they stand. */
const BEGINNINGS: Readonly<Record<string, readonly (readonly [at: number, bytes: string])[]>> = {
  au: [[0, '.snd']],
  snd: [[0, '.snd']],
  caf: [[0, 'caff']],
  voc: [[0, 'Creative Voice File']],
  '8svx': [[8, '8SVX']],
  w64: [[0, 'riff']],
  rf64: [[0, 'RF64']],
  bwf: [[0, 'RIFF']],
  aifc: [[8, 'AIFC']],
  afc: [[8, 'AIFC']],
  '3gp': [[4, 'ftyp']],
  '3g2': [[4, 'ftyp']],
  alac: [[4, 'ftyp']],
  latm: [
    [0, '\x56\xe0'],
    [0, '\x56\xe1'],
    [0, '\x56\xe2'],
  ],
  loas: [
    [0, '\x56\xe0'],
    [0, '\x56\xe1'],
    [0, '\x56\xe2'],
  ],
  tta: [[0, 'TTA1']],
  tak: [[0, 'tBaK']],
  shn: [[0, 'ajkg']],
  ac3: [[0, '\x0b\x77']],
  eac3: [[0, '\x0b\x77']],
  ec3: [[0, '\x0b\x77']],
  dts: [
    [0, '\x7f\xfe\x80\x01'],
    [0, '\xfe\x7f\x01\x80'],
    [0, 'DTSHDHDR'],
    [0, 'RIFF'],
  ],
  thd: [[4, '\xf8\x72\x6f\xba']],
  truehd: [[4, '\xf8\x72\x6f\xba']],
  mlp: [[4, '\xf8\x72\x6f\xbb']],
  mka: [[0, '\x1a\x45\xdf\xa3']],
  weba: [[0, '\x1a\x45\xdf\xa3']],
  amr: [[0, '#!AMR']],
  ra: [
    [0, '.ra\xfd'],
    [0, '.RMF'],
  ],
  rm: [[0, '.RMF']],
  oma: [
    [0, 'ea3'],
    [0, 'EA3'],
  ],
  aa3: [
    [0, 'ea3'],
    [0, 'EA3'],
  ],
};

/**
 * Whether what lies at `path`, whose ending is that of `kind`, is such a file.
 * @throws Unavailable CANNOT_CHECK, when a retry may tell; and the file system's errors
 */
export async function isWhatItSays(path: string, kind: UploadKind, tags: Pick<TagReader, 'tryRead'>): Promise<boolean> {
  if (kind === 'playlist') return isText(path);
  const head = await readStart(path, HEAD_BYTES);
  if (kind === 'image') return imageType(head) !== undefined;
  const beginnings = BEGINNINGS[extname(path).slice(1).toLowerCase()] ?? [];
  if (beginnings.some(([at, bytes]) => head.subarray(at, at + bytes.length).toString('latin1') === bytes)) return true;
  const tag = await tags.tryRead(path);
  if (tag === UNREAD) throw new Unavailable('CANNOT_CHECK', 'The file could not be looked at; it is kept.');
  return tag !== undefined && (tag.length > 0 || tag.sampleRate > 0);
}

/** UTF-8, or an older encoding: then at least without what no text holds. */
async function isText(path: string): Promise<boolean> {
  const bytes = await readStart(path, LARGEST.playlist);
  return !bytes.includes(0) && (isUtf8(bytes) || !bytes.some((byte) => byte < 9));
}

async function readStart(path: string, most: number): Promise<Buffer> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, most));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file?.close();
  }
}
