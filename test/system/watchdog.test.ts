import t from 'tap';

import { createLog } from '../../src/log.js';
import { Watchdog } from '../../src/system/watchdog.js';

/** A service manager that keeps what it was sent. */
function manager(answer = 0): { sent: string[]; send: (socket: string, text: string) => number } {
  const sent: string[] = [];
  const send = (socket: string, text: string): number => {
    sent.push(`${socket} ${text}`);
    return answer;
  };
  return { sent, send };
}

t.test('without a service manager nothing is sent', (t) => {
  const { sent, send } = manager();
  const watchdog = new Watchdog(
    { socket: undefined, watchdogMicroseconds: 1000 },
    send,
    createLog('error', () => 0),
  );
  watchdog.ready();
  watchdog.stop();
  t.same(sent, []);
  t.end();
});

t.test('readiness, then pings, first with a longer period, then the end', async (t) => {
  const { sent, send } = manager();
  const watchdog = new Watchdog(
    { socket: '/run/n', watchdogMicroseconds: 4000 },
    send,
    createLog('error', () => 0),
  );
  watchdog.ready();
  t.same(sent, ['/run/n READY=1\nWATCHDOG_USEC=12000']);
  while (sent.length < 8) await new Promise((resolve) => setTimeout(resolve, 1));
  watchdog.stop();
  const count = sent.length;
  const ping = '/run/n WATCHDOG=1';
  t.same(sent.slice(1, 8), [...Array<string>(5).fill(ping), `${ping}\nWATCHDOG_USEC=4000`, ping]);
  t.equal(sent.at(-1), '/run/n STOPPING=1');
  await new Promise((resolve) => setTimeout(resolve, 20));
  t.equal(sent.length, count, 'and silence');
});

t.test('there is no ping while a part does not answer, nor for a look that ends after the stop', async (t) => {
  const { sent, send } = manager();
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
  t.same(sent, ['/run/n READY=1\nWATCHDOG_USEC=12000']);
  t.match(lines.join(), 'does not answer');
  isAlive = true;
  while (sent.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  watchdog.stop();
  await new Promise((resolve) => setTimeout(resolve, 10));
  t.equal(sent.at(-1), '/run/n STOPPING=1');
});

t.test('a manager without a watchdog is sent only of readiness', (t) => {
  const { sent, send } = manager();
  const watchdog = new Watchdog(
    { socket: '@n', watchdogMicroseconds: undefined },
    send,
    createLog('error', () => 0),
  );
  watchdog.ready();
  t.same(sent, ['@n READY=1']);
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
