import t from 'tap';
import { OutputUnavailable } from '../../src/output/sinks/sink.js';
import { StateNotSaved } from '../../src/errors.js';
import { milliseconds, sampleRateHz } from '../../src/units.js';
import { BUILT_IN, createOutputs, DAC, FakeSource } from '../http/fake-outputs.js';

const SPEAKER = {
  id: 'bluetooth-00-11-22-33-44-55',
  name: 'Speaker',
  service: 'bluetooth',
  pcm: 'bluealsa:DEV=00:11:22:33:44:55,PROFILE=a2dp',
  mixer: undefined,
  isPresent: true,
} as const;

t.test('what is chosen plays, is the current one, and is kept', async (t) => {
  const { outputs, switched, memory, opened } = createOutputs();
  outputs.start();
  let reported = 0;
  outputs.subscribe(() => reported++);
  await outputs.choose(DAC.id);
  t.strictSame(outputs.current(), DAC);
  t.strictSame(outputs.get('current'), DAC);
  t.match(switched, [{ key: DAC.id, mixer: 'card', sink: { name: `PCM ${DAC.pcm}` } }]);
  t.strictSame(opened, [DAC.pcm]);
  t.strictSame(memory.choice, { id: DAC.id, name: DAC.name });
  t.equal(reported, 1);
  await outputs.disconnect();
  t.strictSame(outputs.current(), BUILT_IN);
  t.strictSame(memory.choice, { id: BUILT_IN.id, name: BUILT_IN.name });
});

t.test('how long an output may be away is its own', async (t) => {
  const { outputs, source, switched } = createOutputs();
  outputs.start();
  source.become([BUILT_IN, { ...SPEAKER, returnsWithin: milliseconds(60_000) }]);
  await outputs.choose(SPEAKER.id);
  await outputs.disconnect();
  t.strictSame(
    switched.map(({ returnsWithin }) => returnsWithin),
    [60_000, undefined],
  );
});

t.test('the choice of the last time comes back, also while it is away', async (t) => {
  const rig = createOutputs();
  rig.memory.choice = { id: DAC.id, name: DAC.name };
  rig.source.become([BUILT_IN]);
  const { outputs } = rig;
  t.equal(outputs.first.key, 'builtin', 'before the start');
  outputs.start();
  t.equal(outputs.first.key, DAC.id);
  const away = { id: DAC.id, name: DAC.name, service: 'alsa', pcm: '', mixer: undefined, isPresent: false };
  t.strictSame(outputs.list(), [BUILT_IN, away]);
  await t.rejects(
    outputs.first.sink.open(sampleRateHz(44_100)),
    { code: 'OUTPUT_MISSING' },
    'nothing sounds elsewhere',
  );
  t.strictSame(rig.opened, []);
  await t.rejects(outputs.choose(DAC.id), { code: 'OUTPUT_MISSING', name: 'Unavailable' });
  t.strictSame(rig.switched, []);
  rig.source.become([BUILT_IN, { ...DAC, pcm: 'hw:CARD=DAC_1,DEV=0' }]);
  t.equal(rig.tried(), 1, 'it is tried as soon as it is there');
  await outputs.first.sink.open(sampleRateHz(44_100));
  t.strictSame(rig.opened, ['hw:CARD=DAC_1,DEV=0'], 'as it is called now');
});

t.test('an output that nobody knows is refused, and so is one that is away', async (t) => {
  const { outputs, source, switched } = createOutputs();
  outputs.start();
  for (const id of ['alsa-none', '', 'fifo', '__proto__']) {
    await t.rejects(outputs.choose(id), { code: 'UNKNOWN_OUTPUT', name: 'NotFound' });
    t.throws(() => outputs.get(id), { code: 'UNKNOWN_OUTPUT' });
  }
  source.become([BUILT_IN, { ...DAC, isPresent: false }]);
  t.strictSame(outputs.list(), [BUILT_IN], 'what is away is not listed');
  await t.rejects(outputs.choose(DAC.id), { code: 'OUTPUT_MISSING', name: 'Unavailable' });
  source.become([{ ...BUILT_IN, isPresent: false }, DAC]);
  await outputs.choose(DAC.id);
  t.strictSame(outputs.list(), [{ ...BUILT_IN, isPresent: false }, DAC], 'but for the built-in one');
  await t.rejects(outputs.disconnect(), { code: 'OUTPUT_MISSING' });
  t.equal(switched.length, 1);
  t.equal(outputs.current().id, DAC.id);
});

