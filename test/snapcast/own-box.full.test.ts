/** The server and the client of the box: the units' own command lines and configuration, started by a stand-in of systemd. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { noiseWav } from '../fixtures/mp3.js';
import { temporaryDirectory } from '../http/rig.js';
import { comparePcm } from '../rig/pcm-compare.js';
import { Lan, snapcastLanTrouble } from './lan-rig.js';
import { type Program, startProgram } from './real-snapcast.js';

t.setTimeout(240_000);
const skip = { skip: await snapcastLanTrouble() };
const OWN = 'snapcast-127.0.0.1';
const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** Arguments of a unit's program. */
async function argumentsOf(unit: string): Promise<string[]> {
  const line = /^ExecStart=\S+ (.*)$/m.exec(await read(`systemd/${unit}`))?.[1] ?? '';
  return line.split(' ');
}

t.test('a box that is server and client plays to itself, in step with others', skip, async (t) => {
  const folder = await temporaryDirectory(t);
  const configuration = join(folder, 'snapserver.conf');
  const shipped = await read('image/overlay/etc/tonearm/snapserver.conf');
  t.match(shipped, /^datadir = \/data\/snapserver$/m);
  await mkdir(join(folder, 'data'));
  await writeFile(configuration, shipped.replace('/data/snapserver', join(folder, 'data')));
  const runtime = join(folder, 'run');
  const capture = join(folder, 'capture');
  const running = new Map<string, Program>();
  let systemd: StandInSystemd | undefined;

  const lan: Lan = await Lan.start(t, { RUNTIME_DIRECTORY: runtime }, async (box) => {
    const stood = (systemd = await StandInSystemd.start(t, box.bus));
    for (const name of ['tonearm-snapserver.service', 'tonearm-snapclient.service']) {
      stood.units.set(name, { active: 'inactive', status: '' });
    }
    const onBox = { launcher: box.launcher, environment: { DBUS_SYSTEM_BUS_ADDRESS: box.bus.address } };
    const turn = async (verb: string, unit: string): Promise<void> => {
      await running.get(unit)?.end();
      running.delete(unit);
      if (verb === 'StopUnit') return;
      const given = await argumentsOf(unit);
      if (unit.includes('snapserver')) {
        const args = given.map((each) => each.replace('/etc/tonearm/snapserver.conf', configuration));
        running.set(unit, await startProgram(t, 'snapserver', args, onBox));
        return;
      }
      const environment = await readFile(join(runtime, 'snapclient.env'), 'utf8');
      const server = /^SERVER=(.*)$/m.exec(environment)?.[1] ?? '';
      const args = given.flatMap((each) => {
        if (each === '$SERVER') return server.split(' ').filter(Boolean);
        if (each === '--player=alsa') return [`--player=file:filename=${capture},mode=w`];
        return each.replace('${SOUND_CARD}', 'default');
      });
      running.set(unit, await startProgram(t, 'snapclient', args, onBox));
    };
    stood.onCall = (member) => {
      const [, unit = ''] = stood.asked.at(-1)?.split(' ') ?? [];
      if (!/^(?:Start|Restart|Stop)Unit$/.test(member)) return;
      stood.units.set(unit, { active: member === 'StopUnit' ? 'inactive' : 'active', status: '' });
      void turn(member, unit);
    };
  });

  t.match(await lan.ask('GET', '/snapcast'), { server: { enabled: false, state: 'stopped', detail: null } });
  await lan.ask('PUT', '/settings', { snapcast_server: true, snapcast_client: true });
  t.match(await lan.ask('GET', '/snapcast'), { server: { state: 'running' }, client: { state: 'running' } });
  const own = await lan.device(OWN);
  t.match(own, {
    name: 'Snapcast',
    service: 'snapcast',
    app: 'Snapcast',
    ip: '127.0.0.1',
    host: 'localhost',
    port: 4953,
  });
  await lan.until('it has a room', 10_000, async () => {
    const rooms = (await lan.ask('GET', `/devices/${OWN}/rooms`).catch(() => [])) as readonly unknown[];
    return rooms.length === 1;
  });
  const others = (await lan.ask('GET', '/devices')) as readonly { service: string }[];
  t.equal(others.filter(({ service }) => service === 'snapcast').length, 1, 'what Avahi finds of it is the same');

  await lan.ask('PUT', `/devices/${OWN}/volume-mode`, { mode: 'fixed', confirmed: true });
  await lan.ask('PUT', `/devices/${OWN}/connect`);
  const wav = noiseWav({ seconds: 4, seed: 21 });
  await writeFile(join(lan.library, 'a.wav'), wav);
  await lan.ask('POST', '/playlists', { tracks: [join(lan.library, 'a.wav')] });
  await lan.ask('PUT', '/player/play');
  await lan.until('it ended', 60_000, async () => {
    return ((await lan.ask('GET', '/player/status')) as { status: number }).status === 0;
  });
  await delay(2500);
  const bytes = await readFile(capture);
  const result = comparePcm(wav.subarray(44), bytes.subarray(0, bytes.length - (bytes.length % 4)), 4);
  t.match(result, { intact: true }, JSON.stringify(result.events));

  // The source and the control port are the daemon's: nobody else on the network reaches them.
  for (const port of [1705, 4953]) {
    await t.rejects(lan.server.run('bash', ['-c', `exec 3<>/dev/tcp/10.77.0.1/${port}`]), `port ${port}`);
  }
  await lan.server.run('bash', ['-c', 'exec 3<>/dev/tcp/10.77.0.1/1704']);

  await lan.ask('PUT', `/devices/builtin/connect`);
  await lan.ask('PUT', '/settings', { snapcast_server: false, snapcast_client: false });
  t.match(await lan.ask('GET', '/snapcast'), { server: { state: 'stopped' }, client: { state: 'stopped' } });
  t.equal(await lan.device(OWN), undefined);
  t.ok(systemd);
});
