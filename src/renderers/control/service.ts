/** A service of a renderer that is called. Thread: main. */
import type { DeviceHttp } from '../device-http.js';
import type { ServiceAddress } from '../discovery/description.js';
import { type Arguments, readAnswer, type Results, writeCall } from './soap.js';

/** Milliseconds in which an action is answered, and bytes of the answer. */
const BOUNDS = { patience: 5000, most: 128 * 1024 };

export class Service {
  constructor(
    private readonly http: DeviceHttp,
    private readonly address: ServiceAddress,
  ) {}

  /** @throws DeviceRefusal; BadAnswer or RemoteFailure where it does not answer as it should */
  async call(action: string, args: Arguments = {}): Promise<Results> {
    const { type, control } = this.address;
    const { status, text } = await this.http.post(control, writeCall(type, action, args), {
      headers: { soapaction: `"${type}#${action}"` },
      ...BOUNDS,
    });
    return readAnswer(action, status, text);
  }
}