t.test('a machine that was not seen just now is tried all the same', async (t) => {
  const { outputs, source, opened } = createOutputs();
  outputs.start();
  const network = { app: 'Snapcast', takes: 'sound', host: 'kitchen.local', ip: '10.0.0.7', port: 4953 } as const;
  const tried: number[] = [];
  const open = (rate: number): Promise<never> => {
    tried.push(rate);
    return Promise.reject(new OutputUnavailable('OUTPUT_MISSING', 'Nobody answers.'));
  };
  const server = { id: 'snapcast-10.0.0.7', name: 'Kitchen', pcm: '', mixer: undefined, isPresent: false, network };
  source.become([BUILT_IN, { ...server, service: 'snapcast', sink: { name: 'Kitchen', open } }]);
  t.strictSame(outputs.list(), [BUILT_IN]);
  await t.rejects(outputs.choose(server.id), { code: 'OUTPUT_MISSING', message: 'Nobody answers.' });
  t.equal(tried.length, 1);
  t.strictSame(opened, []);
  t.strictSame(outputs.current(), BUILT_IN);
});

t.test('an output that cannot be opened leaves everything as it was', async (t) => {
  const rig = createOutputs();
  rig.outputs.start();
  rig.switching = () => Promise.reject(new OutputUnavailable('OUTPUT_BUSY', 'ALSA device hw:1: open: busy'));
  await t.rejects(rig.outputs.choose(DAC.id), {
    name: 'Unavailable',
    code: 'OUTPUT_BUSY',
    message: 'ALSA device hw:1: open: busy',
  });
  t.equal(rig.outputs.current().id, 'builtin');
  t.equal(rig.memory.choice.id, 'builtin');
});

t.test('a choice that the disk refuses is in force and told as not kept', async (t) => {
  const { outputs, memory } = createOutputs();
  outputs.start();
  memory.failure = new StateNotSaved({});
  await t.rejects(outputs.choose(DAC.id), { code: 'STATE_NOT_SAVED' });
  t.equal(outputs.current().id, DAC.id);
});

t.test('the current output is not opened a second time, but tried anew', async (t) => {
  const { outputs, switched, tried } = createOutputs();
  outputs.start();
  await outputs.choose('builtin');
  await outputs.choose('current');
  t.strictSame(switched, []);
  t.equal(tried(), 2);
});

t.test('a speaker is made ready first, and the last of several wishes counts', async (t) => {
  const off = { ...SPEAKER, isPresent: false };
  const source = new FakeSource([off]);
  const rig = createOutputs(undefined, [source]);
  const { outputs } = rig;
  outputs.start();
  const steps: string[] = [];
  let ready = (): void => undefined;
  source.prepare = (id) => {
    steps.push(`prepare ${id}`);
    return new Promise((resolve) => {
      ready = () => {
        source.become([SPEAKER]);
        resolve();
      };
    });
  };
  t.strictSame(outputs.list(), [BUILT_IN, DAC, off], 'what can be made ready can be chosen');
  const first = outputs.choose(SPEAKER.id);
  await outputs.choose(DAC.id);
  ready();
  await t.rejects(first, { code: 'SUPERSEDED', name: 'Conflict' });
  t.equal(outputs.current().id, DAC.id);
  const second = outputs.choose(SPEAKER.id);
  t.equal(rig.switched.length, 1, 'not before it is ready');
  ready();
  await second;
  t.strictSame(steps, [`prepare ${SPEAKER.id}`, `prepare ${SPEAKER.id}`]);
  t.match(rig.switched[1], { key: SPEAKER.id, mixer: undefined });
  rig.memory.choice = { id: SPEAKER.id, name: SPEAKER.name };
  source.become([]);
  t.match(outputs.current(), { id: SPEAKER.id, name: 'Speaker', service: 'bluetooth', isPresent: false });
});

t.test('what cannot be made ready is told as its source tells it', async (t) => {
  const source = new FakeSource([SPEAKER]);
  const { outputs, switched } = createOutputs(undefined, [source]);
  outputs.start();
  source.prepare = () => Promise.reject(new Error('no answer'));
  await t.rejects(outputs.choose(SPEAKER.id), { message: 'no answer' });
  source.prepare = () => {
    source.become([]);
    return Promise.resolve();
  };
  await t.rejects(outputs.choose(SPEAKER.id), { code: 'OUTPUT_MISSING' }, 'gone while it was made ready');
  t.strictSame(switched, []);
});

