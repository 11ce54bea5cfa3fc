/** Changes of known networks are acknowledged when they are durable; on a bus that answers as NetworkManager does. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { variant } from '../../src/dbus/values.js';
import type { BusCall } from '../../src/dbus/system-bus.js';
import { Network, type NetworkDeps } from '../../src/network/network.js';
import { until } from '../dbus/private-bus.js';
import { SILENT_LOG } from '../fixtures/log.js';

const NM = 'org.freedesktop.NetworkManager';
const ROOT = '/org/freedesktop/NetworkManager';
const [RADIO, HOME, NEW] = [`${ROOT}/Devices/2`, `${ROOT}/Settings/1`, `${ROOT}/Settings/2`];
const [ACTIVE, CHECKPOINT] = [`${ROOT}/ActiveConnection/1`, `${ROOT}/Checkpoint/1`];
const ID = '6d1a3d0e-1f6f-4a05-9d3e-7a2c0b1e5f11';
const SIGNAL = { sender: ':1.1', path: ACTIVE, interface: `${NM}.Connection.Active`, member: 'StateChanged' };
const ACTIVATED = 2;
const GARDEN = { ssid: Buffer.from('Garden'), password: 'correct horse', isHidden: false };

/** A radio and a known network; whatever is joined is connected at once. */
function start() {
  /** Calls that change something, and `synced`. */
  const done: string[] = [];
  const takers = new Map<string, () => void>();
  let hasCheckpoint = false;
  const answer = ({ member, body }: BusCall): readonly unknown[] => {
    if (member === 'GetManagedObjects') {
      return [
        {
          [RADIO]: { [`${NM}.Device`]: { DeviceType: 2, State: 30 }, [`${NM}.Device.Wireless`]: {} },
          [HOME]: { [`${NM}.Settings.Connection`]: {} },
          [ACTIVE]: { [`${NM}.Connection.Active`]: { Devices: [RADIO] } },
          ...(hasCheckpoint && { [CHECKPOINT]: { [`${NM}.Checkpoint`]: {} } }),
        },
      ];
    }
    if (member === 'GetSettings') {
      const connection = { id: 'Home', uuid: ID, type: '802-11-wireless' };
      return [{ connection, '802-11-wireless': { ssid: variant('ay', Buffer.from('Home')) } }];
    }
    if (member === 'AddAndActivateConnection2') {
      takers.get(`${NM}.Connection.Active`)?.();
      done.push(`${member} ${(body as [unknown, unknown, unknown, { persist: { value: string } }])[3].persist.value}`);
      return [NEW, ACTIVE];
    }
    if (member === 'CheckpointCreate') hasCheckpoint = true;
    if (member === 'CheckpointDestroy') hasCheckpoint = false;
    done.push(member);
    return [CHECKPOINT];
  };
  const bus: NetworkDeps['bus'] = {
    call: async (call) => answer(call),
    subscribe: (match, taker, joined) => {
      takers.set(match.interface ?? '', () => taker({ ...SIGNAL, body: [ACTIVATED, 0] }));
      queueMicrotask(() => joined?.());
      return () => undefined;
    },
  };
  const makeDurable = async (): Promise<void> => {
    await delay(20);
    done.push('synced');
  };
  return { done, network: new Network({ bus, makeDurable, log: SILENT_LOG }) };
}

t.test('another priority, and a network that is forgotten', async (t) => {
  const { done, network } = start();
  await network.change(ID, { priority: 5 });
  t.strictSame(done, ['Update2', 'synced']);
  await network.forget(ID);
  t.strictSame(done, ['Update2', 'synced', 'Delete', 'synced']);
});

t.test('a network that is joined', async (t) => {
  const { done, network } = start();
  await network.join(GARDEN);
  t.strictSame(done, ['AddAndActivateConnection2 disk', 'synced']);
});

t.test('a network that is joined on trial, when somebody confirms it', async (t) => {
  const { done, network } = start();
  const joined = network.join(GARDEN, { isOnTrial: true });
  await until('the trial', () => network.isOnTrial);
  t.strictSame(done, ['CheckpointCreate', 'AddAndActivateConnection2 memory', 'CheckpointAdjustRollbackTimeout']);
  await network.confirm();
  t.strictSame(done.slice(3), ['CheckpointDestroy', 'Save', 'synced'], 'before the confirmation is answered');
  await joined;
});
