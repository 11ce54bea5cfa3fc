/** Outputs, Bluetooth, folders of the library, volume, and the box itself. */
import { listFolder } from '../../library/browse.js';
import { toTreeEntry } from '../../http/wire/browse.js';
import { toStatus } from '../../http/wire/system.js';
import { orNull, toGraphql } from '../names.js';
import { rowsIn } from '../record-rows.js';
import { call, type GraphqlRequest, type SchemaPart } from '../request.js';

const text = `
type Device {
  id: String!
  name: String!
  host: String!
  ip: String!
  port: Int!
  service: String!
  app: String!
  isConnected: Boolean!
  baseUrl: String
  isCastDevice: Boolean!
  isSourceDevice: Boolean!
  isCurrentDevice: Boolean!
}

type BluetoothDevice {
  address: String!
  name: String!
  paired: Boolean!
  trusted: Boolean!
  connected: Boolean!
  rssi: Int
}

"""A directory, a file that can be played, or a playlist."""
type Entry {
  """Absolute path."""
  name: String!
  """16 for a directory, 0 for a file."""
  attr: Int!
  timeWrite: Int!
  customaction: Int!
  displayName: String
}

"""In the own steps of the output."""
type VolumeInfo {
  volume: Int!
  min: Int!
  max: Int!
}

type SystemStatus {
  """-1 when there is no saved position."""
  resumeIndex: Int!
  resumeCrc32: Int!
  resumeElapsed: Int!
  resumeOffset: Int!
  runtime: Int!
  topruntime: Int!
  """This and the next three mean nothing here: always 0."""
  dircacheSize: Int!
  lastScreen: Int!
  viewerIconCount: Int!
  lastVolumeChange: Int!
}

type Query {
  devices: [Device!]!
  device(id: String!): Device
  bluetoothDevices: [BluetoothDevice!]!
  """Of the library; by default its directory, or the list of them where it has several."""
  treeGetEntries(path: String): [Entry!]!
  volume: VolumeInfo!
  rockboxVersion: String!
  globalStatus: SystemStatus!
}

type Mutation {
  connect(id: String!): Boolean!
  """Goes back to the built-in output."""
  disconnect(id: String!): Boolean!
  """Answers when the time is over, after 10 seconds unless something else is said."""
  bluetoothScan(timeoutSecs: Int): [BluetoothDevice!]!
  """Pairs first where needed."""
  bluetoothConnect(address: String!): Boolean!
  bluetoothDisconnect(address: String!): Boolean!
  """By steps of the output; the answer is the new volume."""
  adjustVolume(steps: Int!): Int!
}
`;

interface TreeRow {
  readonly name: string;
  readonly attr: number;
  readonly time_write: number;
  readonly customaction: number;
}

const TREE_READERS = {
  name: (row: TreeRow) => row.name,
  attr: (row: TreeRow) => row.attr,
  timeWrite: (row: TreeRow) => row.time_write,
  customaction: (row: TreeRow) => row.customaction,
  displayName: () => null,
};

async function treeGetEntries({ path }: { readonly path?: string | null }, { box }: GraphqlRequest) {
  const entries = await listFolder(box.deps.paths, path?.trim() || undefined, false);
  return rowsIn(entries.map(toTreeEntry), TREE_READERS);
}

async function volumeNow(request: GraphqlRequest): Promise<{ readonly volume: number }> {
  return (await call(request, 'getVolume')) as { readonly volume: number };
}

/** Runs a command with one segment of its path, and answers true. */
const command =
  (operationId: string, segment: string, argument = segment) =>
  async (args: Readonly<Record<string, string>>, request: GraphqlRequest) => {
    await call(request, operationId, { params: { [segment]: args[argument] ?? '' } });
    return true;
  };

export const BOX: SchemaPart = {
  text,
  Query: {
    async devices(_, request) {
      return toGraphql(await call(request, 'getDevices'));
    },
    async device({ id }: { id: string }, request) {
      return toGraphql(await orNull(call(request, 'getDevice', { params: { id } })));
    },
    async bluetoothDevices(_, request) {
      return toGraphql(await call(request, 'getBluetoothDevices'));
    },
    treeGetEntries,
    volume: (_, request) => volumeNow(request),
    rockboxVersion: (_, { box }) => box.deps.version,
    globalStatus(_, { box }) {
      const runtime = Math.floor(process.uptime());
      return toGraphql(toStatus({ volume: 0, resume: box.deps.player.resumePoint(), runtime }));
    },
  },
  Mutation: {
    connect: command('connectDevice', 'id'),
    disconnect: command('disconnectDevice', 'id'),
    async bluetoothScan({ timeoutSecs }: { timeoutSecs?: number | null }, request) {
      return toGraphql(await call(request, 'scanBluetooth', { query: { timeout_secs: timeoutSecs ?? undefined } }));
    },
    bluetoothConnect: command('connectBluetoothDevice', 'addr', 'address'),
    bluetoothDisconnect: command('disconnectBluetoothDevice', 'addr', 'address'),
    async adjustVolume(body: { steps: number }, request) {
      await call(request, 'adjustVolume', { body: { steps: body.steps } });
      return (await volumeNow(request)).volume;
    },
  },
};
