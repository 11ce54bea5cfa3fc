/**
 * The media type of an audio file by its ending: the registered one (iana.org/assignments/media-types), else the one that
 * the field knows it by.
 */
import { extname } from 'node:path';

/** Types by the endings of all files that the library lists and that can be uploaded. */
const AUDIO_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'audio/mpeg': 'mp1 mp2 mp3 mpga',
    'audio/flac': 'flac fla',
    'audio/ogg': 'ogg oga opus spx',
    'audio/wav': 'wav wave bwf rf64',
    'audio/x-w64': 'w64',
    'audio/aiff': 'aif aiff aifc afc',
    'audio/basic': 'au snd',
    'audio/x-caf': 'caf',
    'audio/x-voc': 'voc',
    'audio/x-8svx': '8svx',
    'audio/aac': 'aac adts',
    'audio/mp4': 'm4a m4b m4r mp4 alac',
    'audio/3gpp': '3gp',
    'audio/3gpp2': '3g2',
    'audio/mp4a-latm': 'latm loas',
    'audio/x-ms-wma': 'wma asf',
    'audio/x-ape': 'ape',
    'audio/x-wavpack': 'wv',
    'audio/x-tta': 'tta',
    'audio/x-tak': 'tak',
    'audio/x-musepack': 'mpc mpp mp+',
    'audio/x-shorten': 'shn',
    'audio/ac3': 'ac3',
    'audio/eac3': 'eac3 ec3',
    'audio/vnd.dts': 'dts',
    'audio/vnd.dolby.mlp': 'thd truehd mlp',
    'audio/x-dsf': 'dsf',
    'audio/x-dff': 'dff',
    'audio/matroska': 'mka',
    'audio/webm': 'weba webm',
    'audio/amr': 'amr',
    'audio/x-pn-realaudio': 'ra rm',
    'audio/atrac3': 'oma aa3',
  }).flatMap(([type, endings]) => endings.split(' ').map((ending) => [ending, type] as const)),
);

/** Endings of the files that `decode/formats` can decode. */
export const PLAYABLE: ReadonlySet<string> = new Set(AUDIO_TYPES.keys());

export function isPlayable(name: string): boolean {
  return PLAYABLE.has(extname(name).slice(1).toLowerCase());
}

/** What has no type here is just bytes. */
export function mediaType(path: string): string {
  return AUDIO_TYPES.get(extname(path).slice(1).toLowerCase()) ?? 'application/octet-stream';
}
