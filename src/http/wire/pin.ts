/** The PIN on the wire, which is only ever sent to the daemon. */
import { PIN_LEVELS, type PinState } from '../../system/pin.js';
import { boolean, choice, count, named, type Static, words } from '../schema.js';

/**
 * A header must be able to carry it (RFC 9110 section 5.5): printable ASCII, without a space at its ends. The empty one
 * is none.
 */
const PIN = '^(?:[!-~][ -~]{2,62}[!-~])?$';

const LEVEL =
  '`box`: backup, restore, reset, diagnostics, power, updates, uploads, the volume limit, names of the box, and the ' +
  'settings of Bluetooth, scrobbling and updates need the PIN. `changes`: all settings and deletions too; playing, the queue and ' +
  'the modes of repeating never do.';

export const PinSchema = named('Pin').record('Whether there is a PIN, and what it covers.', {
  set: boolean('Whether what is protected needs a PIN.'),
  level: choice(PIN_LEVELS, LEVEL),
  may_set: boolean(
    'Whether a first PIN may be set now: there is none, and the box was switched on within ten minutes, or an empty ' +
      'file `allow-pin` lies in its state directory.',
  ),
  may_set_seconds: count(
    'Seconds that are left of these ten minutes; 0 where only the file allows it, or nothing does.',
  ),
});

export function toPin({ isSet, level, mayBegin, secondsLeft }: PinState): Static<typeof PinSchema> {
  return { set: isSet, level, may_set: mayBegin, may_set_seconds: secondsLeft };
}

export const NewPinSchema = named('NewPin').schema({
  type: 'object',
  description: 'Another PIN, another level, or both; what is left out stays.',
  required: [],
  properties: {
    pin: {
      type: 'string',
      maxLength: 64,
      pattern: PIN,
      description: '4 to 64 characters of ASCII without a space at either end; `""` for no PIN any more.',
    },
    level: choice(PIN_LEVELS, `${LEVEL} \`box\` for a first PIN that names none.`),
    current: words(64, 'The PIN of now, where one is set. The header of protected requests will do as well.'),
  },
});
