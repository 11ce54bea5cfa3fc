/** A snapserver without sound: its groups, streams and clients, and the calls that change them (doc/json_rpc_api/control.md). */
import type { Asked } from './peer.js';

export interface FakeClient {
  readonly id: string;
  name: string;
  connected: boolean;
  percent: number;
  muted: boolean;
  latency: number;
}

interface FakeGroup {
  readonly id: string;
  name: string;
  stream: string;
  muted: boolean;
  clients: string[];
}

const SOURCE = {
  scheme: 'tcp',
  host: '0.0.0.0:4953',
  query: { mode: 'server', name: 'Tonearm', sampleformat: '44100:16:2' },
};
const FIFO = { scheme: 'pipe', host: '', query: { name: 'default', sampleformat: '48000:16:2' } };

export class FakeServer {
  readonly clients: FakeClient[];
  groups: FakeGroup[];
  streams = [
    { id: 'default', status: 'idle', uri: FIFO },
    { id: 'Tonearm', status: 'idle', uri: SOURCE },
  ];
  #made = 0;

  /** @param names of rooms, each in a group of its own that plays the source */
  constructor(...names: string[]) {
    this.clients = names.map((name, at) => ({
      ...{ id: `00:00:00:00:00:0${at + 1}`, name, connected: true, percent: 40, muted: false, latency: 0 },
    }));
    this.groups = this.clients.map(({ id }) => this.#group(id, 'Tonearm'));
  }

  answer = ({ method, params = {} }: Asked): unknown => {
    const { id, clients } = params as { readonly id: string; readonly clients?: readonly string[] };
    const client = this.clients.find((each) => each.id === id);
    const group = this.groups.find((each) => each.id === id);
    if (method.startsWith('Client.') && client === undefined) return new Error('Client not found');
    if (method.startsWith('Group.') && group === undefined) return new Error('Group not found');
    switch (method) {
      case 'Server.GetStatus':
        return this.status();
      case 'Client.SetVolume': {
        const { muted, percent } = params['volume'] as { readonly muted: boolean; readonly percent: number };
        Object.assign(client ?? {}, { muted, percent });
        return {};
      }
      case 'Client.SetName':
      case 'Client.SetLatency':
        Object.assign(client ?? {}, { ...params });
        return {};
      case 'Group.SetName':
        Object.assign(group ?? {}, { name: params['name'] });
        return {};
      case 'Group.SetStream':
        Object.assign(group ?? {}, { stream: params['stream_id'] });
        return {};
      case 'Group.SetMute':
        Object.assign(group ?? {}, { muted: params['mute'] });
        return {};
      case 'Group.SetClients':
        if (group !== undefined) this.#setClients(group, clients ?? []);
        return {};
      default:
        return new Error('Method not found');
    }
  };

  status(): object {
    const wireOf = (id: string): object => {
      const client = this.clients.find((each) => each.id === id);
      const { name, connected, percent, muted, latency } = client as FakeClient;
      return {
        ...{ id, connected, host: { name: `box-${id.slice(-1)}`, ip: '10.0.0.9', mac: id } },
        config: { instance: 1, latency, name, volume: { muted, percent } },
      };
    };
    const groups = this.groups.map(({ id, name, stream, muted, clients }) => ({
      ...{ id, name, muted, stream_id: stream, clients: clients.map(wireOf) },
    }));
    const server = { snapserver: { name: 'Snapserver', version: '0.31.0' } };
    return { server: { groups, streams: this.streams, server } };
  }

  #group(client: string, stream: string): FakeGroup {
    return { id: `group-${++this.#made}`, name: '', stream, muted: false, clients: [client] };
  }

  #setClients(group: FakeGroup, clients: readonly string[]): void {
    const left = group.clients.filter((id) => !clients.includes(id));
    for (const other of this.groups)
      if (other !== group) other.clients = other.clients.filter((id) => !clients.includes(id));
    group.clients = [...clients];
    this.groups.push(...left.map((id) => this.#group(id, group.stream)));
    this.groups = this.groups.filter((each) => each.clients.length > 0);
  }
}
