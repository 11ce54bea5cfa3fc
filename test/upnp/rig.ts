/** The UPnP port on a real socket of the loopback: a real player with an engine that makes no sound, and a controller. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Test } from 'tap';
import { Listeners } from '../../src/listeners.js';
import { SentTracks } from '../../src/radio/sent-tracks.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { PlaybackClock } from '../../src/playback-clock.js';
import type { UpnpDeps } from '../../src/upnp/deps.js';
import { UpnpServer } from '../../src/upnp/server.js';
import { type Element, escaped, parseXml } from '../../src/xml.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeVolume } from '../http/fake-player.js';
import { settingsInMemory } from '../http/fake-settings.js';
import { createRig, type PlayerRig } from '../playback/rig.js';
import { SOME_FACTS } from '../playback/fake-engine.js';

export const BOX_ID = '0123456789abcdef';
/** A track on a server of the home network, which nobody asks. */
export const URI = 'http://192.168.7.7/one.flac';
export const NEXT = 'http://192.168.7.7/two.flac';

export function didl(uri: string, title: string, more = ''): string {
  return (
    '<DIDL-Lite xmlns="urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:upnp="urn:schemas-upnp-org:metadata-1-0/upnp/"><item id="1" parentID="0" restricted="1">' +
    `<dc:title>${escaped(title)}</dc:title><upnp:artist>Can &amp; Co.</upnp:artist><upnp:album>Future Days</upnp:album>${more}` +
    `<res protocolInfo="http-get:*:audio/flac:*" duration="0:03:00.500">${escaped(uri)}</res></item></DIDL-Lite>`
  );
}

