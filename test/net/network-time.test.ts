/**
 * Real TLS servers whose certificate is not yet valid, or not any more, and a machine that may wait for the time. Node
 * reads the authorities that it trusts at its start: the file runs a second time with that of the test.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { SILENT_LOG } from '../fixtures/log.js';
import { layer2Frames } from '../decode/formats/fixtures.js';
import { temporaryDirectory } from '../http/rig.js';
import { listen } from '../streams/station.js';
import { RemoteFailure } from '../../src/net/failure.js';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { NetworkTime } from '../../src/net/network-time.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { Directory } from '../../src/radio/directory.js';
import { Authority } from './certificates.js';

const FOLDER = process.env['TEST_AUTHORITY'];
/** Ten seconds of sound. */
const SOUND = layer2Frames(383);
const EARLY = { from: 30, to: 60 };
const LATE = { from: -60, to: -30 };
const VALID = { from: -30, to: 30 };

/** The files by which a machine says who set its clock: one without a battery, which waits for the network. */
async function machine(t: Test) {
  const folder = await temporaryDirectory(t);
  const files = { service: join(folder, 'timesync'), batteryClock: join(folder, 'since_epoch') };
  await mkdir(files.service);
  const synchronise = () => writeFile(join(files.service, 'synchronized'), '');
  return { files, time: new NetworkTime(files), synchronise };
}

async function serve(t: Test, authority: Authority, name: string, dates: typeof EARLY) {
  const requests: string[] = [];
  const server: Server = createServer(await authority.sign(name, dates), ({ url = '' }, response) => {
    requests.push(url);
    if (url.startsWith('/json')) response.end('[]');
    else response.writeHead(200, { 'content-type': 'audio/mpeg', 'icy-name': 'Testfunk' }).write(SOUND);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const renew = async () => server.setSecureContext(await authority.sign(`${name}-renewed`, VALID));
  return { base: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, renew };
}

function clientOf(time: NetworkTime) {
  const http = new GuardedHttp(new StreamAddresses({ allow: ['127.0.0.0/8'] }), 'Tonearm/test', time);
  const { signal } = new AbortController();
  return (address: string, timePatience?: number) =>
    http.get(address, { signal, ...(timePatience !== undefined && { timePatience }) });
}

function testAll(authority: Authority): void {
  t.test('the network time is awaited by a machine without a battery, until the time service has it', async (t) => {
    const { files, time, synchronise } = await machine(t);
    t.equal(time.isAwaited(), true);
    await writeFile(files.batteryClock, '12345\n');
    t.equal(time.isAwaited(), true, 'a battery that was empty');
    await writeFile(files.batteryClock, `${Math.floor(Date.now() / 1000)}\n`);
    t.equal(time.isAwaited(), false, 'a battery');
    await rm(files.batteryClock);
    await synchronise();
    t.equal(time.isAwaited(), false);
    await rm(files.service, { recursive: true });
    t.equal(time.isAwaited(), false, 'another time service, or a clock that is set by hand');
  });

  t.test('a certificate that is not valid now is refused, and says so where the time is known', async (t) => {
    for (const [name, dates] of Object.entries({ EARLY, LATE })) {
      const { base, requests } = await serve(t, authority, name, dates);
      const { time, synchronise } = await machine(t);
      const get = clientOf(time);
      await t.rejects(get(base), { code: 'CLOCK_NOT_SET', retry: true }, `${name}, before the time is known`);
      await t.rejects(get(base, 300), { code: 'CLOCK_NOT_SET' }, `${name}, and it does not come`);
      await synchronise();
      await t.rejects(get(base, 20_000), { code: 'STREAM_TLS', retry: false }, `${name}, when it is`);
      t.strictSame(requests, [], 'no request was made');
    }
  });

  t.test('a stream waits for the time, says that it does, and begins when it is there', async (t) => {
    const { base, renew } = await serve(t, authority, 'stream', EARLY);
    const { time, synchronise } = await machine(t);
    const listener = listen(t, base, { networkTime: time, start: 4000 });
    const { feed, events } = listener;
    while (feed.trouble === undefined) await delay(10);
    t.match(feed.trouble, { code: 'CLOCK_NOT_SET', detail: /waits for the time/ });
    // Longer than finding out where the sound is may take.
    await delay(4200);
    t.strictSame(events, []);
    await renew();
    await synchronise();
    await listener.until('ready');
    t.equal(feed.trouble, undefined);
  });

  t.test('a stream is given up when the time does not come, or when it makes the certificate no better', async (t) => {
    const { base, requests } = await serve(t, authority, 'lost', LATE);
    const { time, synchronise } = await machine(t);
    await listen(t, base, { networkTime: time, time: 300 }).until('failed CLOCK_NOT_SET');
    const waiting = listen(t, base, { networkTime: time });
    while (waiting.feed.trouble === undefined) await delay(10);
    await synchronise();
    await waiting.until('failed STREAM_TLS');
    t.strictSame(requests, []);
  });

  t.test('the directory of stations waits a moment for the time, and else says why it cannot be asked', async (t) => {
    const { base, renew, requests } = await serve(t, authority, 'directory', EARLY);
    const { time, synchronise } = await machine(t);
    const streams = new StreamAddresses({ allow: ['127.0.0.0/8'] });
    const deps = { address: base, streams, log: SILENT_LOG };
    const tags = new Directory({ ...deps, http: new GuardedHttp(streams, 'Tonearm/test', time) }).tags(1);
    await renew();
    await synchronise();
    t.strictSame(await tags, []);
    t.equal(requests.length, 1);
    const get = () => Promise.reject(new RemoteFailure('CLOCK_NOT_SET', 'this machine waits', { retry: true }));
    await t.rejects(new Directory({ ...deps, http: { get } }).tags(1), {
      code: 'CLOCK_NOT_SET',
      message: 'The directory of stations cannot be asked yet: this machine waits.',
    });
  });
}

if (FOLDER === undefined) {
  const folder = await temporaryDirectory(t);
  await Authority.create(folder);
  const env = { ...process.env, TEST_AUTHORITY: folder, NODE_EXTRA_CA_CERTS: Authority.certificateIn(folder) };
  const [, program = ''] = process.argv;
  const child = spawnSync(process.execPath, [...process.execArgv, program], { env, encoding: 'utf8' });
  if (child.status !== 0) t.comment(`${child.stdout}${child.stderr}`);
  t.equal(child.status, 0, 'with the authority of the test');
} else {
  testAll(Authority.of(FOLDER));
}
