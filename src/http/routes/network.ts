/** The networks of the box, where NetworkManager looks after them. */
import type { Context } from 'koa';
import type { Leaving } from '../../network/hotspot.js';
import { answerJson, answerList } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, pageAnswer, type Route, routesOf } from '../route.js';
import { ownAddress } from '../shares.js';
import { namedAddresses } from '../wire/discovery.js';
import * as wire from '../wire/network.js';

const api = routesOf('/system/network', {
  tag: 'System',
  segments: { id: 'As `GET /system/network/known` has it.' },
});

/** Refusals of every operation that calls NetworkManager. */
const ASKS_NETWORK_MANAGER = {
  500: 'NetworkManager failed; `detail` says how.',
  503: 'NetworkManager does not run on this machine (`NO_NETWORK_MANAGER`).',
  504: 'NetworkManager does not answer in time.',
} as const;

/** Refusals of operations for which NetworkManager asks polkit. */
export const COMMANDS_NETWORK_MANAGER = {
  ...ASKS_NETWORK_MANAGER,
  403: 'The host name or the origin of the request is not allowed, or the system does not let the daemon do this.',
} as const;

/** Refusals of operations that connect a network. */
const JOINS = {
  ...COMMANDS_NETWORK_MANAGER,
  503:
    'It is not in reach (`NETWORK_NOT_FOUND`), its password is wrong (`NETWORK_WRONG_PASSWORD`), it gives no ' +
    'address (`NETWORK_NO_ADDRESS`), the address is taken (`NETWORK_ADDRESS_TAKEN`), somebody has called it off ' +
    '(`NETWORK_CANCELED`), or it failed (`NETWORK_FAILED`); or NetworkManager does not run (`NO_NETWORK_MANAGER`).',
  504: 'The network, or NetworkManager, does not answer in time.',
  409:
    'Another network is being joined already (`NETWORK_JOINING`), or an earlier change is not confirmed yet ' +
    '(`NETWORK_CHANGE_WAITS`).',
} as const;

/** The answer to a client that is about to be cut off. */
const LEAVES = {
  description: 'The box leaves the network of the client for it.',
  type: 'application/json',
  schema: wire.JoiningSchema,
} as const;

