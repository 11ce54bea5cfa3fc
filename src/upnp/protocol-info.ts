/**
 * The formats that are played, as ConnectionManager names them: what `streams` plays from an address, under every MIME type
 * that servers give it.
 */
import type { Described } from './didl.js';

const TYPES = [
  ...['audio/mpeg', 'audio/mp3', 'audio/x-mpeg', 'audio/mpeg3'],
  ...['audio/flac', 'audio/x-flac', 'application/flac', 'application/x-flac'],
  ...['audio/ogg', 'audio/x-ogg', 'application/ogg', 'application/x-ogg', 'audio/opus', 'audio/vorbis'],
  ...['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/aiff', 'audio/x-aiff'],
  ...['audio/mp4', 'audio/m4a', 'audio/x-m4a', 'audio/aac', 'audio/aacp', 'audio/x-aac', 'audio/vnd.dlna.adts'],
  ...['audio/x-ms-wma', 'audio/x-matroska', 'audio/webm'],
  ...['audio/x-mpegurl', 'audio/mpegurl', 'application/vnd.apple.mpegurl', 'application/x-mpegurl'],
  ...['audio/x-scpls', 'application/xspf+xml'],
];

export const SINK = TYPES.map((type) => `http-get:*:${type}:*`).join(',');

/**
 * Whether a description says that nothing of it can be played: pictures, text, and raw samples, which do not say what they
 * are. Films have sound, and unknown types of sound are tried.
 */
export function isForeign({ type }: Pick<Described, 'type'>): boolean {
  return /^(?:image|text)\//.test(type) || /^audio\/l(?:8|16|20|24)\b/.test(type);
}
