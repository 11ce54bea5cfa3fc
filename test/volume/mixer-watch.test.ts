/** The addon's mixer on a card made of files, which other programs move: amixer among them. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { loadNative, type NativeMixer } from '../../src/native.js';
import { createRig, type Rig } from '../rig/rig.js';

const NATIVE = fileURLToPath(new URL('../../native/build/Release/tonearm_native.node', import.meta.url));
const native = loadNative(NATIVE);
const execute = promisify(execFile);

async function card(t: Test): Promise<{ rig: Rig; mixer: NativeMixer }> {
  const rig = await createRig();
  process.env['ALSA_CONFIG_PATH'] = rig.environment.ALSA_CONFIG_PATH;
  const mixer = await native.openMixer('rig', 'PCM');
  t.teardown(async () => {
    mixer.close();
    await rig.cleanUp();
  });
  return { rig, mixer };
}

const amixer = (rig: Rig, ...words: string[]) =>
  execute('amixer', ['-D', 'rig', ...words], { env: { ...process.env, ...rig.environment } });

async function until(what: string, seen: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!seen()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await delay(5);
  }
}

t.test('whoever else moves the control is reported of, and what it stands at is read', async (t) => {
  const { rig, mixer } = await card(t);
  let count = 0;
  mixer.watch(() => (count += 1));
  await rig.setMixer(100, true);
  await until('a change of the registers', () => count > 0);
  t.strictSame(mixer.read(), { steps: 100, muted: false });
  for (const [words, read] of [
    [['sset', 'PCM', '50'], { steps: 50, muted: false }],
    [['sset', 'PCM', '30,70'], { steps: 70, muted: false }],
    [['sset', 'PCM', 'mute'], { steps: 70, muted: true }],
  ] as const) {
    const before = count;
    await amixer(rig, ...words);
    await until(words.join(' '), () => count > before);
    t.strictSame(mixer.read(), read, 'the loudest channel counts');
  }
  mixer.write(20);
  t.strictSame(await rig.mixerState(), { left: 20, right: 20, on: false });
  t.equal(mixer.read().steps, 20);
});

t.test('a mixer that is read in the same moment still says what it stands at', async (t) => {
  const { rig, mixer } = await card(t);
  mixer.watch(() => undefined);
  for (let at = 0; at < 200; at++) {
    await rig.setMixer(at, true);
    t.equal(mixer.read().steps, at);
  }
});

t.test('after it is closed nothing is reported, and it can be closed while it tells', async (t) => {
  const { rig, mixer } = await card(t);
  let count = 0;
  mixer.watch(() => {
    count += 1;
    mixer.close();
  });
  await rig.setMixer(1, true);
  await until('the first', () => count > 0);
  for (let at = 0; at < 20; at++) await rig.setMixer(at, true);
  await delay(50);
  t.equal(count, 1);
  t.throws(() => mixer.read());
  t.throws(() => mixer.watch(() => undefined), { message: 'mixer: No such device' });
  mixer.close();
});

t.test('mixers that come and go leave no descriptor behind', async (t) => {
  const { rig } = await card(t);

  const descriptors = async () => (await readdir('/proc/self/fd')).length;
  const round = async () => {
    const mixer = await native.openMixer('rig', 'PCM');
    let isMoved = false;
    mixer.watch(() => (isMoved = true));
    await rig.setMixer(mixer.read().steps === 9 ? 8 : 9, true);
    await until('it is reported', () => isMoved);
    mixer.close();
    await new Promise((resolve) => setImmediate(resolve));
  };
  await round();
  const before = await descriptors();
  for (let at = 0; at < 50; at++) await round();
  t.equal(await descriptors(), before);
});

t.test('a mixer that is watched keeps no process alive', async (t) => {
  const rig = await createRig();
  t.teardown(() => rig.cleanUp());
  const script = `require(${JSON.stringify(NATIVE)}).openMixer('rig', 'PCM').then((mixer) => mixer.watch(() => undefined))`;
  await execute(process.execPath, ['-e', script], { env: { ...process.env, ...rig.environment }, timeout: 60_000 });
  t.pass('it has ended');
});