export function networkRoutes({
  network,
  hotspot,
  country,
  discovery,
}: Pick<HttpDeps, 'network' | 'hotspot' | 'country' | 'discovery'>): Route[] {
  const answer = async (ctx: Context, leaving: Leaving | undefined): Promise<void> => {
    if (leaving === undefined) return;
    ctx.status = 202;
    answerJson(ctx, wire.toJoining(leaving, namedAddresses(await discovery.read())));
  };

  return [
    api.get('', 'getNetwork', 'List network interfaces and their addresses', {
      description: 'Wired and Wi-Fi interfaces as they are now, and the hotspot. Read it again to follow a change.',
      answers: jsonAnswer('The interfaces.', wire.NetworkSchema),
      refusals: ASKS_NETWORK_MANAGER,
      async handler() {
        const [state, spot, code] = await Promise.all([network.read(), hotspot.read(), country.read()]);
        return wire.toNetwork(state, spot, code);
      },
    }),
    api.get('/known', 'getKnownNetworks', 'List known networks', {
      description: 'Wired and Wi-Fi networks, whoever has set them up. Passwords are not told.',
      answers: pageAnswer('By priority, the highest first, then by name.', wire.KnownNetworksSchema),
      refusals: ASKS_NETWORK_MANAGER,
      handler: async (_input, ctx) => answerList(ctx, await network.known(), wire.toKnownNetwork),
    }),
    api.patch('/known/{id}', 'changeKnownNetwork', 'Change priority or addresses of a known network', {
      protected: 'always',
      description:
        'A priority is in force at once. New addresses of a network in use are applied half a second after the answer, ' +
        'and taken back when `confirm_within_secs` are over, so that a mistake locks nobody out: open the box at its ' +
        'new address, and send `POST /system/network/confirm` there.',
      body: wire.KnownNetworkChangeSchema,
      answers: jsonAnswer('It is kept, or waits to be confirmed.', wire.NetworkChangeSchema),
      refusals: {
        ...COMMANDS_NETWORK_MANAGER,
        404: 'No known network has this id (`UNKNOWN_NETWORK`).',
        409: 'An earlier change of addresses is not confirmed yet (`NETWORK_CHANGE_WAITS`).',
      },
      async handler({ params: { id }, body }) {
        return { confirm_within_secs: (await network.change(id, wire.toProfileChange(body))) ?? null };
      },
    }),
    api.post('/scan', 'scanWifi', 'Scan for Wi-Fi networks', {
      description:
        'Answers when the radio has listened on all its channels, within 20 seconds. At most 200 networks. A radio that ' +
        'is the hotspot cannot listen: then the networks are those that were found before it started.',
      answers: pageAnswer('Networks in reach, the strongest first.', wire.WifiNetworksSchema),
      refusals: {
        ...COMMANDS_NETWORK_MANAGER,
        503: 'There is no radio that works (`NO_WIFI`), or NetworkManager does not run (`NO_NETWORK_MANAGER`).',
      },
      handler: async (_input, ctx) => answerList(ctx, await hotspot.scan(), wire.toWifiNetwork),
    }),
    api.post('/join', 'joinWifi', 'Join a Wi-Fi network and keep it', {
      protected: 'always',
      description:
        'In place of what the radio has now. Answers when there is an address, which may take a minute and a half; a ' +
        'network that cannot be joined is not kept. A client that would lose its own connection gets 202, and the box ' +
        'leaves half a second later: from its hotspot, or from the Wi-Fi network of the client. When it cannot join, it ' +
        'is back within a minute; from a Wi-Fi network it comes back as well unless somebody opens it in the other one ' +
        'within `confirm_within_secs`. The reason is `hotspot.failure` of `GET /system/network`.',
      body: wire.NewWifiSchema,
      answers: {
        200: { description: 'It is connected, and known from now on.' },
        202: LEAVES,
      },
      refusals: {
        ...JOINS,
        503: `${JOINS[503]} There may be no radio that works (\`NO_WIFI\`).`,
      },
      async handler({ body }, ctx) {
        await answer(ctx, await hotspot.join(wire.toJoin(body), body.country, ownAddress(ctx.req.socket)));
      },
    }),
    api.put('/known/{id}/connect', 'connectNetwork', 'Connect a known network', {
      protected: 'always',
      description:
        'In place of what its interface has now; the system chooses the interface. Answers when there is an address, ' +
        'which may take a minute and a half. A client that gets here by another Wi-Fi network gets 202, as by ' +
        '`POST /system/network/join`.',
      answers: { 200: { description: 'It is connected.' }, 202: LEAVES },
      refusals: {
        ...JOINS,
        404: 'No known network has this id (`UNKNOWN_NETWORK`).',
      },
      handler: async ({ params: { id } }, ctx) => answer(ctx, await hotspot.connect(id, ownAddress(ctx.req.socket))),
    }),
    api.delete('/known/{id}', 'forgetNetwork', 'Forget a Wi-Fi network', {
      protected: 'always',
      description: 'With its password. One that is in use is disconnected.',
      answers: { 204: { description: 'It is not known any more.' } },
      refusals: {
        ...COMMANDS_NETWORK_MANAGER,
        404: 'No known network has this id (`UNKNOWN_NETWORK`).',
        409: 'A wired network cannot be forgotten (`NETWORK_IS_WIRED`).',
      },
      handler: ({ params: { id } }) => network.forget(id),
    }),
    api.post('/confirm', 'confirmNetworkChange', 'Keep a change of the networks', {
      description:
        'New addresses, or another Wi-Fi network. Whoever gets through to the box may say that it works. In another ' +
        'network, any request to the address of the radio says so as well.',
      answers: { 204: { description: 'It stays.' } },
      refusals: {
        ...COMMANDS_NETWORK_MANAGER,
        409: 'Nothing waits: it was taken back, or is confirmed already (`NO_NETWORK_CHANGE`).',
      },
      handler: () => network.confirm(),
    }),
  ];
}
