/**
 * Runs the shipped program and units that keep records of the journal on /data, with the real systemd and journald, and
 * short minutes. The program writes at most once in ten of them, and three times more for units that fail.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { boxTrouble, SystemdMachine } from './systemd-machine.js';

const skip = await boxTrouble();
const ROOT = new URL('../../', import.meta.url);
const source = (path: string) => readFile(fileURLToPath(new URL(path, ROOT)), 'utf8');

const MINUTE = 0.4;
const FILE_BYTES = 131_072;
/** Stands in for the daemon: says what it is told through a pipe, and something a while after it is told to end. */
const DAEMON = `#!/bin/sh
mkfifo /run/say
exec 3<>/run/say
trap 'sleep 1; echo "<6>system: stopped"; exit 0' TERM
while :; do read -r line <&3 && echo "$line"; done
`;
const DAEMON_UNIT = `[Unit]
Description=Tonearm music player
DefaultDependencies=no
After=systemd-journald.service
Conflicts=shutdown.target
Before=shutdown.target
[Service]
ExecStart=/usr/lib/tonearm/box/daemon
`;
const FAILING = `[Unit]
DefaultDependencies=no
[Service]
ExecStart=/bin/sh -c 'kill -ABRT $$$$'
`;
const UNITS = ['tonearm-kept-log.path', 'tonearm-kept-log.service', 'tonearm-kept-log-end.service'];

async function box(t: Test) {
  let program = await source('image/overlay/usr/lib/tonearm/box/kept-log');
  for (const [words, others] of [
    ['settle_seconds=30', `settle_seconds=${MINUTE}`],
    ['minute_seconds=60', `minute_seconds=${MINUTE}`],
  ] as const) {
    if (!program.includes(words)) throw new Error(`the program does not say ${words}`);
    program = program.replace(words, others);
  }
  const shipped = await Promise.all(UNITS.map(async (name) => [name, await source(`systemd/${name}`)] as const));
  const machine = await SystemdMachine.prepare(t, await temporaryDirectory(t), {
    units: {
      ...Object.fromEntries(shipped),
      'tonearm.service': DAEMON_UNIT,
      'failing.service': FAILING,
    },
    wanted: ['data.mount', 'tonearm.service', 'tonearm-kept-log.path', 'tonearm-kept-log-end.service'],
    programs: { 'kept-log': program, daemon: DAEMON },
    osRelease: 'NAME="Tonearm"\nIMAGE_VERSION="0.1.0+20261126"\n',
    cmdline: 'quiet tonearm.slot=B\n',
  });
  const folder = machine.data('system/log');
  const names = async () => (await readdir(folder).catch(() => [])).sort();
  const file = async (name: string) => readFile(`${folder}/${name}`, 'latin1');
  const text = async () => (await Promise.all((await names()).map(file))).join('');
  return {
    ...{ machine, folder, names, file, text },
    start: async () => {
      await machine.start();
      await machine.run('mkdir -p /data/system/log');
    },
    log: (words: string, priority = 'warning') => machine.run(`echo '${words}' | systemd-cat -t other -p ${priority}`),
    say: (words: string) => machine.run(`echo '${words}' 1<>/run/say`),
    has: (words: string) => machine.until(words, async () => (await text()).includes(words)),
    isIdle: async () => (await machine.run('systemctl is-active tonearm-kept-log.service')) === 'inactive',
  };
}

