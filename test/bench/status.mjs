/**
 * Server CPU of GET /player/status, compared with a Koa with one handler that sends a constant body, in a process of
 * its own. One keep-alive connection, one request at a time; both are warm before the first round. The two are asked by
 * turns in short bursts, so that a change of the processor's clock falls on both.
 */
import { Connection, httpAnswerEnd, openSoon } from './connection.mjs';
import { at, freePort, scratchFolder } from './paths.mjs';
import { cpuOf, end, launch } from './process.mjs';
import { Tonearm } from './tonearm.mjs';
import { join } from 'node:path';

const BURST = 500;
const BURSTS = 40;
const WARM_UP = 10_000;

export async function status({ music, quick, formats, say }) {
  const bursts = quick ? BURSTS : 5 * BURSTS;
  const tonearm = new Tonearm(music, { formats });
  const bare = { host: '127.0.0.1', port: await freePort() };
  const koa = launch(process.execPath, [at('test', 'bench', 'bare-koa.mjs'), String(bare.port)], {
    logFile: join(scratchFolder('koa'), 'log'),
  });
  try {
    await tonearm.start();
    await tonearm.fillQueue();
    (await openSoon(bare, httpAnswerEnd, () => koa.child.exitCode === null)).close();
    const contenders = [
      { pid: tonearm.pid, address: tonearm.address, costs: [] },
      { pid: koa.pid, address: bare, costs: [] },
    ];
    for (const { pid, address } of contenders) await cost(pid, address, WARM_UP);
    say(`GET /player/status, ${bursts} bursts of ${BURST} requests each`);
    for (let burst = 0; burst < bursts; burst++) {
      const contendersNow = burst % 2 === 0 ? contenders : contenders.toReversed();
      for (const { pid, address, costs } of contendersNow) costs.push(await cost(pid, address, BURST));
    }
    const [ours, theirs] = contenders.map(({ costs }) => costs);
    const title = 'GET /player/status, server CPU';
    return { rows: [{ title, unit: 'µs', tonearm: ours, reference: theirs, referenceName: 'bare Koa', limit: 1.35 }] };
  } finally {
    await tonearm.stop();
    await end(koa);
  }
}

/** Microseconds of the server's CPU for each of `count` requests. */
async function cost(pid, address, count) {
  const connection = await Connection.open(address, httpAnswerEnd);
  const request = `GET /player/status HTTP/1.1\r\nHost: ${address.host}:${address.port}\r\n\r\n`;
  const before = cpuOf(pid);
  for (let index = 0; index < count; index++) {
    const { text } = await connection.exchange(request);
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(`an answer was not 200: ${text}`);
  }
  const spent = cpuOf(pid) - before;
  connection.close();
  return spent / count / 1000;
}