const SECOND = { ...DAC, id: 'alsa-b', name: 'B' };

/** Three outputs, where changing over to `DAC` takes until `go` is called. */
function slowRig() {
  const rig = createOutputs([BUILT_IN, DAC, SECOND]);
  rig.outputs.start();
  let go = (): void => undefined;
  rig.switching = ({ key }) => (key === DAC.id ? new Promise((resolve) => (go = resolve)) : Promise.resolve());
  return { rig, ...rig, go: () => go() };
}

t.test('of two changes the later one holds, and everything tells where it plays', async (t) => {
  const { outputs, switched, memory, go } = slowRig();
  const slow = outputs.choose(DAC.id);
  await new Promise(setImmediate);
  const later = outputs.choose(SECOND.id);
  go();
  await t.rejects(slow, { code: 'SUPERSEDED', name: 'Conflict' });
  await later;
  t.equal(outputs.current().id, SECOND.id);
  t.equal(switched.at(-1)?.key, SECOND.id);
  t.strictSame(memory.choice, { id: SECOND.id, name: SECOND.name });
});

t.test('back to the current output while another one is changed over to plays there again', async (t) => {
  const { outputs, switched, memory, tried, go } = slowRig();
  const reported: string[] = [];
  outputs.subscribe(() => reported.push(outputs.current().id));
  const slow = outputs.choose(DAC.id);
  await new Promise(setImmediate);
  const back = outputs.choose(BUILT_IN.id);
  go();
  await t.rejects(slow, { code: 'SUPERSEDED' });
  await back;
  t.equal(outputs.current().id, BUILT_IN.id);
  t.strictSame(
    switched.map(({ key }) => key),
    [DAC.id, BUILT_IN.id],
  );
  t.strictSame(reported, [DAC.id, BUILT_IN.id]);
  t.equal(memory.choice.id, BUILT_IN.id);
  await outputs.choose(BUILT_IN.id);
  t.equal(switched.length, 2, 'now it is the one that plays');
  t.equal(tried(), 1);
});

t.test('an overtaken change that was done stays so where the later one is refused', async (t) => {
  const { rig, go } = slowRig();
  const { outputs, switched, memory, switching } = rig;
  const slow = outputs.choose(DAC.id);
  await new Promise(setImmediate);
  const refused = outputs.choose(SECOND.id);
  const overtaken = t.rejects(slow, { code: 'SUPERSEDED' });
  const refusal = t.rejects(refused, { code: 'OUTPUT_BUSY' });
  rig.switching = (target) =>
    target.key === SECOND.id ? Promise.reject(new OutputUnavailable('OUTPUT_BUSY', 'busy')) : switching(target);
  go();
  await overtaken;
  await refusal;
  t.equal(switched.at(-1)?.key, DAC.id);
  t.equal(outputs.current().id, DAC.id);
  t.strictSame(memory.choice, { id: DAC.id, name: DAC.name }, 'also after a restart');
});

t.test('an output that is missing does not leave the one before it untold', async (t) => {
  const { outputs, switched, memory, source, go } = slowRig();
  const slow = outputs.choose(DAC.id);
  await new Promise(setImmediate);
  source.become([BUILT_IN, DAC, { ...SECOND, isPresent: false }]);
  await t.rejects(outputs.choose(SECOND.id), { code: 'OUTPUT_MISSING' });
  go();
  await t.rejects(slow, { code: 'SUPERSEDED' });
  t.equal(outputs.current().id, DAC.id);
  t.equal(switched.at(-1)?.key, DAC.id);
  t.equal(memory.choice.id, DAC.id);
});

t.test(
  'an output that vanishes while it waits to be opened is missing, and no other one is opened for it',
  async (t) => {
    const { rig, go } = slowRig();
    const { outputs, source, opened, memory, switching } = rig;
    const keys: string[] = [];
    rig.switching = async (target) => {
      await switching(target);
      keys.push(target.key);
      await target.sink.open(sampleRateHz(44_100));
    };
    const chosen = outputs.choose(DAC.id);
    await new Promise(setImmediate);
    source.become([BUILT_IN, SECOND]);
    go();
    await t.rejects(chosen, { code: 'OUTPUT_MISSING', name: 'Unavailable' });
    t.strictSame(keys, [DAC.id], 'the levels of no other output are taken');
    t.strictSame(opened, []);
    t.equal(outputs.current().id, BUILT_IN.id);
    t.not(memory.choice.id, DAC.id);
  },
);

