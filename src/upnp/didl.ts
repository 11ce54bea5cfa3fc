/**
 * What a controller says of a track, as DIDL-Lite. What cannot be read is as if it were not there: many controllers send
 * damaged texts, and their tracks play all the same. Source: ContentDirectory:1 section 2.8. Pure.
 */
import { type Milliseconds, milliseconds } from '../units.js';
import { readTime } from '../upnp-wire/time.js';
import { childText, type Element, readXml } from '../xml.js';

export interface Described {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  /** Address of the cover; `""` for none. */
  readonly art: string;
  /** 0 where it is not said. */
  readonly length: Milliseconds;
  /** MIME type of what is at the address, in lower case; `""` where it is not said. */
  readonly type: string;
}

const NOTHING: Described = { title: '', artist: '', album: '', genre: '', art: '', length: milliseconds(0), type: '' };
/** Characters of a text that is shown. */
const LONGEST = 500;

/** @param uri address of the track, of which a description may have several */
export function readDidl(text: string, uri: string): Described {
  const root = readXml(text);
  const item = root?.name === 'DIDL-Lite' ? root.children.find(({ name }) => name === 'item') : undefined;
  if (item === undefined) return NOTHING;
  const find = (name: string, isMeant: (element: Element) => boolean = () => true): string => {
    const found = item.children.find((child) => child.name === name && child.text.trim() !== '' && isMeant(child));
    return found?.text.trim().slice(0, LONGEST) ?? '';
  };
  const resources = item.children.filter(({ name }) => name === 'res');
  const resource = resources.find((each) => each.text.trim() === uri) ?? resources[0];
  const [, , type = ''] = resource?.attributes.get('protocolInfo')?.split(':') ?? [];
  const isPerformer = ({ attributes }: Element): boolean => /^performer$/i.test(attributes.get('role') ?? '');
  const art = childText(item, 'albumArtURI');
  return {
    title: find('title'),
    artist: find('artist', isPerformer) || find('artist') || find('creator'),
    album: find('album'),
    genre: find('genre'),
    art: /^https?:\/\//i.test(art) ? art : '',
    length: readTime(resource?.attributes.get('duration') ?? '') ?? milliseconds(0),
    type: type.trim().toLowerCase(),
  };
}
