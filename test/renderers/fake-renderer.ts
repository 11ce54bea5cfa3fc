/**
 * A UPnP renderer on the loopback that fetches what it is given and plays it on a clock: it knows how long a track is by what
 * it was told of it. Each of its habits can be a bad one.
 */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';
import { Listeners } from '../../src/listeners.js';
import { readDescription, type RendererDescription } from '../../src/renderers/discovery/description.js';
import { type Element, escaped, parseXml } from '../../src/xml.js';
import { descriptionText } from './description-text.js';

const SINK = 'http-get:*:audio/mpeg:*,http-get:*:audio/x-flac:*,http-get:*:audio/wav:*';

interface Loaded {
  readonly uri: string;
  readonly metadata: string;
  readonly length: number;
}

type Arguments = ReadonlyMap<string, string>;

export class UpnpRefusal extends Error {
  constructor(readonly code: number) {
    super(`error ${code}`);
  }
}

export class FakeRenderer {
  /** Actions that came, such as `Play`, with the file of the address that they name. */
  readonly calls: string[] = [];
  /** What was fetched of each address that was played, by its file. */
  readonly fetched = new Map<string, Buffer>();
  /** Files in the order in which they were played. */
  readonly played: string[] = [];
  volume = 40;
  isMuted = false;
  state = 'NO_MEDIA_PRESENT';
  status = 'OK';
  loaded: Loaded | undefined;
  following: Loaded | undefined;
  /** Milliseconds of playing in one. */
  speed = 1;

  sink = SINK;
  /** Refuses an action by a code of UPnP, or does something else instead. */
  onCall: (action: string, args: Arguments) => void | Promise<void> = () => undefined;
  /** Answers in the place of the device; true when it has. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  /** What it says its position is. */
  saysPosition: (elapsed: number) => string = timeText;
  /** What it says it plays. */
  saysUri: (uri: string) => string = (uri) => uri;
  /** The renderer keeps what follows when it is given another track to play. */
  keepsNext = false;
  /** The renderer names the next track so many ms before it plays it. */
  namesEarly = 0;
  /** The renderer takes what it is given and stays silent. */
  neverPlays = false;

  readonly #changes = new Listeners();
  readonly #server: Server;
  readonly #subscribers = new Map<string, string>();
  #at = 0;
  #since: number | undefined;
  #end: NodeJS.Timeout | undefined;
  port = 0;