/** A volume whose steps are percent of the slider. */
export class PercentVolume extends FakeVolume {
  override read() {
    return { ...this.range, percent: this.range.volume };
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Headers = Readonly<Record<string, string>>;
export type Arguments = Readonly<Record<string, string | number>>;

/** A controller of the device at a port of the loopback. */
export interface Controller {
  readonly send: (method: string, path: string, headers?: Headers, body?: string | Buffer) => Promise<Answer>;
  /** Results of an action, by their names. @throws UpnpFault */
  readonly call: (service: string, action: string, args?: Arguments) => Promise<Readonly<Record<string, string>>>;
  /** Code of the error that an action is answered with; 0 for none. */
  readonly code: (service: string, action: string, args?: Arguments) => Promise<number>;
}

export interface UpnpRig extends PlayerRig, Controller {
  readonly volume: PercentVolume;
  readonly server: UpnpServer;
  readonly port: number;
  readonly settings: ReturnType<typeof settingsInMemory>;
  /** What is shown of the tracks that were sent. */
  readonly sentTracks: SentTracks;
  /** What is current is open, and its server lets one seek. */
  readonly opens: () => void;
}

export class UpnpFault extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export async function startUpnp(t: Test, more: Partial<UpnpDeps> = {}): Promise<UpnpRig> {
  const rig = createRig();
  const { player, engine } = rig;
  engine.stream = () => ({ station: '', genre: '', artist: '', title: '', seekable: true });
  const volume = new PercentVolume();
  const settings = settingsInMemory();
  const noPictures = {
    find: () => {
      throw new Error('nobody asks for pictures here');
    },
  };
  const sentTracks = new SentTracks(noPictures);
  const deps: UpnpDeps = {
    player,
    volume,
    settings,
    ownNames: () => ['box.local'],
    allowedClients: [],
    network: { isOnTrial: false, noteUse: () => Promise.resolve() } as never,
    streams: new StreamAddresses({ ownPorts: () => [server.port ?? 0] }),
    version: '1.2.3',
    sentTracks,
    boxId: () => Promise.resolve(BOX_ID),
    name: () => 'Kitchen <1>',
    pageAt: (address) => `http://${address}:6063/`,
    interfaces: networkInterfaces,
    subscribeAddresses: () => () => undefined,
    clock: new PlaybackClock(200),
    log: SILENT_LOG,
    ...more,
  };
  const server = new UpnpServer(deps, { host: '127.0.0.1', port: 0, ssdpPort: 0 });
  await server.start();
  t.teardown(() => server.stop());
  const port = server.port ?? 0;
  return {
    ...rig,
    ...controllerAt(port),
    ...{ volume, server, port, settings, sentTracks },
    opens() {
      engine.known.set(engine.loadedId, SOME_FACTS);
      engine.events.trackOpened(engine.loadedId);
    },
  };
}

export function controllerAt(port: number): Controller {
  const send: Controller['send'] = (method, path, headers = {}, body) => ask(port, method, path, headers, body);
  const call: Controller['call'] = async (service, action, args = {}) => {
    const type = `urn:schemas-upnp-org:service:${service}:1`;
    const headers = { 'content-type': 'text/xml; charset="utf-8"', soapaction: `"${type}#${action}"` };
    const { status, text } = await send('POST', `/${service}/control`, headers, envelope(type, action, args));
    return resultsIn(status, text);
  };
  return {
    ...{ send, call },
    async code(service, action, args) {
      try {
        await call(service, action, args);
        return 0;
      } catch (error) {
        if (error instanceof UpnpFault) return error.code;
        throw error;
      }
    },
  };
}

export function envelope(type: string, action: string, args: Arguments): string {
  const list = Object.entries({ InstanceID: 0, ...args }).map(
    ([name, value]) => `<${name}>${escaped(String(value))}</${name}>`,
  );
  return (
    '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ' +
    's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>' +
    `<u:${action} xmlns:u="${type}">${list.join('')}</u:${action}></s:Body></s:Envelope>`
  );
}

function resultsIn(status: number, text: string): Readonly<Record<string, string>> {
  const [content] = parseXml(text).children[0]?.children ?? [];
  if (status === 200)
    return Object.fromEntries((content?.children ?? []).map(({ name, text: value }) => [name, value]));
  const find = (element: Element | undefined, name: string): Element | undefined =>
    element?.name === name
      ? element
      : element?.children.map((each) => find(each, name)).find((each) => each !== undefined);
  throw new UpnpFault(Number(find(content, 'errorCode')?.text), find(content, 'errorDescription')?.text ?? '');
}

export function ask(
  port: number,
  method: string,
  path: string,
  headers: Headers = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const isSized = body !== undefined && headers['transfer-encoding'] === undefined;
    const length = !isSized ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = { host: `127.0.0.1:${port}`, ...length, ...headers };
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: sent, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

export interface Event {
  readonly sid: string;
  readonly sequence: number;
  /** Values by variables, those of `LastChange` taken apart. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A subscriber that listens. */
export class Subscriber {
  readonly events: Event[] = [];
  readonly #arrived = new Listeners();
  readonly #server: Server;
  /** Status of its answers; undefined: it never answers. */
  status: number | undefined = 200;
  /** Requests that came, answered or not. */
  requests = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      this.requests += 1;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (this.status === 200) this.#take(request.headers, Buffer.concat(chunks).toString());
        if (this.status !== undefined) response.writeHead(this.status).end();
        this.#arrived.call();
      });
    });
  }

  async listen(t: Test): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    t.teardown(() => this.close());
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(headers: IncomingHttpHeaders, body: string): void {
    const properties = parseXml(body).children.flatMap(({ children }) => children);
    const values = properties.flatMap(({ name, text }) => (name === 'LastChange' ? changesIn(text) : [[name, text]]));
    this.events.push({
      sid: String(headers['sid']),
      sequence: Number(headers['seq']),
      values: Object.fromEntries(values) as Record<string, string>,
      body,
    });
  }

  /** Resolves when this is so. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      let undo: () => void = () => undefined;
      await new Promise<void>((resolve) => (undo = this.#arrived.add(resolve)));
      undo();
    }
  }

  /** Resolves when a variable has had this value. */
  untilValue(name: string, value: string): Promise<void> {
    return this.until(() => this.events.some(({ values }) => values[name] === value));
  }
}

function changesIn(text: string): [string, string][] {
  const [instance] = parseXml(text).children;
  return (instance?.children ?? []).map(({ name, attributes }) => [name, attributes.get('val') ?? '']);
}

/** A socket that searches and hears what comes. */
export class Searcher {
  readonly received: string[] = [];
  readonly #listeners = new Listeners();

  constructor(readonly socket: Socket) {
    socket.on('message', (message) => {
      this.received.push(message.toString());
      this.#listeners.call();
    });
  }

  static async start(t: Test): Promise<Searcher> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    t.teardown(() => void socket.close());
    return new Searcher(socket);
  }

  search(port: number, target: string, lines: readonly string[] = ['MX: 0']): void {
    const head = ['M-SEARCH * HTTP/1.1', 'HOST: 239.255.255.250:1900', 'MAN: "ssdp:discover"', `ST: ${target}`];
    this.socket.send(`${[...head, ...lines].join('\r\n')}\r\n\r\n`, port, '127.0.0.1');
  }

  async until(count: number): Promise<void> {
    while (this.received.length < count) {
      let undo: () => void = () => undefined;
      await new Promise<void>((resolve) => (undo = this.#listeners.add(resolve)));
      undo();
    }
  }
}
