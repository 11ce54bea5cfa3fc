/** Which formats a renderer takes, by the list that its ConnectionManager gives. Source: ConnectionManager:1 section 2.5.2. Pure. */
import { ALIASES } from '../../upnp-wire/media-types.js';

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
   * @param type as `tags/media-types.ts` has it
   */
  nameOf(type: string): string | undefined {
    const types = this.#types;
    if (types.has('*') || types.has('*/*') || types.has('audio/*')) return type;
    const names = ALIASES.find(([first]) => first === type) ?? [type];
    return names.find((name) => types.has(name));
  }
}
