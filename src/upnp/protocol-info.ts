/**
 * The formats that are played, as ConnectionManager names them: what `streams` plays from an address, under every MIME type
 * that servers give it.
 */
import { ALIASES } from '../upnp-wire/media-types.js';
import type { Described } from './didl.js';

const TYPES = [
  ...ALIASES.flat(),
  ...['audio/x-matroska', 'audio/webm'],
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
