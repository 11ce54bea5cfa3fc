/** The box's own hotspot, the country of its radio, and what a phone in the hotspot asks for. */
import { answerJson } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { PORTAL_PAGE, portalAddress } from '../portal.js';
import { type Route, routesOf } from '../route.js';
import { HotspotChangeSchema, PortalSchema, RadioChangeSchema } from '../wire/network.js';
import { COMMANDS_NETWORK_MANAGER } from './network.js';

const api = routesOf('/system/network', { tag: 'System' });

const CAPTIVE_TYPE = 'application/captive+json';

export function hotspotRoutes({ hotspot, country }: Pick<HttpDeps, 'hotspot' | 'country'>): Route[] {
  return [
    api.put('/hotspot', 'setHotspot', 'Switch the hotspot on or off', {
      protected: 'always',
      description:
        'In place of the Wi-Fi network that the box is on. It stays on until it is switched off, a network is joined or ' +
        'a cable is plugged in, and goes off half a second after the answer, which may have to leave by it.',
      body: HotspotChangeSchema,
      answers: { 204: { description: 'It starts, or ends soon.' } },
      refusals: {
        ...COMMANDS_NETWORK_MANAGER,
        503:
          'There is no radio that works (`NO_WIFI`), it cannot be an access point (`NO_HOTSPOT`), or NetworkManager ' +
          'does not run (`NO_NETWORK_MANAGER`).',
      },
      handler: ({ body }) => hotspot.turn(body.on),
    }),
    api.patch('', 'setRadioCountry', 'Set the country of the Wi-Fi radio', {
      protected: 'always',
      description: 'Decides which channels are used, and how strongly the radio sends. In force at once, and kept.',
      body: RadioChangeSchema,
      answers: { 204: { description: 'The radio keeps the rules of that country.' } },
      refusals: {
        403: COMMANDS_NETWORK_MANAGER[403],
        500: "The system's Wi-Fi service failed; `detail` says how.",
        503: "It could not be saved, or the system's Wi-Fi service (wpa_supplicant) does not run.",
        504: "The system's Wi-Fi service does not answer in time.",
      },
      handler: ({ body }) => country.set(body.country),
    }),
    api.get('/portal', 'getCaptivePortal', 'Get the state of the captive portal', {
      description: 'For phones that are in the hotspot (RFC 8908); DHCP gives them this address (RFC 8910).',
      answers: {
        200: {
          description: 'Whether the client is in the hotspot.',
          type: CAPTIVE_TYPE,
          schema: PortalSchema,
          headers: ['Cache-Control'],
        },
      },
      handler(_input, ctx) {
        const page = portalAddress(ctx.req.socket, hotspot.address);
        const address = page ?? `http://${ctx.host}${PORTAL_PAGE}`;
        answerJson(ctx, { captive: page !== undefined, 'user-portal-url': address });
        // RFC 8908 section 4: state of this very moment, and of this client.
        ctx.set({ 'Content-Type': CAPTIVE_TYPE, 'Cache-Control': 'private, no-store' });
      },
    }),
  ];
}
