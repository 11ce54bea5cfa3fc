/** A track as DIDL-Lite, as renderers show it. Source: ContentDirectory:1 section 2.8. Pure. */
import type { Milliseconds } from '../../units.js';
import { timeText } from '../../upnp-wire/time.js';
import { escaped } from '../../xml.js';

export interface ShownMedia {
  readonly uri: string;
  /** Media type, by the name that the renderer has for it. */
  readonly type: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Address of a picture; undefined for none. */
  readonly art: string | undefined;
  /** 0 where it is not known. */
  readonly length: Milliseconds;
  /** Any range of its bytes can be asked for. */
  readonly isSeekable: boolean;
}

/** Characters of a text. */
const LONGEST = 500;

export function writeDidl({ uri, type, title, artist, album, art, length, isSeekable }: ShownMedia): string {
  const text = (name: string, value: string | undefined): string =>
    value === undefined || value === '' ? '' : `<${name}>${escaped(value.slice(0, LONGEST))}</${name}>`;
  const protocol = `http-get:*:${type}:DLNA.ORG_OP=${isSeekable ? '01' : '00'};DLNA.ORG_CI=0`;
  const duration = length > 0 ? ` duration="${timeText(length)}.${String(length % 1000).padStart(3, '0')}"` : '';
  return (
    '<DIDL-Lite xmlns="urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:upnp="urn:schemas-upnp-org:metadata-1-0/upnp/"><item id="1" parentID="0" restricted="1">' +
    text('dc:title', title || 'Tonearm') +
    text('dc:creator', artist) +
    text('upnp:artist', artist) +
    text('upnp:album', album) +
    text('upnp:albumArtURI', art) +
    '<upnp:class>object.item.audioItem.musicTrack</upnp:class>' +
    `<res protocolInfo="${escaped(protocol)}"${duration}>${escaped(uri)}</res></item></DIDL-Lite>`
  );
}
