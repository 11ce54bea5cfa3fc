/** Signed updates of the appliance, where RAUC looks after its slots. */
import { LARGEST_UPDATE } from '../../system/update/limits.js';
import { answerJson } from '../answer.js';
import { streamedBytes } from '../body.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf } from '../route.js';
import * as wire from '../wire/box.js';

const api = routesOf('/system/update', { tag: 'System' });

const BUNDLE = { media: 'application/octet-stream', limit: LARGEST_UPDATE } as const;

const ASKS_RAUC = {
  500: 'RAUC failed; `detail` says how.',
  503: 'RAUC, which updates the appliance, is not on this machine (`NO_UPDATER`).',
  504: 'RAUC does not answer in time.',
} as const;

const COMMANDS_RAUC = {
  ...ASKS_RAUC,
  403: 'The host name or the origin of the request is not allowed, or the system does not let the daemon do this.',
} as const;

export function updateRoutes({ updates }: Pick<HttpDeps, 'updates'>): Route[] {
  return [
    api.get('', 'getUpdate', 'Get the version of the system and the state of its update', {
      description: 'Read it again to follow an installation. RAUC is started for the answer.',
      answers: jsonAnswer('The state.', wire.UpdateSchema),
      refusals: ASKS_RAUC,
      handler: async () => wire.toUpdate(await updates.read()),
    }),
    api.post('', 'installUpdate', 'Install an update', {
      protected: 'always',
      description:
        'A bundle of RAUC (`.raucb`), signed by who makes the system of the box. It is answered when the bundle is there ' +
        'and was checked; it is then written into the slot that does not run, which takes minutes, and the next start ' +
        'runs it. One that does not start three times, or does not play, is left again for the system before it. The ' +
        'music plays on meanwhile.',
      bytes: BUNDLE,
      answers: {
        202: { description: 'It is being installed.', type: 'application/json', schema: wire.UpdateBegunSchema },
      },
      refusals: {
        ...COMMANDS_RAUC,
        409: 'An update is being received or installed already (`UPDATE_RUNS`).',
        413: 'It is larger than a slot.',
        422:
          'The file is no update, is damaged, or is not signed by who makes the system of the box (`UPDATE_REFUSED`), ' +
          'or is for another kind of box (`UPDATE_OF_ANOTHER_BOX`).',
        503: `${ASKS_RAUC[503].slice(0, -1)}, or it could not be saved (\`UPDATE_NOT_KEPT\`).`,
        507: 'There is not enough room for it (`UPDATE_NO_SPACE`).',
      },
      async handler(_input, ctx) {
        const announced = Number(ctx.get('Content-Length')) || undefined;
        const { version } = await updates.install(streamedBytes(ctx, BUNDLE.media, BUNDLE.limit), announced);
        ctx.status = 202;
        answerJson(ctx, { version });
      },
    }),
    api.get('/offer', 'getUpdateOffer', 'Get the update that was looked up last', {
      description: 'Asks neither RAUC nor the address of `update_url`.',
      answers: jsonAnswer('What was found.', wire.FoundOfferSchema),
      handler: async () => {
        const offer = await updates.offer();
        return { offer: offer === undefined ? null : wire.toOffer(offer) };
      },
    }),
    api.post('/check', 'checkForUpdate', 'Look up whether there is an update', {
      description:
        'Reads the channel file at the address of `update_url`; nothing is installed. The setting `update_check` does ' +
        'this daily. A channel file is not signed, so that it may offer an older version: see `order`.',
      answers: jsonAnswer('What it offers.', wire.UpdateOfferSchema),
      refusals: {
        ...ASKS_RAUC,
        409: 'No address is set (`NO_UPDATE_ADDRESS`).',
        422:
          'The update is for another kind of box (`UPDATE_OF_ANOTHER_BOX`), or the address is not contacted: it is ' +
          'another host than the one that is set, or http outside private networks (`UPDATE_ADDRESS_REFUSED`).',
        503:
          'The server is not reached (`UPDATE_CHANNEL_UNREACHABLE`), or what it sends is no channel file ' +
          '(`UPDATE_CHANNEL_UNREADABLE`); the clock is not set yet (`CLOCK_NOT_SET`); or RAUC is not on this machine ' +
          '(`NO_UPDATER`).',
        504: 'The server (`UPDATE_CHANNEL_TIMEOUT`) or RAUC does not answer in time.',
      },
      handler: async () => wire.toOffer(await updates.lookUp()),
    }),
    api.post('/download', 'downloadUpdate', 'Download and install the offered update', {
      protected: 'always',
      description:
        'The box fetches the bundle itself, from the host of `update_url` only, and goes on after interruptions. ' +
        '`GET /system/update` says how far it is, and `problem` why it ended. Then as for `POST /system/update`: a ' +
        'signature is needed, and the bundle has to be of the version that was announced.',
      body: wire.NewDownloadSchema,
      answers: { 202: { description: 'It is being downloaded.' } },
      refusals: {
        ...COMMANDS_RAUC,
        409:
          'An update is being received, downloaded or installed already (`UPDATE_RUNS`), this version is not what was ' +
          'looked up last (`UPDATE_NOT_OFFERED`), or it is not known to be newer and `older` is not given ' +
          '(`UPDATE_OLDER`).',
        422: 'It is for another kind of box (`UPDATE_OF_ANOTHER_BOX`).',
        503: `${ASKS_RAUC[503].slice(0, -1)}, or it could not be saved (\`UPDATE_NOT_KEPT\`).`,
        507: 'There is not enough room for it (`UPDATE_NO_SPACE`).',
      },
      async handler({ body: { version, older = false } }, ctx) {
        await updates.download(version, older);
        ctx.status = 202;
      },
    }),
    api.delete('/download', 'cancelUpdateDownload', 'Cancel the download of an update', {
      protected: 'always',
      description: 'Nothing is left of it. An installation goes on. Without a download nothing is done.',
      answers: { 204: { description: 'None runs any more.' } },
      handler: () => updates.cancelDownload(),
    }),
    api.post('/roll-back', 'rollBackUpdate', 'Go back to the system before an update', {
      protected: 'always',
      description:
        'Before the restart into an update, calls that off. Afterwards, the next start runs the system before it; see ' +
        '`PUT /system/power`.',
      answers: { 204: { description: 'In force at the next start.' } },
      refusals: {
        ...COMMANDS_RAUC,
        409:
          'An update is being received or installed (`UPDATE_RUNS`), or the other slot holds no system that starts ' +
          '(`NO_OTHER_SYSTEM`).',
      },
      handler: () => updates.rollBack(),
    }),
  ];
}