t.test('warnings, and what the daemon logs, outlast a power cut and a stop', { skip }, async (t) => {
  const { machine, folder, start, log, say, has, text, names } = await box(t);
  await start();
  const [first] = [machine.bootId];
  await say('<6>audio: output open rate=44100');
  await say('<7>audio: nobody needs this');
  await log('nothing special', 'info');
  await log('voltage is low');
  await has('other[');
  const lines = (await text()).split('\n');
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`;
  t.match(
    lines[0],
    new RegExp(`^== start ${first}, version 0\\.1\\.0\\+20261126, slot B: records kept at ${time}Z, \\d+ s after it$`),
  );
  t.match(await text(), new RegExp(`^${time}\\.\\d{6}\\+0000 other\\[\\d+\\]: voltage is low$`, 'm'));
  t.match(await text(), /^\S+ daemon\[\d+\]: audio: output open rate=44100$/m);
  t.match(await text(), /systemd\[1\]: Started tonearm\.service - Tonearm music player\.$/m);
  t.notMatch(await text(), /nobody needs|nothing special/);
  const modes = [folder, `${folder}/000001.log`].map(async (path) => ((await stat(path)).mode & 0o777).toString(8));
  t.strictSame(await Promise.all(modes), ['755', '644']);

  await machine.cut();
  await start();
  await log('second start');
  await has('second start');
  await say('<6>audio: right before the end');
  await machine.stop();
  const kept = await text();
  t.match(kept, new RegExp(`voltage is low\n(?:.*\n)?== start ${machine.bootId}, version`), 'it was not stopped');
  const end = kept.slice(kept.indexOf('right before the end')).split('\n');
  t.ok(
    end.some((line) => line.endsWith('system: stopped')),
    'the last words of the daemon',
  );
  t.ok(
    end.some((line) => line.endsWith('systemd[1]: Stopped tonearm.service - Tonearm music player.')),
    'and what systemd says of it',
  );
  t.match(end.at(-2), new RegExp(`^== start ${machine.bootId}: orderly stop at ${time}Z$`));
  t.strictSame(await names(), ['000001.log']);
});

t.test(
  'more warnings are kept ten minutes later, and without any a box that logs writes nothing',
  { skip },
  async (t) => {
    const { machine, start, log, has, text, isIdle } = await box(t);
    await start();
    await log('one');
    await has('one');
    const begin = performance.now();
    await log('two');
    await has('two');
    t.ok(performance.now() - begin > 9 * MINUTE * 1000, `${performance.now() - begin} ms`);
    await machine.until('ten minutes without a warning', isIdle);
    const before = await text();
    const starts = () => machine.run('systemctl show --value -p InvocationID tonearm-kept-log.service');
    const last = await starts();
    await log('nothing special', 'info');
    await machine.until('a look', async () => (await starts()) !== last);
    await machine.until('its end', isIdle);
    const look = await starts();
    await machine.run('sleep 2');
    t.equal(await starts(), look, 'its own start and end are no reason for another');
    t.equal(await text(), before);
  },
);

t.test('a unit that fails is kept within a minute, three times in ten', { skip }, async (t) => {
  const { machine, start, log, text, has } = await box(t);
  await start();
  await log('before');
  await has('before');
  const begin = performance.now();
  const failures = async () => (await text()).split("failing.service: Failed with result 'signal'").length - 1;
  for (let count = 1; count <= 3; count++) {
    await machine.run('systemctl start failing.service');
    await machine.until(`failure ${count}`, async () => (await failures()) === count);
  }
  t.ok(performance.now() - begin < 9 * MINUTE * 1000, 'none had to wait for ten minutes');
  const third = performance.now();
  await machine.run('systemctl start failing.service');
  await machine.until('failure 4', async () => (await failures()) === 4);
  t.ok(performance.now() - third > 8 * MINUTE * 1000, 'the fourth waits with the others');
});

t.test('a program that logs without end fills no more than a ring of eight files', { skip }, async (t) => {
  const { machine, start, names, file, folder } = await box(t);
  await start();
  await machine.run('systemctl stop tonearm-kept-log.path tonearm-kept-log.service');
  const flood = (count: number) =>
    machine.run(
      `seq -f 'flood %06g ${'x'.repeat(900)}' ${count * 400} ${count * 400 + 399} | systemd-cat -t other -p err; journalctl --sync`,
    );
  for (let count = 0; count < 19; count++) {
    await flood(count);
    await machine.run('/usr/lib/tonearm/box/kept-log write');
  }
  t.strictSame(
    await names(),
    ['03', '04', '05', '06', '07', '08', '09', '10'].map((n) => `0000${n}.log`),
  );
  for (const name of await names()) {
    const lines = (await file(name)).split('\n');
    t.ok((await stat(`${folder}/${name}`)).size <= FILE_BYTES, name);
    t.match(lines[0], `== start ${machine.bootId}, version`, 'each file can be read alone');
    t.ok(lines.every((line) => line.length <= 400));
  }
  const last = (await file('000010.log')).split('\n');
  t.ok(last.includes('== more records than are kept: the earlier ones are left out'));
  t.match(last.at(-2), /flood 007599 x/, 'the newest are kept');
  const size = (await stat(`${folder}/000010.log`)).size;
  await machine.run('/usr/lib/tonearm/box/kept-log write');
  t.equal((await stat(`${folder}/000010.log`)).size, size, 'nothing is new');
});

t.test('what could not be written is kept later, and is no reason for more records', { skip }, async (t) => {
  const { machine, start, log, has, isIdle, names } = await box(t);
  await start();
  await machine.run('mount -t tmpfs -o ro tmpfs /data/system');
  await log('while nothing could be written');
  await machine.until('it was tried, for ten minutes', async () => !(await isIdle()));
  await machine.until('it gives up', isIdle);
  t.equal(await machine.run('journalctl -q -o cat -u tonearm-kept-log.service'), '');
  await machine.run('umount /data/system');
  t.strictSame(await names(), []);
  await log('and afterwards');
  await has('and afterwards');
  await has('while nothing could be written');
});
