import t from 'tap';
import { type FoundService, lanTrouble, Machine } from '../discovery/lan.js';
import { createHouse, type Daemon } from './daemon.js';

t.setTimeout(240_000);

const skip = { skip: await lanTrouble() };

interface Found {
  readonly id: string;
  readonly host_name: string | null;
  readonly services: readonly { readonly type: string; readonly name: string; readonly port: number }[];
  readonly problem: string | null;
}

/**
 * Sends a request on the daemon's machine, whose network has no other machine. @returns the body of the answer, `""`
 * for none
 */
async function ask(machine: Machine, daemon: Daemon, method: string, path: string, body?: object): Promise<string> {
  const init = { method, ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) };
  const script = `fetch(${JSON.stringify(daemon.base + path)}, ${JSON.stringify(init)})
    .then(async (answer) => answer.ok ? process.stdout.write(await answer.text()) : process.exit(1))`;
  return machine.run(process.execPath, ['-e', script]);
}

const stateOf = async (machine: Machine, daemon: Daemon): Promise<Found> =>
  JSON.parse(await ask(machine, daemon, 'GET', '/system/discovery')) as Found;

/** Starts a daemon in a network namespace of its own, which other machines on its network reach. */
async function daemonOn(t: Parameters<typeof createHouse>[0], machine: Machine) {
  const { start } = await createHouse(t);
  return () =>
    start({
      launcher: machine.launcher,
      environment: { TONEARM_HTTP_HOST: '0.0.0.0', DBUS_SYSTEM_BUS_ADDRESS: machine.bus.address },
    });
}

const portOf = (daemon: Daemon): number => Number(new URL(daemon.base).port);
const named = (name: string) => (found: readonly FoundService[]) => found.some((each) => each.name === name);

t.test('avahi-browse shows name, port and TXT, also after Avahi and the daemon were restarted', skip, async (t) => {
  const machine = await Machine.start(t, 'tonearm');
  const start = await daemonOn(t, machine);
  let daemon = await start();
  t.match(await stateOf(machine, daemon), { services: [], problem: 'Avahi is not running.' });
  await ask(machine, daemon, 'PUT', '/settings', { player_name: 'Küche', host_name: 'kitchen' });
  const ids: string[] = [];
  for (const restart of ['SIGTERM', 'SIGKILL'] as const) {
    await machine.startAvahi();
    const [found] = await machine.until(
      '_tonearm._tcp',
      (rows) => named('Küche')(rows) && rows[0]?.host === 'kitchen.local',
    );
    const { id, ...state } = await stateOf(machine, daemon);
    t.match(id, /^[0-9a-f]{16}$/);
    ids.push(id);
    t.match(found, { name: 'Küche', host: 'kitchen.local', port: portOf(daemon) });
    t.strictSame(found?.txt[0], `id=${id}`);
    t.strictSame(found?.txt[1], 'path=/');
    t.match(found?.txt[2], /^version=\d+\.\d+\.\d+/);
    t.match(state, { host_name: 'kitchen.local', problem: null });
    t.ok(await machine.until('_http._tcp', named('Küche')));
    await machine.endAvahi('SIGKILL');
    await daemon.stop(restart);
    daemon = await start();
  }
  t.equal(ids[0], ids[1], 'the id stays');
});

t.test('two boxes of one name are both found', skip, async (t) => {
  const machines = [await Machine.start(t, 'one'), await Machine.start(t, 'two')] as const;
  await Machine.connect(...machines);
  const daemons: Daemon[] = [];
  for (const machine of machines) {
    await machine.startAvahi();
    const daemon = await (await daemonOn(t, machine))();
    await ask(machine, daemon, 'PUT', '/settings', { player_name: 'Kitchen', host_name: 'kitchen' });
    daemons.push(daemon);
    const name = daemons.length === 1 ? 'Kitchen' : 'Kitchen #2';
    await daemon.until('it is found', async () => {
      const { services } = await stateOf(machine, daemon);
      return services.filter((service) => service.name === name).length === 2;
    });
  }
  const [first, second] = await Promise.all(machines.map((machine, at) => stateOf(machine, daemons[at]!)));
  t.not(first?.id, second?.id);
  for (const machine of machines) {
    const found = await machine.until('_tonearm._tcp', (rows) => rows.length === 2);
    t.strictSame(
      found.map(({ name, port }) => [name, port]),
      [
        ['Kitchen', portOf(daemons[0]!)],
        ['Kitchen #2', portOf(daemons[1]!)],
      ],
    );
    t.strictSame(found.map(({ host }) => host).sort(), ['kitchen-2.local', 'kitchen.local']);
  }
  t.match(daemons[1]!.text, /announced under another name, as its own is taken/);
});
