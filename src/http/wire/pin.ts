/** The PIN on the wire, which is only ever sent to the daemon. */

/**
 * A header must be able to carry it (RFC 9110 section 5.5): printable ASCII, without a space at its ends. The empty one
 * is none.
 */
const PIN = '^(?:[!-~][ -~]{2,62}[!-~])?$';

export const PinSchema = {
  type: 'object',
  description: 'Whether there is a PIN.',
  required: ['set'],
  properties: { set: { type: 'boolean', description: 'Whether what is protected needs a PIN.' } },
} as const;

export const NewPinSchema = {
  type: 'object',
  description: 'Another PIN.',
  required: ['pin'],
  properties: {
    pin: {
      type: 'string',
      maxLength: 64,
      pattern: PIN,
      description: '4 to 64 characters of ASCII without a space at either end; `""` for no PIN any more.',
    },
    current: {
      type: 'string',
      maxLength: 64,
      description: 'The PIN of now, where one is set. The header of protected requests will do as well.',
    },
  },
} as const;
