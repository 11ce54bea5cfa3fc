/** By which first bytes audio files are known, and what ffmpeg calls that which reads them (`ffmpeg -demuxers`). */
import { textAt } from './bytes.js';
import { adtsFrame } from './frame-headers.js';

const MP4_ATOMS = /^(ftyp|styp|moov|moof|mdat|wide|free|skip|pnot)$/;
const TRANSPORT_PACKET_BYTES = 188;
const AC3 = '\x0b\x77';
/** `bsid` (ATSC A/52 section 5.4.2.1 and annex E): up to 10 AC-3, up to 16 E-AC-3. */
const LAST_AC3_BSID = 10;
const LAST_EAC3_BSID = 16;

/** Marks of what cannot be mistaken, as Latin-1 from a byte on. */
const MARKS: readonly (readonly [demuxer: string, at: number, ...marks: string[]])[] = [
  ['wv', 0, 'wvpk'],
  ['ape', 0, 'MAC '],
  ['tta', 0, 'TTA1'],
  ['tak', 0, 'tBaK'],
  ['mpc8', 0, 'MPCK'],
  ['mpc', 0, 'MP+'],
  ['asf', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['matroska', 0, '\x1a\x45\xdf\xa3'],
  ['ogg', 0, 'OggS'],
  ['flac', 0, 'fLaC'],
  ['caf', 0, 'caff'],
  ['au', 0, '.snd'],
  ['w64', 0, 'riff\x2e\x91\xcf\x11'],
  ['wav', 8, 'WAVE'],
  ['avi', 8, 'AVI '],
  ['aiff', 8, 'AIFF', 'AIFC'],
  ['iff', 8, '8SVX', '16SV'],
  ['dsf', 0, 'DSD '],
  ['iff', 0, 'FRM8'],
  ['dts', 0, '\x7f\xfe\x80\x01', '\xfe\x7f\x01\x80', '\x1f\xff\xe8\x00', '\xff\x1f\x00\xe8'],
  ['truehd', 4, '\xf8\x72\x6f\xba'],
  ['mlp', 4, '\xf8\x72\x6f\xbb'],
  ['amr', 0, '#!AMR'],
  ['rm', 0, '.RMF', '.ra\xfd'],
  ['voc', 0, 'Creative Voice File'],
  ['shn', 0, 'ajkg'],
  ['oma', 0, 'EA3'],
  ['flv', 0, 'FLV\x01'],
  ['mpeg', 0, '\x00\x00\x01\xba'],
];

/** Undefined for MPEG audio, which has no mark, and for what is not known. @param head behind ID3v2 tags */
export function demuxerOf(head: Uint8Array): string | undefined {
  if (MP4_ATOMS.test(textAt(head, 4, 4))) return 'mov';
  const isMarked = (at: number, mark: string): boolean => textAt(head, at, mark.length) === mark;
  const marked = MARKS.find(([, at, ...marks]) => marks.some((mark) => isMarked(at, mark)));
  if (marked !== undefined) return marked[0];
  const bsid = (head[5] ?? 0) >> 3;
  if (isMarked(0, AC3) && bsid <= LAST_EAC3_BSID) return bsid <= LAST_AC3_BSID ? 'ac3' : 'eac3';
  if (isAdts(head)) return 'aac';
  if (head[0] === 0x56 && ((head[1] ?? 0) & 0xe0) === 0xe0) return 'loas';
  return [0, 1, 2].every((packet) => head[packet * TRANSPORT_PACKET_BYTES] === 0x47) ? 'mpegts' : undefined;
}

/** A frame, and another one where its length says. */
function isAdts(head: Uint8Array): boolean {
  const first = adtsFrame(head, 0);
  return first !== undefined && (first.length + 7 > head.length || adtsFrame(head, first.length) !== undefined);
}