t.test('the first sound card takes over from the silent output', async (t) => {
  const rig = createOutputs([{ ...BUILT_IN, pcm: '' }]);
  const { outputs, source } = rig;
  outputs.start();
  await outputs.first.sink.open(sampleRateHz(44_100));
  source.become([BUILT_IN]);
  await new Promise(setImmediate);
  t.strictSame(rig.opened, ['', 'default']);
  t.equal(rig.switched.length, 1);
  source.become([BUILT_IN, DAC]);
  await new Promise(setImmediate);
  t.equal(rig.switched.length, 1, 'once');
});

t.test('a first sound card that cannot be opened is not the end of it', async (t) => {
  const rig = createOutputs([{ ...BUILT_IN, pcm: '' }]);
  rig.outputs.start();
  await rig.outputs.first.sink.open(sampleRateHz(44_100));
  rig.switching = () => Promise.reject(new OutputUnavailable('OUTPUT_BUSY', 'busy'));
  rig.source.become([BUILT_IN]);
  await new Promise(setImmediate);
  t.strictSame(rig.switched, []);
  rig.switching = () => Promise.resolve();
  rig.source.become([BUILT_IN, DAC]);
  await new Promise(setImmediate);
  t.equal(rig.switched.length, 1);
});

t.test('another choice in the settings is followed', async (t) => {
  const rig = createOutputs();
  const { outputs, memory } = rig;
  outputs.start();
  await outputs.follow();
  t.strictSame(rig.switched, []);
  memory.choice = { id: DAC.id, name: '' };
  await outputs.follow();
  t.equal(outputs.current().id, DAC.id);
  memory.choice = { id: 'alsa-none', name: '' };
  await outputs.follow();
  t.equal(outputs.current().id, DAC.id, 'as far as it is there');
});

const UNKNOWN = {
  mode: undefined,
  control: undefined,
  volume: undefined,
  min: undefined,
  max: undefined,
  limit: undefined,
};

t.test('the volume is told of the output that plays, and of the others as it is remembered', async (t) => {
  const { outputs, volume, inactiveVolumes } = createOutputs();
  outputs.start();
  inactiveVolumes.known.set(DAC.id, { mode: 'software', volume: -20 });
  const [first, second] = await outputs.readAll();
  t.match(first, { isCurrent: true, volume: { mode: 'hardware', control: 'Digital', volume: 40, limit: 100 } });
  t.strictSame(second, {
    device: DAC,
    isCurrent: false,
    volume: { ...UNKNOWN, mode: 'software', volume: -20 },
    fallbackFor: undefined,
  });
  volume.status = () => {
    throw new Error('nothing was opened yet');
  };
  t.match(await outputs.read('current'), { isCurrent: true, volume: UNKNOWN });
  await t.rejects(outputs.read('none'), { code: 'UNKNOWN_OUTPUT' });
});

t.test('mode and limit are set of the output that plays', async (t) => {
  const { outputs, volume, inactiveVolumes } = createOutputs();
  outputs.start();
  let reported = 0;
  outputs.subscribe(() => reported++);
  await outputs.setVolumeMode('current', 'software', false);
  t.equal(volume.now, 'software');
  await t.rejects(outputs.setVolumeMode('builtin', 'fixed', false), { code: 'CONFIRMATION_NEEDED' });
  await outputs.setVolumeMode('builtin', 'fixed', true);
  t.equal(volume.now, 'fixed');
  await outputs.setVolumeLimit('current', 30);
  t.equal(volume.limit, 30);
  await t.rejects(outputs.setVolumeLimit('current', 101), { code: 'INVALID_BODY' });
  await outputs.setVolumeLimit('builtin', undefined);
  t.equal(volume.limit, 100);
  t.equal(inactiveVolumes.known.size, 0);
  t.equal(reported, 4, 'each change is told');
});