  private constructor(
    readonly udn: string,
    readonly name: string,
  ) {
    this.#server = createServer((incoming, response) => {
      if (!this.instead(incoming, response)) void this.#answer(incoming, response);
    });
  }

  static async start(t: Test, udn = 'uuid:fake', name = 'Kitchen'): Promise<FakeRenderer> {
    const renderer = new FakeRenderer(udn, name);
    await renderer.listen();
    t.teardown(() => renderer.close());
    return renderer;
  }

  async listen(): Promise<void> {
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    ({ port: this.port } = this.#server.address() as AddressInfo);
  }

  /** The power is cut; `listen` brings it back, with nothing in it. */
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
    this.#rest();
    this.state = 'NO_MEDIA_PRESENT';
    this.loaded = this.following = undefined;
    this.#subscribers.clear();
  }

  get location(): string {
    return `http://127.0.0.1:${this.port}/root.xml`;
  }

  get description(): RendererDescription {
    return readDescription(this.#text(), new URL(this.location), this.udn);
  }

  elapsed(): number {
    return this.#at + (this.#since === undefined ? 0 : (performance.now() - this.#since) * this.speed);
  }

  get #isNearEnd(): boolean {
    const { loaded, following } = this;
    return loaded !== undefined && following !== undefined && this.elapsed() > loaded.length - this.namesEarly;
  }

  /** Somebody uses its buttons. */
  press(button: 'pause' | 'play' | 'stop'): void {
    if (button === 'pause') this.#pause();
    else if (button === 'play') this.#play();
    else this.#stop();
    this.#changed();
  }

  /** Somebody else plays something there. */
  takeOver(uri: string): void {
    this.#load({ uri, metadata: '', length: 600_000 });
    this.#play();
    this.#changed();
  }

  /** Sends an event. */
  announce(): void {
    this.#changed();
  }

  turnTo(volume: number): void {
    this.volume = volume;
    this.#changed();
  }

  /** Resolves when this is so. @throws Error after a minute */
  async until(isSo: () => boolean): Promise<void> {
    for (const end = performance.now() + 60_000; !isSo();) {
      if (performance.now() > end) throw new Error(`never happened: ${isSo.toString()}; ${this.calls.join(', ')}`);
      let undo: () => void = () => undefined;
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        new Promise<void>((resolve) => (undo = this.#changes.add(resolve))),
        new Promise((resolve) => (timer = setTimeout(resolve, 20))),
      ]);
      undo();
      clearTimeout(timer);
    }
  }

  #text(): string {
    return descriptionText({ udn: this.udn, name: this.name });
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    if (url === '/root.xml') response.end(this.#text());
    else if (url === '/RenderingControl/scpd.xml') response.end(SCPD);
    else if (method === 'SUBSCRIBE') this.#subscribe(incoming, response);
    else if (method === 'UNSUBSCRIBE') {
      this.#subscribers.delete(String(incoming.headers['sid']));
      response.end();
    } else if (method === 'POST') await this.#answerCall(Buffer.concat(chunks).toString(), response);
    else response.writeHead(404).end();
  }

  async #answerCall(text: string, response: ServerResponse): Promise<void> {
    const call = parseXml(text).children[0]?.children[0] as Element;
    try {
      const args = new Map(call.children.map(({ name, text }) => [name, text]));
      const results = await this.#perform(call.name, args);
      const list = Object.entries(results).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
      response.end(
        enveloped(`<u:${call.name}Response xmlns:u="${call.namespace}">${list.join('')}</u:${call.name}Response>`),
      );
    } catch (error) {
      const { code } = error as UpnpRefusal;
      response
        .writeHead(500)
        .end(
          enveloped(
            '<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>' +
              `<UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>${code}</errorCode></UPnPError></detail></s:Fault>`,
          ),
        );
    }
    this.#changes.call();
  }

  #subscribe({ headers }: IncomingMessage, response: ServerResponse): void {
    const sid = typeof headers['sid'] === 'string' ? headers['sid'] : `uuid:s${this.#subscribers.size}${Math.random()}`;
    const callback = /^<(.+)>$/.exec(String(headers['callback']))?.[1];
    if (callback !== undefined) this.#subscribers.set(sid, callback);
    response.writeHead(200, { SID: sid, TIMEOUT: 'Second-1800' }).end();
  }

  async #perform(action: string, args: Arguments): Promise<Readonly<Record<string, string>>> {
    const isQuestion = action.startsWith('Get');
    if (!isQuestion) {
      const uri = args.get('CurrentURI') ?? args.get('NextURI');
      const detail = uri === undefined ? (args.get('Target') ?? args.get('DesiredVolume')) : fileOf(uri) || 'nothing';
      this.calls.push(detail === undefined ? action : `${action} ${detail}`);
    }
    await this.onCall(action, args);
    switch (action) {
      case 'GetProtocolInfo':
        return { Source: '', Sink: this.sink };
      case 'GetTransportInfo':
        return { CurrentTransportState: this.state, CurrentTransportStatus: this.status, CurrentSpeed: '1' };
      case 'GetPositionInfo':
        return {
          Track: '1',
          TrackDuration: '0:00:00',
          TrackURI: this.saysUri((this.#isNearEnd ? this.following : this.loaded)?.uri ?? ''),
          RelTime: this.saysPosition(this.elapsed()),
        };
      case 'GetVolume':
        return { CurrentVolume: String(this.volume) };
      case 'GetMute':
        return { CurrentMute: this.isMuted ? '1' : '0' };
      case 'SetVolume':
        this.volume = Number(args.get('DesiredVolume'));
        break;
      case 'SetMute':
        this.isMuted = args.get('DesiredMute') === '1';
        break;
      case 'SetAVTransportURI':
        this.#load(trackOf(args.get('CurrentURI'), args.get('CurrentURIMetaData')));
        break;
      case 'SetNextAVTransportURI':
        this.following = args.get('NextURI') ? trackOf(args.get('NextURI'), args.get('NextURIMetaData')) : undefined;
        break;
      case 'Play':
        if (this.loaded === undefined) throw new UpnpRefusal(701);
        if (!this.neverPlays) this.#play();
        break;
      case 'Pause':
        if (this.state !== 'PLAYING') throw new UpnpRefusal(701);
        this.#pause();
        break;
      case 'Stop':
        this.#stop();
        break;
      case 'Seek':
        this.#seek(args.get('Target') ?? '');
        break;
      default:
        throw new UpnpRefusal(401);
    }
    this.#changed();
    return {};
  }

  #load(track: Loaded): void {
    this.#rest();
    this.#at = 0;
    this.loaded = track;
    if (!this.keepsNext) this.following = undefined;
    this.state = 'STOPPED';
  }

  #play(): void {
    if (this.state === 'PLAYING' || this.loaded === undefined) return;
    const { uri, length } = this.loaded;
    if (this.state === 'STOPPED') this.#begin(uri);
    this.state = 'PLAYING';
    this.#since = performance.now();
    if (length > 0) this.#end = setTimeout(() => this.#over(), Math.max(length - this.#at, 0) / this.speed).unref();
  }

  #begin(uri: string): void {
    const file = fileOf(uri);
    this.played.push(file);
    get(uri, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        this.fetched.set(file, Buffer.concat(chunks));
      });
      response.on('error', () => undefined);
    }).on('error', () => undefined);
  }

  #over(): void {
    const next = this.following;
    if (next === undefined) this.#stop();
    else {
      this.#load(next);
      this.following = undefined;
      this.#play();
    }
    this.#changed();
  }

  #pause(): void {
    this.#rest();
    this.state = 'PAUSED_PLAYBACK';
  }

  #stop(): void {
    this.#rest();
    this.#at = 0;
    if (this.state !== 'NO_MEDIA_PRESENT') this.state = 'STOPPED';
  }

  #seek(target: string): void {
    const [hours = 0, minutes = 0, seconds = 0] = target.split(':').map(Number);
    const isPlaying = this.state === 'PLAYING';
    this.#rest();
    this.#at = (hours * 3600 + minutes * 60 + seconds) * 1000;
    if (!isPlaying) return;
    this.state = 'PAUSED_PLAYBACK';
    this.#play();
  }

  #rest(): void {
    clearTimeout(this.#end);
    this.#at = this.elapsed();
    this.#since = undefined;
  }

  #changed(): void {
    this.#changes.call();
    for (const [sid, callback] of this.#subscribers) {
      const headers = { NT: 'upnp:event', NTS: 'upnp:propchange', SID: sid, SEQ: '0', 'CONTENT-TYPE': 'text/xml' };
      request(callback, { method: 'NOTIFY', headers, agent: false }, (response) => response.resume())
        .on('error', () => undefined)
        .end('<e:propertyset xmlns:e="urn:schemas-upnp-org:event-1-0"/>');
    }
  }
}

/** The file of an address: `/tracks/one/file?play-1` is `one`, `/…/live-1-44100.wav` that. */
export function fileOf(uri: string): string {
  if (uri === '') return '';
  const { pathname } = new URL(uri);
  return /^\/tracks\/(.+)\/file$/.exec(pathname)?.[1] ?? pathname.split('/').at(-1) ?? '';
}

function trackOf(uri = '', metadata = ''): Loaded {
  const [, hours = 0, minutes = 0, seconds = 0] = /duration="(\d+):(\d+):([\d.]+)"/.exec(metadata) ?? [];
  return { uri, metadata, length: (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 };
}

function timeText(elapsed: number): string {
  const seconds = Math.floor(elapsed / 1000);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const enveloped = (content: string): string =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;

const SCPD =
  '<?xml version="1.0"?><scpd xmlns="urn:schemas-upnp-org:service-1-0"><serviceStateTable>' +
  '<stateVariable><name>Mute</name><dataType>boolean</dataType></stateVariable>' +
  '<stateVariable><name>Volume</name><dataType>ui2</dataType><allowedValueRange><minimum>0</minimum>' +
  '<maximum>50</maximum><step>1</step></allowedValueRange></stateVariable></serviceStateTable></scpd>';
