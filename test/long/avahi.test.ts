/** Avahi ends, starts and freezes at random moments: the daemon keeps running, is found afterwards, and leaks nothing. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { lanTrouble, Machine } from '../discovery/lan.js';
import { createHouse } from '../e2e/daemon.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 100);
/** Longest time between two faults, in milliseconds: longer than Avahi takes to publish a service. */
const MAX_DELAY_MS = 2500;
/** Time after the scan at which the daemon is at rest, in milliseconds. */
const AT_REST_MS = 5000;

t.setTimeout(0);

/** Threads, memory, and open sockets and pipes of a process; open files are left out, as the library opens and closes them. */
async function resourcesOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const folder = `/proc/${pid}/fd`;
  const open = await Promise.all((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return {
    descriptors: open.filter((target) => /^(?:socket|pipe):/.test(target)).length,
    threads: (await readdir(`/proc/${pid}/task`)).length,
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
  };
}

t.test(
  `${ROUNDS} ends and freezes of Avahi leak no thread, socket or pipe`,
  { skip: await lanTrouble() },
  async (t) => {
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
    // The thread of the scan must have ended before the first count.
    await daemon.until('the library is scanned', () =>
      Promise.resolve(daemon.text.includes('scan: library is up to date')),
    );
    await delay(AT_REST_MS);
    const before = await resourcesOf(pid);
    for (let round = 0; round < ROUNDS; round++) {
      await delay(Math.random() * MAX_DELAY_MS);
      if (Math.random() < 0.3) {
        const thaw = machine.freezeAvahi();
        await delay(Math.random() * 2 * MAX_DELAY_MS);
        thaw();
      } else {
        await machine.endAvahi(Math.random() < 0.5 ? 'SIGKILL' : 'SIGTERM');
        await delay(Math.random() * 500);
        await machine.startAvahi();
      }
    }
    await isFound();
    t.equal(daemon.process.exitCode, null, 'the daemon is still running');
    const after = await resourcesOf(pid);
    t.comment(JSON.stringify({ before, after }));
    t.ok(after.threads <= before.threads, `${before.threads} threads, then ${after.threads}`);
    t.ok(
      after.descriptors <= before.descriptors + 2,
      `${before.descriptors} sockets and pipes, then ${after.descriptors}`,
    );
    t.notMatch(daemon.text, /ERROR/);
  },
);
