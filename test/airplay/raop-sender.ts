/**
 * A sender of AirPlay 1 (RAOP): RTSP by TCP, sound as unencrypted 16-bit PCM in RTP by UDP, and a clock that the receiver asks.
 * Source: what shairport-sync 4.3 takes (`rtsp.c`, `rtp.c`).
 */
import { createSocket, type RemoteInfo, type Socket as Datagrams } from 'node:dgram';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import type { Test } from 'tap';

const HOST = '127.0.0.1';
const RATE = 44_100;
/** Frames of a packet. */
const FRAMES = 352;
/** Frames between sending and sounding. */
const LATENCY = 88_200;
/** Seconds from 1900 to 1970. */
const NTP_EPOCH = 2_208_988_800;
const PACKETS_PER_SYNC = 125;

export type Sample = (frame: number) => readonly [left: number, right: number];

export class RaopSender {
  readonly #began = performance.now();
  #sequence = 0;
  #cseq = 0;
  #session = '';
  #answer: ((status: number, head: string) => void) | undefined;
  /** Frame that is sent next, by the clock of RTP. */
  #frame = 1000;
  #ports = { server: 0, control: 0 };
  #timer: NodeJS.Timeout | undefined;
  #sentSince = 0;
  #sentFrames = 0;

  private constructor(
    private readonly rtsp: Socket,
    private readonly sound: Datagrams,
    private readonly control: Datagrams,
    private readonly timing: Datagrams,
  ) {
    let text = '';
    rtsp.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [, status] = /^RTSP\/1\.0 (\d{3})/.exec(text) ?? [];
      this.#answer?.(Number(status), text.slice(0, end));
      text = text.slice(end + 4);
    });
    rtsp.on('error', () => undefined);
    timing.on('message', (request: Buffer, from: RemoteInfo) => {
      const now = this.#now();
      const reply = Buffer.alloc(32);
      reply.set([0x80, 0xd3, 0, 7]);
      request.copy(reply, 8, 24, 32);
      now.copy(reply, 16);
      now.copy(reply, 24);
      timing.send(reply, from.port, from.address);
    });
  }

  /** Connects, as when a person chooses the receiver. @param name of the sender */
  static async connect(t: Test, port: number, name: string): Promise<RaopSender> {
    const rtsp = createConnection({ host: HOST, port });
    const sockets = [0, 1, 2].map(() => createSocket('udp4'));
    t.teardown(() => {
      rtsp.destroy();
      sockets.forEach((socket) => socket.close());
    });
    await once(rtsp, 'connect');
    await Promise.all(sockets.map((socket) => once(socket.bind(0, HOST), 'listening')));
    const sender = new RaopSender(rtsp, ...(sockets as [Datagrams, Datagrams, Datagrams]));
    t.teardown(() => sender.pause());
    await sender.#announce(name);
    return sender;
  }

  /** Sends frames as they are due, until `flush` or `leave`. */
  play(sample: Sample): void {
    this.pause();
    this.#sentSince = performance.now();
    this.#sentFrames = 0;
    let packets = 0;
    const send = (): void => {
      const due = ((performance.now() - this.#sentSince) * RATE) / 1000;
      while (this.#sentFrames <= due) {
        if (packets % PACKETS_PER_SYNC === 0) this.#sync(packets === 0);
        this.#sendPacket(sample, packets === 0);
        packets += 1;
      }
    };
    send();
    this.#timer = setInterval(send, 5);
  }

  /** Sends nothing more. */
  pause(): void {
    clearInterval(this.#timer);
  }

  /** A pause, as Apple's senders make it. */
  async flush(): Promise<void> {
    this.pause();
    await this.#ask('FLUSH', { 'RTP-Info': `seq=${this.#sequence};rtptime=${this.#frame}` });
  }

  async leave(): Promise<void> {
    this.pause();
    await this.#ask('TEARDOWN');
  }

  /** @param decibels 0 to -30 */
  volume(decibels: number): Promise<unknown> {
    return this.#set('text/parameters', `volume: ${decibels.toFixed(6)}\r\n`);
  }

  /** @param length seconds, of a track that begins with the next frame */
  progress(length: number): Promise<unknown> {
    const at = this.#frame;
    return this.#set('text/parameters', `progress: ${at}/${at}/${at + length * RATE}\r\n`);
  }

  texts(texts: Readonly<Record<string, string>>): Promise<unknown> {
    const items = Object.entries(texts).map(([code, text]) => dmap(code, Buffer.from(text)));
    return this.#set('application/x-dmap-tagged', dmap('mlit', Buffer.concat(items)));
  }

  cover(type: string, bytes: Buffer): Promise<unknown> {
    return this.#set(type, bytes);
  }

  async #announce(name: string): Promise<void> {
    const sdp = [
      ...['v=0', 'o=iTunes 1 0 IN IP4 127.0.0.1', 's=iTunes', `c=IN IP4 ${HOST}`, 't=0 0'],
      ...['m=audio 0 RTP/AVP 96', 'a=rtpmap:96 L16/44100/2', ''],
    ].join('\r\n');
    const device = { 'X-Apple-Client-Name': name, 'DACP-ID': '1122334455667788', 'Active-Remote': '123456' };
    await this.#ask('OPTIONS', device, undefined, '*');
    await this.#ask('ANNOUNCE', { ...device, 'Content-Type': 'application/sdp' }, sdp);
    const [control, timing] = [this.control, this.timing].map((socket) => socket.address().port);
    const ports = `control_port=${control};timing_port=${timing}`;
    const transport = `RTP/AVP/UDP;unicast;interleaved=0-1;mode=record;${ports}`;
    const head = await this.#ask('SETUP', { ...device, Transport: transport });
    this.#session = /^Session: *(.*)$/m.exec(head)?.[1]?.trim() ?? '1';
    const port = (which: string): number => Number(new RegExp(`${which}_port=(\\d+)`).exec(head)?.[1]);
    this.#ports = { server: port('server'), control: port('control') };
    await this.#ask('RECORD', {
      ...device,
      Range: 'npt=0-',
      'RTP-Info': `seq=${this.#sequence};rtptime=${this.#frame}`,
    });
  }

  #set(type: string, body: Buffer | string): Promise<string> {
    return this.#ask('SET_PARAMETER', { 'Content-Type': type, 'RTP-Info': `rtptime=${this.#frame}` }, body);
  }

  /** @returns the head of the answer */
  async #ask(
    method: string,
    headers: Readonly<Record<string, string>> = {},
    body: Buffer | string = '',
    path = `rtsp://${HOST}/1`,
  ): Promise<string> {
    const bytes = Buffer.from(body);
    const all: Record<string, string> = { CSeq: String(++this.#cseq), 'User-Agent': 'iTunes/12.1', ...headers };
    if (this.#session !== '') all['Session'] = this.#session;
    if (bytes.length > 0) all['Content-Length'] = String(bytes.length);
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = new Promise<{ status: number; head: string }>((resolve) => {
      this.#answer = (status, head) => resolve({ status, head });
    });
    this.rtsp.write(Buffer.concat([Buffer.from(`${method} ${path} RTSP/1.0\r\n${lines.join('')}\r\n`), bytes]));
    const { status, head } = await answer;
    if (status !== 200) throw new Error(`${method}: ${head}`);
    return head;
  }

  #sendPacket(sample: Sample, isFirst: boolean): void {
    const packet = Buffer.alloc(12 + 4 * FRAMES);
    packet.set([0x80, isFirst ? 0xe0 : 0x60]);
    packet.writeUInt16BE(this.#sequence, 2);
    packet.writeUInt32BE(this.#frame, 4);
    for (let at = 0; at < FRAMES; at++) {
      const [left, right] = sample(this.#sentFrames + at);
      packet.writeInt16BE(Math.round(left * 32_767), 12 + 4 * at);
      packet.writeInt16BE(Math.round(right * 32_767), 14 + 4 * at);
    }
    this.sound.send(packet, this.#ports.server, HOST);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#frame += FRAMES;
    this.#sentFrames += FRAMES;
  }

  /** Says which frame is to sound at this time. */
  #sync(isFirst: boolean): void {
    const packet = Buffer.alloc(20);
    packet.set([isFirst ? 0x90 : 0x80, 0xd4, 0, 7]);
    packet.writeUInt32BE((this.#frame - LATENCY) >>> 0, 4);
    this.#now().copy(packet, 8);
    packet.writeUInt32BE(this.#frame, 16);
    this.control.send(packet, this.#ports.control, HOST);
  }

  /** Time as NTP writes it. */
  #now(): Buffer {
    const seconds = (performance.now() - this.#began) / 1000 + 1_000_000;
    const time = Buffer.alloc(8);
    time.writeUInt32BE(Math.floor(seconds) + NTP_EPOCH, 0);
    time.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), 4);
    return time;
  }
}

/** A field of DAAP: code, length, data. */
function dmap(code: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(code, 'latin1');
  head.writeUInt32BE(data.length, 4);
  return Buffer.concat([head, data]);
}
