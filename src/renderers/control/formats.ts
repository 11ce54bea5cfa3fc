/** Which formats a renderer takes, by the list that its ConnectionManager gives. Source: ConnectionManager:1 section 2.5.2. Pure. */

/** Names by which the field knows one format; the first is that of `media-types.ts`. */
const ALIASES: readonly (readonly string[])[] = [
  ['audio/mpeg', 'audio/mp3', 'audio/x-mp3', 'audio/x-mpeg', 'audio/mpeg3', 'audio/mpg'],
  ['audio/flac', 'audio/x-flac', 'application/flac', 'application/x-flac'],
  ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  ['audio/aiff', 'audio/x-aiff'],
  ['audio/mp4', 'audio/m4a', 'audio/x-m4a'],
  ['audio/aac', 'audio/x-aac', 'audio/vnd.dlna.adts'],
  ['audio/x-ms-wma', 'audio/wma'],
  ['audio/ogg', 'application/ogg', 'audio/x-ogg', 'audio/vorbis', 'audio/x-vorbis'],
];
/** Entries that are read of a list. */
const MOST = 2000;

export class Formats {
  readonly #types: ReadonlySet<string>;

  /** @param list `http-get:*:audio/mpeg:*,…`; an empty one says nothing of the renderer */
  constructor(list: string) {
    const entries = list.split(',', MOST).map((entry) => entry.trim().split(':'));
    const overHttp = entries.filter(([protocol = '']) => protocol === 'http-get' || protocol === '*');
    this.#types = new Set(overHttp.map(([, , type = '']) => (type.split(';')[0] ?? '').trim().toLowerCase()));
  }

  /**
   * The renderer's own name of a media type that it takes; undefined where it does not.
   * @param type as `media-types.ts` has it
   */
  nameOf(type: string): string | undefined {
    const types = this.#types;
    if (types.has('*') || types.has('*/*') || types.has('audio/*')) return type;
    const names = ALIASES.find(([first]) => first === type) ?? [type];
    return names.find((name) => types.has(name));
  }
}
