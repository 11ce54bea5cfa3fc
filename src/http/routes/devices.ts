/** The outputs: what there is, and which one plays (contract section 10). */
import { answerEmpty, answerJson } from '../answer.js';
import type { HttpParts } from '../parts.js';
import { jsonAnswer, NOT_SAVED, route, type Route } from '../route.js';
import { DeviceSchema, NewVolumeModeSchema, toDevice } from '../wire/device.js';

const OR_CURRENT = { id: 'Id of an output, or `current` for the one that plays.' };
const UNKNOWN = { 404: 'There is no such output.' };
const NOT_THERE = 'The output is not there, is in use by somebody else, or fails: the one before goes on.';
const REFUSALS = {
  409: 'Another output was chosen meanwhile.',
  503: `${NOT_THERE} Or: ${NOT_SAVED[503]}`,
} as const;

export function deviceRoutes({ outputs }: Pick<HttpParts, 'outputs'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/devices',
      tag: 'Devices',
      operationId: 'getDevices',
      summary: 'The outputs that can be chosen',
      description: 'The built-in and the current one are always among them, also while they are away.',
      answers: jsonAnswer('The outputs.', { type: 'array', items: DeviceSchema }),
      handler: (ctx) =>
        answerJson(
          ctx,
          outputs.list().map((device) => toDevice(device, outputs)),
        ),
    }),
    route({
      method: 'GET',
      path: '/devices/{id}',
      tag: 'Devices',
      operationId: 'getDevice',
      summary: 'One output',
      segments: OR_CURRENT,
      answers: jsonAnswer('The output.', DeviceSchema),
      refusals: UNKNOWN,
      handler: (ctx, { params: { id = '' } }) => answerJson(ctx, toDevice(outputs.get(id), outputs)),
    }),
    route({
      method: 'PUT',
      path: '/devices/{id}/connect',
      tag: 'Devices',
      operationId: 'connectDevice',
      summary: 'Play on this output from now on',
      description:
        'What plays goes on there at the same place, at the volume that was last used there; an output that was never ' +
        'used starts quietly. The choice is kept.',
      segments: OR_CURRENT,
      answers: { 200: { description: 'It plays there.' } },
      refusals: { ...UNKNOWN, ...REFUSALS },
      async handler(ctx, { params: { id = '' } }) {
        await outputs.choose(id);
        answerEmpty(ctx);
      },
    }),
    route({
      method: 'PUT',
      path: '/devices/{id}/disconnect',
      tag: 'Devices',
      operationId: 'disconnectDevice',
      summary: 'Play on the built-in output from now on',
      segments: { id: 'Any value.' },
      answers: { 200: { description: 'It plays there.' } },
      refusals: REFUSALS,
      async handler(ctx) {
        await outputs.disconnect();
        answerEmpty(ctx);
      },
    }),
    route({
      method: 'PUT',
      path: '/devices/{id}/volume-mode',
      tag: 'Devices',
      operationId: 'setVolumeMode',
      summary: 'Choose by what the volume of the current output is made',
      description: 'It never becomes louder by that, but for `fixed`, which is as loud as the output can be.',
      segments: OR_CURRENT,
      body: NewVolumeModeSchema,
      answers: jsonAnswer('The output.', DeviceSchema),
      refusals: {
        ...UNKNOWN,
        409:
          '`fixed` is not confirmed, or a volume limit is set; or the output has no control of its own, or is not the ' +
          'current one.',
        503: `The mixer does not answer, or: ${NOT_SAVED[503]}`,
      },
      async handler(ctx, { params: { id = '' }, body: { mode, confirmed = false } }) {
        await outputs.setVolumeMode(id, mode, confirmed);
        answerJson(ctx, toDevice(outputs.get(id), outputs));
      },
    }),
  ];
}
