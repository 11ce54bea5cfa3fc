/**
 * The status of a snapserver, read from what it answers to `Server.GetStatus`: whatever is not as documented is left out, and
 * the number and length of everything are bounded. Source: snapcast, doc/json_rpc_api/control.md.
 */
import { SampleFormat } from '../native.js';
import type { PeerFormat } from '../output/sinks/socket-sink.js';
import { sampleRateHz } from '../units.js';
import { SOURCE_PORT } from './ports.js';

/** Sample format of a server whose configuration names none. */
const USUAL_FORMAT = '48000:16:2';
const MOST_CLIENTS = 128;
const MOST_STREAMS = 32;
const LONGEST_TEXT = 200;

/** A snapclient, in a room. */
export interface SnapcastClient {
  readonly id: string;
  /** Name that somebody gave it, else that of its machine. */
  readonly name: string;
  readonly isConnected: boolean;
  /** Percent. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** Milliseconds by which it plays early. */
  readonly latency: number;
}

/** Clients that play the same stream. */
export interface SnapcastGroup {
  readonly id: string;
  readonly name: string;
  readonly stream: string;
  readonly isMuted: boolean;
  readonly clients: readonly SnapcastClient[];
}

export interface SnapcastStream {
  readonly id: string;
  /** Port of a TCP source to which others connect; undefined for every other kind. */
  readonly port: number | undefined;
  /** Somebody sends sound. */
  readonly isPlaying: boolean;
  /** Undefined where it is none that Tonearm can send. */
  readonly format: PeerFormat | undefined;
}

export interface ServerStatus {
  readonly version: string;
  readonly groups: readonly SnapcastGroup[];
  readonly streams: readonly SnapcastStream[];
}

type Fields = Readonly<Record<string, unknown>>;

/** @param result of `Server.GetStatus`, as it was received */
export function statusIn(result: unknown): ServerStatus {
  const server = fields(fields(result)['server']);
  let clients = 0;
  const groups = list(server['groups']).flatMap((group): SnapcastGroup[] => {
    const { id, name, stream_id: stream, muted } = group;
    const members = list(group['clients'])
      .map(clientIn)
      .filter((client) => client.id !== '')
      .slice(0, MOST_CLIENTS - clients);
    clients += members.length;
    if (members.length === 0) return [];
    return [{ id: text(id), name: text(name), stream: text(stream), isMuted: muted === true, clients: members }];
  });
  return {
    version: text(fields(fields(server['server'])['snapserver'])['version']),
    groups,
    streams: list(server['streams']).slice(0, MOST_STREAMS).map(streamIn),
  };
}

/** The source that Tonearm feeds; undefined where the server has none. */
export function sourceIn({ streams }: ServerStatus): SnapcastStream | undefined {
  return streams.find(({ port }) => port === SOURCE_PORT);
}

function clientIn(client: Fields): SnapcastClient {
  const config = fields(client['config']);
  const volume = fields(config['volume']);
  const id = text(client['id']);
  return {
    id,
    name: text(config['name']) || text(fields(client['host'])['name']) || id,
    isConnected: client['connected'] === true,
    volume: Math.round(Math.min(Math.max(finite(volume['percent']), 0), 100)),
    isMuted: volume['muted'] === true,
    latency: Math.round(finite(config['latency'])),
  };
}

function streamIn(stream: Fields): SnapcastStream {
  const uri = fields(stream['uri']);
  const query = fields(uri['query']);
  const isTcp = uri['scheme'] === 'tcp' && (query['mode'] ?? 'server') === 'server';
  const port = (/:(\d{1,5})$/.exec(text(uri['host']))?.[1] ?? text(query['port'])) || SOURCE_PORT;
  return {
    id: text(stream['id']),
    port: isTcp ? Number(port) : undefined,
    isPlaying: stream['status'] === 'playing',
    format: formatOf(text(query['sampleformat']) || USUAL_FORMAT),
  };
}

/** Snapcast writes `rate:bits:channels`; 24 bits are in 4 bytes. */
function formatOf(sampleFormat: string): PeerFormat | undefined {
  const [, rate, bits] = /^(\d{4,6}):(16|24|32):2$/.exec(sampleFormat) ?? [];
  if (rate === undefined) return undefined;
  const format = bits === '16' ? SampleFormat.S16 : bits === '24' ? SampleFormat.S24 : SampleFormat.S32;
  return { rate: sampleRateHz(Number(rate)), format };
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.slice(0, MOST_CLIENTS).map(fields) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '';
}

function finite(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
