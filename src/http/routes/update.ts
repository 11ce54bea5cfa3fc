/** Signed updates of the appliance, where RAUC looks after its slots. */
import { LARGEST_UPDATE } from '../../system/update/updates.js';
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
