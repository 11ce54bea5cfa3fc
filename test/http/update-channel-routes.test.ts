/** Updates from the address that is set: a real server on the loopback, and RAUC as a stand-in on a real bus. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { Channel } from '../../src/system/update/channel.js';
import { UpdateAddresses } from '../../src/system/update/update-addresses.js';
import { Updates } from '../../src/system/update/updates.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { StandInRauc } from '../system/stand-in-rauc.js';
import { type Answer, redirect, silence, status, text, UpdateServer } from '../system/update/update-server.js';
import { startRig, temporaryDirectory } from './rig.js';

type Json = Readonly<Record<string, unknown>>;

const CHANGES = ['Albums are found faster.', 'Fewer clicks between tracks.'];
const PIECE = 64 * 1024;

/** More answers than a download waits for. */
const always = (answer: Answer): Answer[] => Array<Answer>(9).fill(answer);

/** Sends a byte, and no more. */
const trickle: Answer = (_request, response) => void response.writeHead(200, { 'content-length': 19 }).write('t');

/** Sends without an end, and without a length. */
const endless: Answer = (_request, response) => {
  const piece = Buffer.alloc(PIECE);
  const goOn = (): void => {
    while (response.write(piece));
  };
  response.on('drain', goOn);
  goOn();
};

/** A bundle of version 2.0.0 that is longer than a piece of it. */
const LARGE = Buffer.concat([Buffer.from('tonearm-arm64 2.0.0 '), Buffer.alloc(8 * PIECE, 'x')]);