t.test('mode and limit are set of an output that does not play, and of one that is away', async (t) => {
  const { outputs, source, volume, inactiveVolumes } = createOutputs();
  outputs.start();
  await outputs.setVolumeMode(DAC.id, 'software', false);
  await t.rejects(outputs.setVolumeMode(DAC.id, 'fixed', false), { code: 'CONFIRMATION_NEEDED' });
  await outputs.setVolumeLimit(DAC.id, -10);
  t.strictSame(inactiveVolumes.known.get(DAC.id), { mode: 'software', limit: -10 });
  t.strictSame([volume.now, volume.limit, volume.reloads], ['hardware', 100, 0]);
  await t.rejects(outputs.setVolumeMode('none', 'software', false), { code: 'UNKNOWN_OUTPUT' });
  await t.rejects(outputs.setVolumeLimit('none', 1), { code: 'UNKNOWN_OUTPUT' });
  await outputs.choose(DAC.id);
  source.become([BUILT_IN, { ...DAC, isPresent: false }]);
  await outputs.setVolumeMode('current', 'hardware', false);
  t.match(inactiveVolumes.known.get(DAC.id), { mode: 'hardware' });
  t.equal(volume.reloads, 1, 'the current one is told of it');
});

t.test('a volume is looked for where the output says, and no more is claimed than is known', async (t) => {
  const named = { ...DAC, id: 'alsa-named', mixer: { card: 'hw:1', control: 'Digital' }, key: 'key' };
  const plugin = { ...DAC, id: 'alsa-pcm-rig', pcm: 'rig' };
  const { outputs, source, inactiveVolumes } = createOutputs([BUILT_IN, { ...DAC, ctl: 'hw:CARD=DAC' }, named, plugin]);
  outputs.start();
  const asked = async (id: string) => {
    await outputs.read(id);
    return inactiveVolumes.asked;
  };
  const present = { name: DAC.name, isPresent: true };
  const best = { card: 'hw:CARD=DAC', control: '' };
  t.strictSame(await asked(DAC.id), { id: DAC.id, key: DAC.id, mixer: best, isMixerCertain: true, ...present });
  t.strictSame(await asked(named.id), {
    id: named.id,
    key: 'key',
    mixer: named.mixer,
    isMixerCertain: true,
    ...present,
  });
  const guess = { card: 'rig', control: '' };
  t.strictSame(await asked(plugin.id), {
    id: plugin.id,
    key: plugin.id,
    mixer: guess,
    isMixerCertain: false,
    ...present,
  });
  await outputs.choose(DAC.id);
  const before = inactiveVolumes.forgotten;
  source.become([BUILT_IN]);
  t.equal(inactiveVolumes.forgotten, before + 1, 'another card may have its name');
  const nowhere = { card: '', control: '' };
  t.strictSame(await asked(DAC.id), {
    ...{ id: DAC.id, key: DAC.id, name: DAC.name },
    ...{ mixer: nowhere, isMixerCertain: false, isPresent: false },
  });
});

t.test('of an id that several know the first has it', async (t) => {
  const { outputs } = createOutputs(undefined, [new FakeSource([{ ...DAC, name: 'Another' }])]);
  outputs.start();
  t.strictSame(
    outputs.list().map(({ name }) => name),
    [BUILT_IN.name, DAC.name],
  );
});

t.test('after the stop nothing is heard of any more', async (t) => {
  const { outputs, source, tried } = createOutputs();
  outputs.start();
  t.equal(source.listeners, 1);
  outputs.stop();
  outputs.stop();
  source.become([BUILT_IN]);
  t.equal(source.listeners, 0);
  t.equal(tried(), 0);
});

t.test('a card that was played on before it could be looked at is opened anew, for its own volume', async (t) => {
  const { outputs, source, openedAnew } = createOutputs();
  outputs.start();
  await outputs.first.sink.open(sampleRateHz(44_100));
  source.become([BUILT_IN, DAC]);
  t.equal(openedAnew(), 0, 'another card changes nothing');
  source.become([{ ...BUILT_IN, key: DAC.id, card: DAC.name }]);
  t.equal(openedAnew(), 1);
  t.equal(outputs.first.key, DAC.id);
  await outputs.first.sink.open(sampleRateHz(44_100));
  source.become([{ ...BUILT_IN, key: DAC.id, card: 'Its name' }]);
  t.equal(openedAnew(), 1, 'once');
});
