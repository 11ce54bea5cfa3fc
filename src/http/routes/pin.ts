/** The PIN of the box. */
import type { HttpDeps } from '../deps.js';
import { pinGivenBy } from '../pin-given.js';
import { jsonAnswer, type Route, routesOf } from '../route.js';
import { NewPinSchema, PinSchema, toPin } from '../wire/pin.js';

const api = routesOf('/system', { tag: 'System' });

export function pinRoutes({ pin }: Pick<HttpDeps, 'pin'>): Route[] {
  return [
    api.get('/pin', 'getPin', 'Get whether a PIN is set, and what it covers', {
      answers: jsonAnswer('Whether there is one.', PinSchema),
      refusals: { 503: 'Whether a PIN is set cannot be read.' },
      handler: async () => toPin(await pin.read()),
    }),
    api.post('/pin/check', 'checkPin', 'Check the PIN', {
      protected: 'always',
      description: 'Does nothing else: for a client that is about to send something large, which needs the PIN.',
      answers: { 204: { description: 'It is the PIN, or none is set.' } },
      handler: () => undefined,
    }),
    api.put('/pin', 'setPin', 'Set, change or remove the PIN', {
      description:
        'Off by default. What names the refusal 401 then needs it, in the header `Tonearm-Pin`; `level` says what that is. ' +
        'The first PIN needs a sign that somebody is at the box: `may_set` of `GET /system/pin`. Wrong guesses make their ' +
        'client wait, by its address, longer each time and over restarts. A PIN that is forgotten is removed by a file ' +
        '`forget-pin` in the state directory, at the next start.',
      body: NewPinSchema,
      answers: { 204: { description: 'In force and kept.' } },
      refusals: {
        401: 'A PIN is set, and the request does not name it.',
        403: 'The PIN of now is another one; nobody is at the box to set the first one; or the host name or the origin of the request is not allowed.',
        409: 'There is no PIN that could have a level.',
        429: 'Too many PINs were tried; `Retry-After` says how long to wait.',
        503: 'It could not be saved, and nothing is changed.',
      },
      handler: ({ body }, ctx) => pin.change(body, pinGivenBy(ctx, body.current)),
    }),
  ];
}
