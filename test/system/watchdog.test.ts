import t from 'tap';

import { createLog } from '../../src/log.js';
import { Watchdog } from '../../src/system/watchdog.js';

/** A service manager that keeps what it was told. */
function manager(answer = 0): { told: string[]; send: (socket: string, text: string) => number } {
  const told: string[] = [];
  const send = (socket: string, text: string): number => {
    told.push(`${socket} ${text}`);
    return answer;
  };
  return { told, send };
}

t.test('without a service manager nothing is sent', (t) => {
  const { told, send } = manager();
  const watchdog = new Watchdog(
    { socket: undefined, watchdogMicroseconds: 1000 },
    send,
    createLog('error', () => 0),
  );
  watchdog.ready();
  watchdog.stop();
  t.same(told, []);
  t.end();
});

t.test('readiness, then pings, then the end', async (t) => {
  const { told, send } = manager();
  const watchdog = new Watchdog(
    { socket: '/run/n', watchdogMicroseconds: 4000 },
    send,
    createLog('error', () => 0),
  );
  watchdog.ready();
  t.same(told, ['/run/n READY=1']);
  while (told.length < 4) await new Promise((resolve) => setTimeout(resolve, 1));
  watchdog.stop();
  const count = told.length;
  t.same(told.slice(1, 4), Array(3).fill('/run/n WATCHDOG=1'));
  t.equal(told.at(-1), '/run/n STOPPING=1');
  await new Promise((resolve) => setTimeout(resolve, 20));
  t.equal(told.length, count, 'and silence');
});

t.test('there is no ping while a part does not answer, nor for a look that ends after the stop', async (t) => {
  const { told, send } = manager();
  const lines: string[] = [];
  let isAlive = false;
  let looks = 0;
  const watchdog = new Watchdog(
    { socket: '/run/n', watchdogMicroseconds: 4000 },
    send,
    createLog('error', (line) => lines.push(line)),
    async () => {
      looks += 1;
      return Promise.resolve(isAlive);
    },
  );
  watchdog.ready();
  while (looks < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  t.same(told, ['/run/n READY=1']);
  t.match(lines.join(), 'does not answer');
  isAlive = true;
  while (told.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  watchdog.stop();
  await new Promise((resolve) => setTimeout(resolve, 10));
  t.equal(told.at(-1), '/run/n STOPPING=1');
});

t.test('a manager without a watchdog is told only of readiness', (t) => {
  const { told, send } = manager();
  const watchdog = new Watchdog(
    { socket: '@n', watchdogMicroseconds: undefined },
    send,
    createLog('error', () => 0),
  );
  watchdog.ready();
  t.same(told, ['@n READY=1']);
  t.end();
});

t.test('a manager that does not listen is logged, and the daemon goes on', (t) => {
  const lines: string[] = [];
  const { send } = manager(-2);
  const log = createLog('warn', (line) => lines.push(line));
  new Watchdog({ socket: '/gone', watchdogMicroseconds: undefined }, send, log).ready();
  t.match(lines.join(), 'errno=2');
  t.end();
});