async function onBus(t: Test, { running = '1.0.0' } = {}) {
  const real = await PrivateBus.start(t);
  const rauc = await StandInRauc.start(t, real);
  const server = await UpdateServer.start(t);
  const folder = await temporaryDirectory(t);
  const release = join(folder, 'os-release');
  await writeFile(release, `IMAGE_VERSION=${running}\n`);
  const set = { address: server.address };
  const loopback = new StreamAddresses({ allow: ['127.0.0.0/8'] });
  const channel = new Channel({
    address: () => set.address,
    http: (named) => new GuardedHttp(new UpdateAddresses(loopback, named), 'Tonearm/1.2.3'),
    ...{ patience: 2000, delays: [1, 1, 1], silence: 300 },
  });
  const kept = join(folder, 'update');
  const updates = new Updates({ bus: real.client(t), folder: kept, channel, log: SILENT_LOG, release });
  t.teardown(() => updates.stop());
  const rig = await startRig(t, { updates });
  const read = async () => (await rig.send('GET', '/system/update')).json as Json;
  const check = () => rig.send('POST', '/system/update/check');
  const download = (version = '2.0.0', older?: boolean) =>
    rig.send('POST', '/system/update/download', { body: { version, ...(older !== undefined && { older }) } });
  /** Reads the state until it is no download any more. */
  const ended = async (): Promise<Json> => {
    for (;;) {
      const now = await read();
      if (now['state'] !== 'downloading') return now;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** Looks up, downloads, and waits for the end. */
  const installed = async (): Promise<Json> => {
    t.equal((await check()).status, 200);
    t.equal((await download()).status, 202);
    return ended();
  };
  const leftovers = () => readdir(kept).catch(() => []);
  return { ...rig, rauc, server, set, updates, read, check, download, ended, installed, leftovers };
}

t.test('without an address nobody is asked', async (t) => {
  const { set, server, check, download, read } = await onBus(t);
  set.address = '';
  t.match(await check(), { status: 409, json: { code: 'NO_UPDATE_ADDRESS' } });
  t.match(await download(), { status: 409, json: { code: 'UPDATE_NOT_OFFERED' } });
  t.match(await read(), { state: 'idle', offer: null });
  t.strictSame(server.requests, []);
});

t.test('what is offered is looked up, shown, downloaded and installed', async (t) => {
  const { send, server, set, rauc, read, check, download, ended } = await onBus(t);
  server.bundle = LARGE;
  t.strictSame((await send('GET', '/system/update/offer')).json, { offer: null });
  const { status: code, json } = await check();
  const { checked_at: at, ...offer } = json as Json;
  t.strictSame([code, offer], [200, { version: '2.0.0', order: 'newer', bytes: LARGE.length, changes: CHANGES }]);
  t.ok(Math.abs(Date.parse(String(at)) - Date.now()) < 60_000);
  t.strictSame((await read())['offer'], json);
  t.strictSame((await send('GET', '/system/update/offer')).json, { offer: json });
  t.strictSame(server.requests, ['/tonearm-arm64.channel.json'], 'only the channel file was fetched');

  let goOn = (): void => undefined;
  server.bundleAnswers((_request, response) => {
    response.writeHead(200, { 'content-length': LARGE.length });
    response.write(LARGE.subarray(0, PIECE));
    goOn = () => response.end(LARGE.subarray(PIECE));
  });
  t.match(await download('1.9.0'), { status: 409, json: { code: 'UPDATE_NOT_OFFERED' } });
  t.equal((await download()).status, 202);
  while ((await read())['received'] !== PIECE) await new Promise((resolve) => setImmediate(resolve));
  t.match(await read(), { state: 'downloading', received: PIECE, total: LARGE.length });
  t.match(await download(), { status: 409, json: { code: 'UPDATE_RUNS' } });
  t.match(await send('POST', '/system/update/roll-back'), { status: 409, json: { code: 'UPDATE_RUNS' } });
  goOn();
  t.match(await ended(), { state: 'installing', percent: 40, problem: null });
  t.match(await download(), { status: 409, json: { code: 'UPDATE_RUNS' } });
  rauc.complete();
  t.match(await read(), { state: 'ready' });

  set.address = 'http://127.0.0.1:9/other.json';
  t.match(await read(), { offer: null }, 'what another address offered is no longer shown');
});

t.test('a download goes on where it was interrupted, and starts over where the server cannot do that', async (t) => {
  for (const hasRanges of [true, false]) {
    const { server, installed, rauc } = await onBus(t);
    server.bundle = LARGE;
    server.hasRanges = hasRanges;
    server.bundleAnswers(server.cutAfter(PIECE), status(503), server.cutAfter(3 * PIECE));
    t.match(await installed(), { state: 'installing', problem: null });
    const [, , ...later] = server.requests;
    t.equal(later.length, 3);
    t.match(later, Array(3).fill(/raucb bytes=\d+-$/), 'each asks for what is missing');
    t.ok(rauc.asked.some((each) => each.startsWith('InstallBundle')));
  }
});

t.test('a download that is no good ends with its reason, and leaves nothing', async (t) => {
  const other = Buffer.from('tonearm-arm64 9.9.9');
  const cases: readonly (readonly [string, string, (server: UpdateServer) => void])[] = [
    ['another sum', 'UPDATE_DAMAGED', (server) => (server.announced = { sha256: '00'.repeat(32) })],
    ['longer than announced', 'UPDATE_DAMAGED', (server) => (server.announced = { bytes: 5 })],
    ['endless', 'UPDATE_DAMAGED', (server) => server.bundleAnswers(endless)],
    ['gone', 'UPDATE_CHANNEL_UNREACHABLE', (server) => server.bundleAnswers(status(404))],
    ['broken', 'UPDATE_CHANNEL_UNREACHABLE', (server) => server.bundleAnswers(...always(status(500)))],
    ['slow', 'UPDATE_CHANNEL_TIMEOUT', (server) => server.bundleAnswers(...always(trickle))],
    [
      'cut again and again',
      'UPDATE_CHANNEL_UNREACHABLE',
      (server) => server.bundleAnswers(...always(server.cutAfter(1))),
    ],
    [
      'another part than asked for',
      'UPDATE_CHANNEL_UNREACHABLE',
      (server) =>
        server.bundleAnswers(
          server.cutAfter(4),
          ...always((_request, response) => void response.writeHead(206, { 'content-range': 'bytes 0-3/19' }).end()),
        ),
    ],
    ['to another host', 'UPDATE_ADDRESS_REFUSED', (server) => server.bundleAnswers(redirect('http://127.0.0.2/x'))],
    ['to this machine', 'UPDATE_ADDRESS_REFUSED', (server) => server.bundleAnswers(redirect('file:///etc/passwd'))],
    [
      'redirected in a circle',
      'UPDATE_CHANNEL_UNREACHABLE',
      (server) => server.bundleAnswers(...always(redirect('/tonearm-arm64.raucb'))),
    ],
    [
      'of another version',
      'UPDATE_NOT_AS_ANNOUNCED',
      (server) => {
        server.bundle = Buffer.from('tonearm-arm64 1.5.0');
      },
    ],
    [
      'for another box',
      'UPDATE_OF_ANOTHER_BOX',
      (server) => {
        server.bundle = Buffer.from('other-box 2.0.0');
      },
    ],
    [
      'not signed',
      'UPDATE_REFUSED',
      (server) => {
        server.bundle = Buffer.from('damaged');
      },
    ],
    [
      'exchanged between two pieces',
      'UPDATE_DAMAGED',
      (server) =>
        server.bundleAnswers(server.cutAfter(4), (_request, response) => {
          response.writeHead(206, { 'content-range': `bytes 4-18/19` }).end(other.subarray(4));
        }),
    ],
  ];
  for (const [what, code, prepare] of cases) {
    await t.test(what, async (t) => {
      const { server, installed, leftovers, rauc, download, ended } = await onBus(t);
      prepare(server);
      t.match(await installed(), { state: 'idle', received: null, total: null, problem: { code } });
      t.notOk(rauc.asked.some((each) => each.startsWith('InstallBundle')));
      t.strictSame(await leftovers(), []);
      if (what !== 'gone') return;
      t.equal((await download()).status, 202, 'it can be tried again');
      t.match(await ended(), { state: 'installing', problem: null });
    });
  }
});

t.test('a channel file that is no good is refused with its reason', async (t) => {
  const { server, check, read, set, send } = await onBus(t);
  const address = set.address;
  for (const [what, code, answer] of [
    ['gone', 'UPDATE_CHANNEL_UNREACHABLE', status(404)],
    ['broken', 'UPDATE_CHANNEL_UNREACHABLE', status(500)],
    ['no JSON', 'UPDATE_CHANNEL_UNREADABLE', text('<html>')],
    ['no object', 'UPDATE_CHANNEL_UNREADABLE', text('null')],
    ['too long', 'UPDATE_CHANNEL_UNREACHABLE', text(' '.repeat(300_000))],
    ['cut off', 'UPDATE_CHANNEL_UNREACHABLE', server.cutAfter(3)],
    ['slow', 'UPDATE_CHANNEL_TIMEOUT', silence],
    ['to another host', 'UPDATE_ADDRESS_REFUSED', redirect('http://127.0.0.2/x')],
  ] as const) {
    server.channelAnswers(answer);
    t.match(await check(), { json: { code } }, what);
  }
  server.channelAnswers(...always(redirect('/tonearm-arm64.channel.json')));
  t.match(await check(), {
    status: 503,
    json: { code: 'UPDATE_CHANNEL_UNREACHABLE', detail: /more than 5 redirects/ },
  });
  server.channelAnswers();
  for (const [announced, status, code] of [
    [{ compatible: 'other-box' }, 422, 'UPDATE_OF_ANOTHER_BOX'],
    [{ bytes: 2 ** 30 }, 503, 'UPDATE_CHANNEL_UNREADABLE'],
    [{ url: 'http://127.0.0.2/x' }, 503, 'UPDATE_CHANNEL_UNREADABLE'],
  ] as const) {
    server.announced = announced;
    t.match(await check(), { status, json: { code } });
  }
  t.match(await read(), { state: 'idle', offer: null });
  server.announced = {};
  set.address = 'http://127.0.0.1:1/x.json';
  t.match(await check(), { status: 503, json: { code: 'UPDATE_CHANNEL_UNREACHABLE' } });
  set.address = 'http://8.8.8.8/x.json';
  t.match(await check(), { status: 422, json: { code: 'UPDATE_ADDRESS_REFUSED', detail: /private networks/ } });
  set.address = address;
  t.equal((await check()).status, 200);
  t.ok((await send('GET', '/system/update')).json);
});

t.test('an older version is offered as such, and installed only for who says so', async (t) => {
  const { check, download, ended, rauc } = await onBus(t, { running: '2.0.1' });
  t.match(await check(), { status: 200, json: { version: '2.0.0', order: 'older' } });
  t.match(await download(), { status: 409, json: { code: 'UPDATE_OLDER' } });
  t.match(await download('2.0.0', false), { status: 409, json: { code: 'UPDATE_OLDER' } });
  t.notOk(rauc.asked.some((each) => each.startsWith('InspectBundle')));
  t.equal((await download('2.0.0', true)).status, 202);
  t.match(await ended(), { state: 'installing' });
});

t.test('an offer changed since a person has seen it is not installed', async (t) => {
  const { check, download, server } = await onBus(t);
  t.equal((await check()).status, 200);
  server.announced = { version: '3.0.0' };
  t.equal((await check()).status, 200);
  t.match(await download('2.0.0'), { status: 409, json: { code: 'UPDATE_NOT_OFFERED' } });
});

t.test('a download is cancelled, leaves nothing, and can be begun again', async (t) => {
  const { send, server, check, download, read, ended, leftovers } = await onBus(t);
  server.bundle = LARGE;
  server.bundleAnswers((_request, response) => {
    response.writeHead(200, { 'content-length': LARGE.length });
    response.write(LARGE.subarray(0, PIECE));
  });
  t.equal((await send('DELETE', '/system/update/download')).status, 204, 'nothing to cancel');
  await check();
  await download();
  while ((await read())['received'] !== PIECE) await new Promise((resolve) => setImmediate(resolve));
  t.equal((await send('DELETE', '/system/update/download')).status, 204);
  t.match(await read(), { state: 'idle', received: null, problem: null });
  t.strictSame(await leftovers(), []);
  t.equal((await download()).status, 202);
  t.match(await ended(), { state: 'installing', problem: null });
});

t.test('questions at the same time are one', async (t) => {
  const { server, check } = await onBus(t);
  const answers = await Promise.all([check(), check(), check()]);
  t.strictSame(
    answers.map(({ status: code }) => code),
    [200, 200, 200],
  );
  t.equal(server.requests.length, 1);
});
