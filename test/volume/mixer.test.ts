/** The addon's mixer on a card that is a file: what alsa-lib keeps of it must not be taken for what it is. */
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { loadNative, type NativeMixer } from '../../src/native.js';
import { createRig, type Rig, type RigMixerOptions } from '../rig/rig.js';

const native = loadNative(fileURLToPath(new URL('../../native/build/Release/tonearm_native.node', import.meta.url)));

async function cardOf(t: Test, mixer: RigMixerOptions = {}): Promise<Rig> {
  const rig = await createRig({ mixer });
  t.teardown(() => rig.cleanUp());
  process.env['ALSA_CONFIG_PATH'] = rig.environment.ALSA_CONFIG_PATH;
  return rig;
}

async function openOn(t: Test, control = ''): Promise<NativeMixer> {
  const mixer = await native.openMixer('rig', control);
  t.teardown(() => {
    mixer.close();
  });
  return mixer;
}

const GONE = { message: 'mixer: No such device', errno: 19 };

t.test('what somebody else has set is read, and written over', async (t) => {
  const rig = await cardOf(t);
  const mixer = await openOn(t);
  const other = await openOn(t);
  t.strictSame(mixer.read(), { steps: 255, muted: false });
  other.write(100);
  other.mute(true);
  t.strictSame(mixer.read(), { steps: 100, muted: true });
  mixer.write(255);
  mixer.mute(false);
  t.strictSame(await rig.mixerState(), { left: 255, right: 255, on: true });
});

t.test('a level that it had before somebody else moved it is written all the same, and so is its switch', async (t) => {
  const rig = await cardOf(t);
  const mixer = await openOn(t);
  await rig.setMixer(100, false);
  mixer.write(255);
  t.match(await rig.mixerState(), { left: 255, right: 255 });
  await rig.setMixer(255, true);
  t.equal(mixer.read().muted, false);
  await rig.setMixer(255, false);
  mixer.mute(false);
  t.match(await rig.mixerState(), { on: true });
});

t.test('a card that takes its controls back and has new ones keeps its mixer', async (t) => {
  const rig = await cardOf(t, { element: 'A2DP', max: 127 });
  const mixer = await openOn(t, 'A2DP');
  for (let round = 1; round <= 20; round++) {
    await rig.renewMixer();
    await rig.setMixer(round, true);
    t.strictSame(mixer.read(), { steps: round, muted: false });
    await rig.renewMixer();
    mixer.write(100 + (round % 7));
    t.match(await rig.mixerState(), { left: 100 + (round % 7), right: 100 + (round % 7) });
    await rig.renewMixer();
    mixer.mute(true);
    t.match(await rig.mixerState(), { on: false });
    t.equal(mixer.decibels(127), -64);
  }
});

t.test('while a card has no controls nothing is read or written, and afterwards it is again', async (t) => {
  const rig = await cardOf(t);
  const mixer = await openOn(t);
  mixer.write(40);
  await rig.takeMixer();
  for (let round = 0; round < 3; round++) {
    t.throws(() => mixer.read(), GONE);
    t.throws(() => {
      mixer.write(50);
    }, GONE);
    t.throws(() => {
      mixer.mute(true);
    }, GONE);
    t.equal(mixer.decibels(255), undefined);
  }
  await t.rejects(native.openMixer('rig', ''), { message: 'mixer rig: no playback volume control' });
  t.strictSame(await rig.mixerState(), { left: 40, right: 40, on: true });
  await rig.renewMixer();
  t.strictSame(mixer.read(), { steps: 40, muted: false });
  mixer.write(60);
  t.match(await rig.mixerState(), { left: 60 });
});

t.test('a mixer is closed in the middle of a renewal, and twice', async (t) => {
  const rig = await cardOf(t);
  const mixer = await openOn(t);
  await rig.takeMixer();
  t.throws(() => mixer.read(), GONE);
  mixer.close();
  mixer.close();
  t.throws(() => mixer.read(), GONE);
  await rig.renewMixer();
  t.strictSame((await openOn(t)).read(), { steps: 255, muted: false });
});

t.test('a card that takes its time to open keeps nobody waiting but who opens it', async (t) => {
  const rig = await cardOf(t);
  await rig.hangMixer();
  let isOpen = false;
  const opening = native.openMixer('rig', '').then((mixer) => {
    isOpen = true;
    return mixer;
  });
  await rig.waitFor('HANG');
  t.match(await rig.mixerState(), { left: 255 }, 'files are read meanwhile, on other threads of the pool');
  t.equal(isOpen, false);
  await rig.freeMixer();
  const mixer = await opening;
  t.strictSame(mixer.read(), { steps: 255, muted: false });
  mixer.close();
});
