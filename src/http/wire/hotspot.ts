/** The box's own hotspot, and the country of its radio, on the wire. */
import type { HotspotState } from '../../network/hotspot.js';
import * as schema from '../schema.js';

export const HotspotSchema = schema
  .named('Hotspot')
  .record('The Wi-Fi network that the box makes itself, for a phone to reach it where it has no other network.', {
    state: schema.choice(
      ['off', 'starting', 'on', 'joining'],
      '`joining`: it is down while the box tries to join a network, and comes back when that fails.',
    ),
    name: schema.text('The name that it has, or would have, such as `Tonearm-3F2A`.'),
    address: schema.textOrNull('Address of the box in it; null while it is not on.'),
    joining: schema.textOrNull('Name of the network that the box tries to join; null in other states.'),
    failure: schema.orNull(
      schema.record('', {
        network: schema.text('Its name.'),
        code: schema.text('As `POST /system/network/join` refuses, such as `NETWORK_WRONG_PASSWORD`.'),
        detail: schema.text('The reason in words.'),
        at: schema.count('When it failed, in seconds since 1970.'),
      }),
      'Why the last network could not be joined; null after a success.',
    ),
  });

export const HotspotChangeSchema = schema.named('HotspotChange').object('', ['on'], {
  on: schema.boolean('Whether the hotspot is on.'),
});

export const CountryCode = {
  type: 'string',
  pattern: '^[A-Z]{2}$',
  description: 'Code of two capital letters (ISO 3166), whose rules the radio keeps from now on.',
} as const;

export const RadioChangeSchema = schema.named('RadioChange').object('', ['country'], { country: CountryCode });

export const JoiningSchema = schema.named('Joining').record('A network that is being joined.', {
  joining: schema.text('Its name.'),
  addresses: schema.listOf(schema.text('A URL.'), 'Where the box will answer by name, once it has joined.'),
});

export const PortalSchema = schema.named('Portal').record('State of a captive portal (RFC 8908).', {
  captive: schema.boolean('Whether the client is in the hotspot, from which only the box is reached.'),
  'user-portal-url': schema.text('Address of the page that chooses a network.'),
});

export function toHotspot({ kind, name, address, joining, failure }: HotspotState) {
  return { state: kind, name, address: address ?? null, joining: joining ?? null, failure: failure ?? null };
}
