/** A service of a renderer that is called. Thread: main. */
import type { DeviceHttp } from '../device-http.js';
import type { ServiceAddress } from '../discovery/description.js';
import { writeSoap } from '../../upnp-wire/soap.js';
import { readAnswer, type Results } from './soap.js';

/** Milliseconds in which an action is answered, if nothing else is said. */
const PATIENCE = 5000;
/** Bytes of an answer. */
const MOST = 128 * 1024;

export class Service {
  constructor(
    private readonly http: DeviceHttp,
    private readonly address: ServiceAddress,
    private readonly patience = PATIENCE,
  ) {}

  /** @throws DeviceRefusal; BadAnswer or RemoteFailure where it does not answer as it should */
  async call(action: string, args: Readonly<Record<string, string | number>> = {}): Promise<Results> {
    const { type, control } = this.address;
    const { status, text } = await this.http.post(control, writeSoap(type, action, args), {
      headers: { soapaction: `"${type}#${action}"` },
      patience: this.patience,
      most: MOST,
    });
    return readAnswer(action, status, text);
  }
}
