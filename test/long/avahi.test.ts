/** Avahi goes, comes and stands still at odd moments: the daemon lives on, is found in the end, and holds nothing more. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { lanTrouble, Machine } from '../discovery/lan.js';
import { createHouse } from '../e2e/daemon.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 100);
/** Longer than a service takes to be told, in milliseconds. */
const LONGEST = 2500;
const SETTLED = 5000;

t.setTimeout(0);

/** What an advertisement is made of; files come and go with the library. */
async function held(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const folder = `/proc/${pid}/fd`;
  const open = await Promise.all((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return {
    descriptors: open.filter((target) => /^(?:socket|pipe):/.test(target)).length,
    threads: (await readdir(`/proc/${pid}/task`)).length,
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
  };
}

t.test(`${ROUNDS} deaths and pauses of Avahi leave the daemon as it was`, { skip: await lanTrouble() }, async (t) => {
  const machine = await Machine.start(t, 'tonearm');
  const { start } = await createHouse(t);
  const daemon = await start({
    launcher: machine.launcher,
    environment: { TONEARM_HTTP_HOST: '0.0.0.0', DBUS_SYSTEM_BUS_ADDRESS: machine.bus.address },
  });
  const pid = daemon.process.pid ?? 0;
  const isFound = (): Promise<unknown> => machine.until('_tonearm._tcp', ({ length }) => length === 1);
  await machine.startAvahi();
  await isFound();
  // The scan has a thread of its own.
  await daemon.until('the library is scanned', () => Promise.resolve(daemon.text.includes('library was scanned')));
  await delay(SETTLED);
  const before = await held(pid);
  for (let round = 0; round < ROUNDS; round++) {
    await delay(Math.random() * LONGEST);
    if (Math.random() < 0.3) {
      const thaw = machine.freezeAvahi();
      await delay(Math.random() * 2 * LONGEST);
      thaw();
    } else {
      await machine.endAvahi(Math.random() < 0.5 ? 'SIGKILL' : 'SIGTERM');
      await delay(Math.random() * 500);
      await machine.startAvahi();
    }
  }
  await isFound();
  t.equal(daemon.process.exitCode, null, 'it has never ended');
  const after = await held(pid);
  t.comment(JSON.stringify({ before, after }));
  t.ok(after.threads <= before.threads, `${before.threads} threads, then ${after.threads}`);
  t.ok(
    after.descriptors <= before.descriptors + 2,
    `${before.descriptors} sockets and pipes, then ${after.descriptors}`,
  );
  t.notMatch(daemon.text, /ERROR/);
});
