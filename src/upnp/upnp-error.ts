/** Why an action is refused, as a controller understands it: a number of the specifications, and a text. */

/** Descriptions as the specifications have them (UPnP Device Architecture 1.0 section 3.2.2, AVTransport:1 section 2.4). */
const DESCRIPTIONS = {
  401: 'Invalid Action',
  402: 'Invalid Args',
  501: 'Action Failed',
  600: 'Argument Value Invalid',
  601: 'Argument Value Out of Range',
  701: 'Transition not available',
  702: 'Invalid InstanceID',
  706: 'Invalid connection reference',
  710: 'Seek mode not supported',
  711: 'Illegal seek target',
  712: 'Play mode not supported',
  714: 'Illegal MIME-type',
  716: 'Resource not found',
  717: 'Play speed not supported',
  718: 'Invalid InstanceID',
} as const;

export type UpnpErrorCode = keyof typeof DESCRIPTIONS;

export class UpnpError extends Error {
  /** @param detail more than the description of the specification */
  constructor(
    readonly code: UpnpErrorCode,
    detail?: string,
  ) {
    super(detail === undefined ? DESCRIPTIONS[code] : `${DESCRIPTIONS[code]}: ${detail}`);
    this.name = 'UpnpError';
  }
}
