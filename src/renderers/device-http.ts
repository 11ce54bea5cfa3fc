/**
 * HTTP to one renderer: bounded in time and size, to its own address and no other, whatever it answers. Thread: main.
 */
import { InvalidInput } from '../errors.js';
import { BodyReader } from '../net/body-reader.js';
import { type AddressGuard, GuardedHttp, type HttpAnswer } from '../net/guarded-http.js';

/** Lets requests through to one IPv4 address, but not to the daemon itself. */
class OneHost implements AddressGuard {
  constructor(
    private readonly host: string,
    private readonly isOwn: (address: string, port: number) => boolean,
  ) {}

  examine(address: string): string | InvalidInput {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isFine = url?.protocol === 'http:' && url.hostname === this.host;
    if (isFine && this.mayConnect(url.hostname, Number(url.port || 80))) return address;
    return new InvalidInput('STREAM_ADDRESS_FORBIDDEN', 'The address is not on the host of the renderer.');
  }

  mayConnect(address: string, port: number): boolean {
    return address === this.host && !this.isOwn(address, port);
  }
}

export interface DeviceHttpDeps {
  /** Whether this is a port of the daemon. */
  readonly isOwn: (address: string, port: number) => boolean;
  readonly userAgent: string;
}

export interface DeviceRequest {
  /** Milliseconds until the whole answer has to be there. */
  readonly patience: number;
  /** Bytes of the answer. */
  readonly most: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DeviceAnswer extends Pick<HttpAnswer, 'status' | 'headers'> {
  readonly text: string;
}

export class DeviceHttp {
  readonly #http: GuardedHttp;

  /** @param host IPv4 address */
  constructor(host: string, { isOwn, userAgent }: DeviceHttpDeps) {
    this.#http = new GuardedHttp(new OneHost(host, isOwn), userAgent);
  }

  /** @throws RemoteFailure */
  async get(url: URL, { patience, most }: DeviceRequest): Promise<DeviceAnswer> {
    return read(await this.#http.get(url.href, { signal: AbortSignal.timeout(patience) }), most);
  }

  /** Sends XML. @throws RemoteFailure */
  async post(url: URL, text: string, { patience, most, headers }: DeviceRequest): Promise<DeviceAnswer> {
    const options = { text, type: 'text/xml; charset="utf-8"', headers, signal: AbortSignal.timeout(patience) };
    return read(await this.#http.post(url.href, options), most);
  }

  /** Sends a request of another method, without a body. @throws RemoteFailure */
  async request(method: string, url: URL, { patience, most, headers }: DeviceRequest): Promise<DeviceAnswer> {
    const options = { method, headers, signal: AbortSignal.timeout(patience) };
    return read(await this.#http.request(url.href, options), most);
  }
}

async function read({ status, headers, body }: HttpAnswer, most: number): Promise<DeviceAnswer> {
  return { status, headers, text: await new BodyReader(body).text(most) };
}
