/** The PIN of the box. */
import { answerJson } from '../answer.js';
import type { HttpParts } from '../parts.js';
import { jsonAnswer, PIN_HEADER, route, type Route } from '../route.js';
import { NewPinSchema, PinSchema } from '../wire/pin.js';

export function pinRoutes({ pin }: Pick<HttpParts, 'pin'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/system/pin',
      tag: 'System',
      operationId: 'getPin',
      summary: 'Whether a PIN is set',
      answers: jsonAnswer('Whether there is one.', PinSchema),
      refusals: { 503: 'Whether a PIN is set cannot be read.' },
      handler: async (ctx) => answerJson(ctx, { set: await pin.isSet() }),
    }),
    route({
      method: 'PUT',
      path: '/system/pin',
      tag: 'System',
      operationId: 'setPin',
      summary: 'Set, change or remove the PIN',
      description:
        'Off by default. What says so in its description then needs it, in the header `Tonearm-Pin`. A PIN that is ' +
        'forgotten is removed by a file `forget-pin` in the state directory, at the next start.',
      body: NewPinSchema,
      answers: { 204: { description: 'In force and kept.' } },
      refusals: {
        401: 'A PIN is set, and the request does not name it.',
        403: 'The PIN of now is another one; or the host name or the origin of the request is not allowed.',
        429: 'Too many PINs were tried; `Retry-After` says how long to wait.',
        503: 'It could not be saved, and nothing is changed.',
      },
      async handler(ctx, { body }) {
        await pin.change(body.pin, body.current ?? (ctx.get(PIN_HEADER) || undefined));
        ctx.status = 204;
      },
    }),
  ];
}
