/** MIME types by which servers and renderers know one format; the first of each is that of `tags/media-types.ts`. */
export const ALIASES: readonly (readonly string[])[] = [
  ['audio/mpeg', 'audio/mp3', 'audio/x-mp3', 'audio/x-mpeg', 'audio/mpeg3', 'audio/mpg'],
  ['audio/flac', 'audio/x-flac', 'application/flac', 'application/x-flac'],
  ['audio/ogg', 'application/ogg', 'audio/x-ogg', 'application/x-ogg', 'audio/vorbis', 'audio/x-vorbis', 'audio/opus'],
  ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  ['audio/aiff', 'audio/x-aiff'],
  ['audio/mp4', 'audio/m4a', 'audio/x-m4a'],
  ['audio/aac', 'audio/aacp', 'audio/x-aac', 'audio/vnd.dlna.adts'],
  ['audio/x-ms-wma', 'audio/wma'],
];
