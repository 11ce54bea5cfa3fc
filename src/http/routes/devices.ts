/** The outputs: what there is, and which one plays. */
import { answerList } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, NOT_SAVED, pageAnswer, type Route, routesOf } from '../route.js';
import {
  DeviceSchema,
  NewOutputVolumeSchema,
  NewVolumeLimitSchema,
  NewVolumeModeSchema,
  toDevice,
} from '../wire/device.js';
import { oneOfTwo } from '../wire/one-of-two.js';

const api = routesOf('/devices', {
  tag: 'Devices',
  segments: { id: 'Id of an output, or `current` for the one that plays.' },
});

const UNKNOWN = { 404: 'There is no such output.' };
const NOT_THERE = 'The output is not there, is in use by somebody else, or fails: the one before goes on.';
const REFUSALS = {
  409: 'Another output was chosen meanwhile.',
  503: `${NOT_THERE} Or: ${NOT_SAVED[503]}`,
} as const;

export function deviceRoutes({ outputs }: Pick<HttpDeps, 'outputs'>): Route[] {
  return [
    api.get('', 'getDevices', 'List the outputs', {
      description:
        'The built-in, the chosen and the current one are always among them, also while they are away. Of each its own ' +
        'volume, limit and volume mode are told, whether it plays or not.',
      answers: pageAnswer('The outputs.', { type: 'array', items: DeviceSchema }),
      async handler(_input, ctx) {
        await outputs.refresh();
        await answerList(ctx, await outputs.readAll(), toDevice);
      },
    }),
    api.get('/{id}', 'getDevice', 'Get an output', {
      answers: jsonAnswer('The output.', DeviceSchema),
      refusals: UNKNOWN,
      async handler({ params: { id } }) {
        await outputs.refresh();
        return toDevice(await outputs.read(id));
      },
    }),
    api.put('/{id}/connect', 'connectDevice', 'Choose an output', {
      description:
        'What plays goes on there at the same place, at the volume that was last used there; an output that was never ' +
        'used starts quietly. The choice is kept.',
      answers: { 200: { description: 'It plays there.' } },
      refusals: { ...UNKNOWN, ...REFUSALS },
      handler: ({ params: { id } }) => outputs.choose(id),
    }),
    api.put('/{id}/disconnect', 'disconnectDevice', 'Choose the built-in output', {
      segments: { id: 'Any value.' },
      answers: { 200: { description: 'It plays there.' } },
      refusals: REFUSALS,
      handler: () => outputs.disconnect(),
    }),
    api.put('/{id}/volume', 'setDeviceVolume', 'Set the volume of an output', {
      description:
        'Of the output that plays, as `PUT /player/volume/level`. Another one keeps it for when it plays; nothing is moved ' +
        'before. An addition of Tonearm.',
      body: NewOutputVolumeSchema,
      answers: jsonAnswer('The output.', DeviceSchema),
      refusals: {
        ...UNKNOWN,
        409: 'The volume of the output is fixed, or another output was chosen meanwhile.',
        503: `The mixer does not answer, or the output is away and its steps are not known; or: ${NOT_SAVED[503]}`,
      },
      async handler({ params: { id }, body: { volume, percent } }) {
        if (volume !== undefined && percent === undefined) await outputs.setVolume(id, { step: volume });
        else if (volume === undefined && percent !== undefined) await outputs.setVolume(id, { percent });
        else throw oneOfTwo('volume');
        return toDevice(await outputs.read(id));
      },
    }),
    api.put('/{id}/volume-mode', 'setVolumeMode', 'Set the volume mode of an output', {
      protected: 'changes',
      description:
        'It never becomes louder by that, but for `fixed`, which is as loud as the output can be. An output that does not ' +
        'play, or is away, keeps it for when it plays; one that has no control of its own then has its volume made in ' +
        'software.',
      body: NewVolumeModeSchema,
      answers: jsonAnswer('The output.', DeviceSchema),
      refusals: {
        ...UNKNOWN,
        409: '`fixed` is not confirmed, or a volume limit is set; or the output has no control of its own.',
        503: `The mixer does not answer, or: ${NOT_SAVED[503]}`,
      },
      async handler({ params: { id }, body: { mode, confirmed = false } }) {
        await outputs.setVolumeMode(id, mode, confirmed);
        return toDevice(await outputs.read(id));
      },
    }),
    api.put('/{id}/volume-limit', 'setVolumeLimit', 'Set the volume limit of an output', {
      protected: 'always',
      description:
        'It holds whatever asks for more. What plays louder is turned down at once; of an output that does not play, or is ' +
        'away, the limit is in force when it does. `volume_limit` of the settings is the same for the current output.',
      body: NewVolumeLimitSchema,
      answers: jsonAnswer('The output.', DeviceSchema),
      refusals: {
        ...UNKNOWN,
        409: 'The volume of the output is fixed.',
        503: `The mixer does not answer, or the output is away and was never played on; or: ${NOT_SAVED[503]}`,
      },
      async handler({ params: { id }, body: { volume_limit: limit } }) {
        await outputs.setVolumeLimit(id, limit ?? undefined);
        return toDevice(await outputs.read(id));
      },
    }),
  ];
}
