import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Channel } from '../../src/system/update/channel.js';
import { Updates } from '../../src/system/update/updates.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { StandInRauc } from '../system/stand-in-rauc.js';
import { startRig, temporaryDirectory } from './rig.js';

const BYTES = { 'content-type': 'application/octet-stream' };
const CARD = { name: 'A', running: true, good: true, version: null };
/** No address is set. */
const NO_CHANNEL = new Channel({
  address: () => '',
  http: () => {
    throw new Error('an address is contacted');
  },
});
const EMPTY = { name: 'B', running: false, good: false, version: null };

/** The routes over the real parts, on a bus where only RAUC stands in. */
async function onBus(t: Test) {
  const real = await PrivateBus.start(t);
  const rauc = await StandInRauc.start(t, real);
  const state = await temporaryDirectory(t);
  const release = join(state, 'os-release');
  await writeFile(release, 'ID=debian\nIMAGE_VERSION=1.0.0\n');
  const folder = join(state, 'update');
  const updates = new Updates({ bus: real.client(t), folder, channel: NO_CHANNEL, log: SILENT_LOG, release });
  const rig = await startRig(t, { updates });
  const read = async () => (await rig.send('GET', '/system/update')).json;
  const install = (text: string) => rig.send('POST', '/system/update', { body: Buffer.from(text), headers: BYTES });
  const isKept = () =>
    access(join(folder, 'update.raucb')).then(
      () => true,
      () => false,
    );
  return { ...rig, rauc, read, install, isKept, updates };
}

t.test('an update is checked, installed, and runs at the next start', async (t) => {
  const { read, install, isKept, rauc, send } = await onBus(t);
  const nothing = { received: null, total: null, percent: null, step: null, failure: null, problem: null, offer: null };
  const idle = { version: '1.0.0', state: 'idle', ...nothing };
  t.strictSame(await read(), { ...idle, slots: [CARD, EMPTY] });
  const questions = rauc.reads;
  const { status, json } = await install('tonearm-arm64 2.0.0');
  t.equal(rauc.reads, questions + 1, 'RAUC is asked for its properties once');
  t.strictSame([status, json], [202, { version: '2.0.0' }]);
  const step = 'Copying image to rootfs.1';
  t.strictSame(await read(), { ...idle, state: 'installing', percent: 40, step, slots: [] });
  t.match(await install('tonearm-arm64 3.0.0'), { status: 409, json: { code: 'UPDATE_RUNS' } });
  t.match(await send('POST', '/system/update/roll-back'), { status: 409, json: { code: 'UPDATE_RUNS' } });
  t.ok(await isKept(), 'the refused one leaves the file of the running one alone');

  rauc.complete();
  while (await isKept()) await new Promise((resolve) => setImmediate(resolve));
  const installed = { name: 'B', running: false, good: true, version: '2.0.0' };
  t.strictSame(await read(), { ...idle, state: 'ready', slots: [CARD, installed] });

  t.equal((await send('POST', '/system/update/roll-back')).status, 204, 'it is called off');
  t.match(await read(), { state: 'idle' });
  t.equal((await send('POST', '/system/update/roll-back')).status, 204, 'and taken all the same');
  t.match(await read(), { state: 'ready' });
  t.strictSame(
    rauc.asked.filter((each) => each.startsWith('Mark')),
    ['Mark active booted', 'Mark active other'],
  );
});

t.test('what is no update for this box is refused, and nothing is left of it', async (t) => {
  const { read, install, isKept, rauc } = await onBus(t);
  for (const [text, code, detail] of [
    ['damaged', 'UPDATE_REFUSED', /signature verification failed/],
    ['other-box 2.0.0', 'UPDATE_OF_ANOTHER_BOX', /for other-box, and this one is tonearm-arm64/],
  ] as const) {
    t.match(await install(text), { status: 422, json: { code, detail } });
    t.notOk(await isKept());
    t.match(await read(), { state: 'idle' });
  }
  t.notOk(rauc.asked.some((each) => each.startsWith('InstallBundle')));
});

t.test('a failed installation is told with its reason', async (t) => {
  const { read, install, isKept, rauc } = await onBus(t);
  t.equal((await install('tonearm-arm64 2.0.0')).status, 202);
  rauc.complete('Installation error: no room in slot rootfs.1');
  while (await isKept()) await new Promise((resolve) => setImmediate(resolve));
  t.match(await read(), { state: 'idle', failure: 'Installation error: no room in slot rootfs.1' });
});

t.test('without another system there is no way back', async (t) => {
  const { send, rauc } = await onBus(t);
  t.match(await send('POST', '/system/update/roll-back'), { status: 409, json: { code: 'NO_OTHER_SYSTEM' } });
  t.notOk(rauc.asked.some((each) => each.startsWith('Mark')));
});

t.test('one update at a time is received, and a broken connection leaves nothing', async (t) => {
  const { updates, read, isKept } = await onBus(t);
  let breakOff = (): void => undefined;
  const broken = new Promise<never>((_resolve, reject) => (breakOff = () => reject(new Error('gone'))));
  async function* body() {
    yield Buffer.from('tonearm-arm64');
    yield await broken;
  }
  const receiving = updates.install(body(), 1000);
  while (!(await isKept())) await new Promise((resolve) => setImmediate(resolve));
  await t.rejects(updates.install(body(), 1000), { code: 'UPDATE_RUNS' });
  t.match(await read(), { state: 'receiving' });
  breakOff();
  await t.rejects(receiving, { code: 'UPDATE_NOT_KEPT' });
  t.notOk(await isKept());
  t.match(await read(), { state: 'idle', received: null });
});

t.test('a machine without RAUC says so', async (t) => {
  const real = await PrivateBus.start(t);
  const folder = join(await temporaryDirectory(t), 'update');
  const updates = new Updates({ bus: real.client(t), folder, channel: NO_CHANNEL, log: SILENT_LOG });
  const { send } = await startRig(t, { updates });
  for (const [method, path] of [
    ['GET', '/system/update'],
    ['POST', '/system/update/roll-back'],
  ] as const) {
    t.match(await send(method, path), { status: 503, json: { code: 'NO_UPDATER' } });
  }
  const upload = await send('POST', '/system/update', { body: Buffer.from('x'), headers: BYTES });
  t.match(upload, { status: 503, json: { code: 'NO_UPDATER' } });
  t.match(await send('POST', '/system/update/check'), { status: 503, json: { code: 'NO_UPDATER' } });
});
