/** Network shares as library folders. */
import { answerJson, answerList, answerMade } from '../../answer.js';
import type { HttpDeps } from '../../deps.js';
import { jsonAnswer, pageAnswer, type Route, routesOf } from '../../route.js';
import * as wire from '../../wire/network/shares.js';

const api = routesOf('/system/shares', {
  tag: 'System',
  segments: { id: 'As `GET /system/shares` has it.' },
});

/** Refusals of every operation that asks the system to mount or to unmount. */
const ASKS_SYSTEM = {
  403: 'The host name or the origin of the request is not allowed, or the system does not let the daemon do this.',
  500: 'The system failed; `detail` says how.',
  503: 'This system does not mount shares (`NO_SHARES_HERE`), or it could not be saved.',
  504: 'The system does not answer in time.',
} as const;

/** Refusals of operations that mount. */
const MOUNTS = {
  ...ASKS_SYSTEM,
  503:
    'No device has this name (`SHARE_NO_SUCH_HOST`), it does not answer (`SHARE_NOT_ANSWERING`), it has no such share ' +
    '(`SHARE_NO_SUCH_SHARE`), it wants a password (`SHARE_PASSWORD_NEEDED`), the password is wrong ' +
    '(`SHARE_PASSWORD_WRONG`), it does not let this box in (`SHARE_NOT_PERMITTED`), its protocol is too old ' +
    '(`SHARE_PROTOCOL_TOO_OLD`), or it failed (`SHARE_FAILED`); or this system does not mount shares (`NO_SHARES_HERE`).',
  504: 'The server does not answer in time (`SHARE_TIMED_OUT`), or the system does not.',
} as const;

/** Refusals of operations that mount and keep. */
const KEEPS = { ...MOUNTS, 503: `${MOUNTS[503]} It may also not be saved (\`NOT_SAVED\`).` } as const;

const UNKNOWN = 'No share has this id (`UNKNOWN_SHARE`).';
const BUSY = 'It is being mounted at this moment (`SHARE_BUSY`).';

export function shareRoutes({ shares }: Pick<HttpDeps, 'shares'>): Route[] {
  return [
    api.get('', 'getShares', 'List network shares', {
      description: 'In the order in which they were added. Passwords are not told.',
      answers: pageAnswer('The shares.', wire.SharesSchema),
      refusals: { 503: 'The list cannot be read.' },
      handler: async (_input, ctx) => answerList(ctx, await shares.list(), wire.toShare),
    }),
    api.post('', 'addShare', 'Mount a network share as a library folder', {
      protected: 'always',
      description:
        'Read-only. Answers when it is mounted, within a minute; its music is scanned from then on, and it is mounted after ' +
        'each start. A share that cannot be mounted is not kept. At most 16.',
      body: wire.NewShareSchema,
      answers: {
        201: {
          description: 'It is mounted, and kept.',
          type: 'application/json',
          schema: wire.ShareSchema,
          headers: ['Location'],
        },
      },
      refusals: {
        ...KEEPS,
        409: 'It is kept already (`SHARE_EXISTS`), or there are too many (`TOO_MANY_SHARES`).',
      },
      async handler({ body }, ctx) {
        const share = await shares.add(wire.toShareAddress(body), wire.toShareLogin(body, body.kind));
        answerMade(ctx, `/system/shares/${share.id}`, wire.toShare(share));
      },
    }),
    api.post('/test', 'testShare', 'Check whether a network share can be mounted', {
      protected: 'always',
      description: 'Mounts it, and unmounts it at once. Nothing is kept.',
      body: wire.NewShareSchema,
      answers: { 204: { description: 'It can be mounted.' } },
      refusals: MOUNTS,
      handler: ({ body }) => shares.test(wire.toShareAddress(body), wire.toShareLogin(body, body.kind)),
    }),
    api.post('/servers', 'findShareServers', 'Find servers of network shares', {
      description:
        'Listens for three seconds to the servers that announce themselves (DNS-SD). Others can be typed in. At most 64.',
      answers: pageAnswer('By name; one that has SMB and NFS is listed twice.', wire.ShareServersSchema),
      refusals: { 503: 'Avahi does not run (`NO_DISCOVERY`).', 504: 'Avahi does not answer in time.' },
      handler: async (_input, ctx) => answerList(ctx, await shares.servers(), wire.toShareServer),
    }),
    api.post('/names', 'findShareNames', 'List the shares of an SMB server', {
      protected: 'always',
      description:
        'What the server tells this user, or a guest, within eight seconds: folders by name, without those that it hides.',
      body: wire.ShareLookupSchema,
      answers: pageAnswer('The shares.', wire.ShareNamesSchema),
      refusals: {
        503:
          'No device has this name (`SHARE_NO_SUCH_HOST`), it does not answer (`SHARE_NOT_ANSWERING`), it wants a password ' +
          '(`SHARE_PASSWORD_NEEDED`), the password is wrong (`SHARE_PASSWORD_WRONG`), its protocol is too old ' +
          '(`SHARE_PROTOCOL_TOO_OLD`), or it does not tell its shares, as one of SMB 3 alone (`SHARES_NOT_LISTED`).',
      },
      async handler({ body }, ctx) {
        const names = await shares.names(wire.toShareServerAddress(body), wire.toShareLogin(body, 'smb'));
        await answerList(ctx, names, wire.toShareName);
      },
    }),
    api.put('/{id}/login', 'changeShareLogin', 'Change user and password of a network share', {
      protected: 'always',
      description: 'Mounts it with them, and keeps them when that succeeds; else those of before stay.',
      body: wire.ShareLoginSchema,
      answers: jsonAnswer('It is mounted.', wire.ShareSchema),
      refusals: { ...KEEPS, 404: UNKNOWN, 409: BUSY },
      async handler({ params: { id }, body }, ctx) {
        answerJson(ctx, wire.toShare(await shares.change(id, (kind) => wire.toShareLogin(body, kind))));
      },
    }),
    api.put('/{id}/connect', 'connectShare', 'Mount a network share again now', {
      description: 'One that is mounted already is mounted anew.',
      answers: jsonAnswer('It is mounted.', wire.ShareSchema),
      refusals: { ...MOUNTS, 404: UNKNOWN, 409: BUSY },
      async handler({ params: { id } }, ctx) {
        answerJson(ctx, wire.toShare(await shares.connect(id)));
      },
    }),
    api.delete('/{id}', 'removeShare', 'Remove a network share from the library', {
      protected: 'always',
      description: 'Unmounts it, and forgets its password. Nothing changes on the server; playlists and likes stay.',
      answers: { 204: { description: 'It is not kept any more.' } },
      refusals: { ...ASKS_SYSTEM, 404: UNKNOWN },
      handler: ({ params: { id } }) => shares.remove(id),
    }),
  ];
}
