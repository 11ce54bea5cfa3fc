/** Tests the rig itself with aplay, amixer and `pcm_client.c`; never asserts wall time. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { comparePcm, describeComparison } from './pcm-compare.js';
import { buildClient, createRig, type Rig, type RigEvent, type RigOptions } from './rig.js';

const execute = promisify(execFile);

const FRAME_BYTES = 4;
/** Frames that the client's scenarios put into the buffer; see pcm_client.c. */
const BUFFER = 9600;

interface Outcome {
  readonly code: number;
  readonly output: string;
}

async function rigFor(t: Test, options: RigOptions = {}): Promise<Rig> {
  const rig = await createRig(options);
  t.teardown(() => rig.cleanUp());
  return rig;
}

/** Runs a program on the rig to its end, whatever its exit code. */
async function runOn(rig: Rig, program: string, ...words: string[]): Promise<Outcome> {
  const child = spawn(program, words, { env: { ...process.env, ...rig.environment, LC_ALL: 'C' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

async function play(rig: Rig, scenario: string): Promise<string> {
  const { code, output } = await runOn(rig, await buildClient('pcm_client'), rig.device, scenario);
  if (code !== 0) throw new Error(`pcm_client ${scenario}: exit code ${code}\n${output}`);
  return output;
}

/** The client's numbered frames: left counts, right says which writing it was. */
function numbered(first: number, frames: number, writing: number): Buffer {
  const pcm = Buffer.alloc(frames * FRAME_BYTES);
  for (let i = 0; i < frames; i++) {
    pcm.writeInt16LE((first + i) & 0x7fff, i * FRAME_BYTES);
    pcm.writeInt16LE(writing, i * FRAME_BYTES + 2);
  }
  return pcm;
}

const names = (events: readonly RigEvent[]): string[] => events.map((event) => event.name);

async function value(rig: Rig, name: string, key: string): Promise<number> {
  const event = await rig.waitFor(name);
  return Number(event.values[key]);
}

async function aplay(rig: Rig, pcm: Buffer, format: string, channels: number, rate: number): Promise<Outcome> {
  const file = join(rig.folder, 'input.raw');
  await writeFile(file, pcm);
  const shape = ['-t', 'raw', '-f', format, '-c', String(channels), '-r', String(rate)];
  return runOn(rig, 'aplay', '-q', '-D', rig.device, ...shape, file);
}

const shapes = [
  { format: 'S16_LE', sampleBytes: 2, channels: 2, rate: 44_100 },
  { format: 'S24_3LE', sampleBytes: 3, channels: 2, rate: 96_000 },
  { format: 'S32_LE', sampleBytes: 4, channels: 8, rate: 192_000 },
  { format: 'FLOAT_LE', sampleBytes: 4, channels: 1, rate: 8_000 },
];

for (const { format, sampleBytes, channels, rate } of shapes) {
  t.test(`aplay is captured bit for bit: ${format}, ${channels} channels, ${rate} Hz`, async (t) => {
    const rig = await rigFor(t, { patient: true });
    const frameBytes = sampleBytes * channels;
    const pcm = randomBytes(rate * frameBytes);
    const outcome = await aplay(rig, pcm, format, channels, rate);
    t.equal(outcome.code, 0, outcome.output);
    const result = comparePcm(pcm, await rig.capture(), frameBytes);
    t.ok(result.intact, describeComparison(result));
    t.equal(result.offset, 0);
    t.ok(result.trailing.silent, 'aplay fills its last period with silence');
    const started = await rig.waitFor('START');
    const drained = await rig.waitFor('DRAINED');
    t.comment(`1 s took ${Number(drained.nanoseconds - started.nanoseconds) / 1e6} ms`);
  });
}

t.test('a device offers only what its options list', async (t) => {
  const rig = await rigFor(t, { formats: ['S16_LE'], rates: [48_000], patient: true });
  const wrongFormat = await aplay(rig, randomBytes(4000), 'S32_LE', 2, 48_000);
  t.not(wrongFormat.code, 0, 'S32_LE is refused');
  await aplay(rig, randomBytes(4000), 'S16_LE', 2, 44_100);
  const [negotiated] = (await rig.events()).filter((event) => event.name === 'HW_PARAMS');
  t.equal(negotiated?.values['rate'], '48000', 'a client that asks for 44100 gets 48000');
});

t.test('a polling client is woken about once a period, and drains without blocking', async (t) => {
  const rig = await rigFor(t, { patient: true });
  const output = await play(rig, 'steady');
  t.comment(output);
  t.match(output, /draining=DRAINING\ndrain_again=\d+ drained=SETUP/);
  t.ok(comparePcm(numbered(0, 96_000, 1), await rig.capture(), FRAME_BYTES).exact);
  t.same(names(await rig.events()), ['OPEN', 'HW_PARAMS', 'PREPARE', 'FIRST', 'START', 'DRAINED', 'CLOSE']);
});

t.test('a client that stalls gets an xrun, which lasts until prepare', async (t) => {
  const rig = await rigFor(t);
  const output = await play(rig, 'stall');
  t.match(output, /stalled=Broken pipe state=XRUN\nsticks=Broken pipe/);
  t.match(await rig.waitFor('XRUN'), { values: { injected: '0', played: String(BUFFER) } });
  const capture = await rig.capture();
  t.ok(comparePcm(numbered(0, BUFFER, 1), capture.subarray(0, BUFFER * FRAME_BYTES), FRAME_BYTES).exact);
});

t.test('an injected xrun happens once', async (t) => {
  const rig = await rigFor(t);
  const playing = play(rig, 'until-failure');
  await rig.waitFor('START');
  await rig.inject('xrun');
  t.match(await playing, /ended=Broken pipe state=XRUN\nprepare=Success/);
  t.same(names(await rig.events()).slice(-4), ['XRUN', 'PREPARE', 'DROP', 'CLOSE']);
  t.match(await rig.waitFor('XRUN'), { values: { injected: '1' } });
  t.match(await play(rig, 'blocking-drain'), /drained=SETUP/, 'the next client plays');
});

t.test('an unplugged device fails with ENODEV until it is back', async (t) => {
  const rig = await rigFor(t);
  const playing = play(rig, 'until-failure');
  await rig.waitFor('START');
  await rig.inject('unplug');
  t.match(await playing, /ended=No such device state=DISCONNECTED\nprepare=No such device/);
  await rig.waitFor('UNPLUG');
  t.match(await aplay(rig, randomBytes(400), 'S16_LE', 2, 48_000), { code: 1, output: /No such device/ });
  await rig.clearFault();
  t.match(await play(rig, 'blocking-drain'), /drained=SETUP/);
});

t.test('a lost device fails with ENODEV, also when its buffer is full', async (t) => {
  const rig = await rigFor(t);
  const playing = play(rig, 'until-failure');
  await rig.waitFor('START');
  await rig.inject('lose');
  t.match(await playing, /ended=No such device state=DISCONNECTED\nprepare=No such device/);
  await rig.waitFor('UNPLUG');
  await rig.clearFault();
  t.match(await play(rig, 'blocking-drain'), /drained=SETUP/);
});

t.test('a busy device cannot be opened', async (t) => {
  const rig = await rigFor(t);
  await rig.inject('busy');
  t.match(await aplay(rig, randomBytes(400), 'S16_LE', 2, 48_000), { code: 1, output: /resource busy/ });
  t.match(await rig.events(), [{ name: 'REFUSED', values: { error: 'EBUSY' } }]);
});

t.test('one client at a time has the device', async (t) => {
  const rig = await rigFor(t, { patient: true });
  const first = play(rig, 'steady');
  await rig.waitFor('OPEN');
  t.match(await aplay(rig, randomBytes(400), 'S16_LE', 2, 48_000), { code: 1, output: /resource busy/ });
  await first;
});

t.test('frames that were rewound and overwritten are never played', async (t) => {
  const rig = await rigFor(t, { patient: true });
  const output = await play(rig, 'rewind');
  const back = Number(/back=(\d+)/.exec(output)?.[1]);
  const expected = Buffer.concat([numbered(0, BUFFER - back, 1), numbered(BUFFER - back, back + 1000, 2)]);
  const result = comparePcm(expected, await rig.capture(), FRAME_BYTES);
  t.ok(result.exact, describeComparison(result));
});

t.test('frames that were dropped are never played', async (t) => {
  const rig = await rigFor(t, { patient: true });
  await play(rig, 'drop');
  const played = await value(rig, 'DROP', 'played');
  t.equal(played + (await value(rig, 'DROP', 'dropped')), BUFFER);
  const expected = Buffer.concat([numbered(0, played, 1), numbered(0, BUFFER, 2)]);
  const result = comparePcm(expected, await rig.capture(), FRAME_BYTES);
  t.ok(result.exact, describeComparison(result));
});

for (const scenario of ['pause', 'blocking-drain', 'mapped']) {
  t.test(`every frame is played once: ${scenario}`, async (t) => {
    const rig = await rigFor(t, { patient: true });
    const output = await play(rig, scenario);
    t.match(output, /drained=SETUP/);
    if (scenario === 'pause') t.match(output, /moved=0 state=PAUSED/);
    const frames = scenario === 'mapped' ? 3 * BUFFER : BUFFER;
    const result = comparePcm(numbered(0, frames, 1), await rig.capture(), FRAME_BYTES);
    t.ok(result.exact, describeComparison(result));
  });
}

t.test('a sped-up device plays the same frames', async (t) => {
  const rig = await rigFor(t, { speed: 50, patient: true });
  await play(rig, 'steady');
  const result = comparePcm(numbered(0, 96_000, 1), await rig.capture(), FRAME_BYTES);
  t.ok(result.exact, describeComparison(result));
});

t.test('the clock stops at the frame of holdAt until clearFault', async (t) => {
  const rig = await rigFor(t, { speed: 50, patient: true });
  await rig.holdAt(12_345);
  const playing = play(rig, 'steady');
  t.match(await rig.waitFor('HELD'), { values: { frames: '12345' } });
  await rig.holdAt(45_678);
  await rig.waitFor('HELD', 2);
  t.ok((await rig.capture()).length <= 45_678 * FRAME_BYTES);
  await rig.clearFault();
  await playing;
  const result = comparePcm(numbered(0, 96_000, 1), await rig.capture(), FRAME_BYTES);
  t.ok(result.exact, describeComparison(result));
});

t.test('a fast device waits for a client that gets no processor time', async (t) => {
  const rig = await rigFor(t, { speed: 50 });
  await play(rig, 'late');
  const result = comparePcm(numbered(0, 4 * BUFFER, 1), await rig.capture(), FRAME_BYTES);
  t.ok(result.exact, describeComparison(result));
  t.notOk(names(await rig.events()).includes('XRUN'));
});

t.test('a fast device waits for the write that replaces rewound frames', async (t) => {
  const rig = await rigFor(t, { speed: 50 });
  const back = Number(/back=(\d+)/.exec(await play(rig, 'rewind-late'))?.[1]);
  const expected = Buffer.concat([numbered(0, BUFFER - back, 1), numbered(BUFFER - back, back + 1000, 2)]);
  const result = comparePcm(expected, await rig.capture(), FRAME_BYTES);
  t.ok(result.exact, describeComparison(result));
});

for (const patient of [false, true]) {
  t.test(`a client that ignores free space gets an xrun, patient: ${patient}`, async (t) => {
    const rig = await rigFor(t, { speed: 50, patient });
    t.match(await play(rig, 'ignore-room'), /ignored=Broken pipe state=XRUN/);
    t.match(await rig.waitFor('XRUN'), { values: { injected: '0', played: String(BUFFER) } });
  });
}

async function amixer(rig: Rig, ...words: string[]): Promise<string> {
  const { stdout } = await execute('amixer', ['-D', 'rig', ...words], { env: { ...process.env, ...rig.environment } });
  return stdout;
}

t.test('amixer sees volume, decibels and mute, and moves them in steps', async (t) => {
  const rig = await rigFor(t);
  t.equal(rig.mixer, 'rig:PCM');
  t.match(await amixer(rig, 'sget', 'PCM'), /Playback 255 \[100%\] \[0\.00dB\] \[on\]/);
  t.match(await amixer(rig, 'sset', 'PCM', '10-'), /Playback 245 \[96%\] \[-5\.00dB\] \[on\]/);
  t.match(await amixer(rig, 'sset', 'PCM', 'mute'), /\[off\]/);
  t.same(await rig.mixerState(), { left: 245, right: 245, on: false });
  await rig.setMixer(100, true);
  t.match(await amixer(rig, 'sget', 'PCM'), /Playback 100 \[39%\] \[-77\.50dB\] \[on\]/);
  t.ok(names(await rig.events()).includes('VOLUME'), 'mixer and PCM share one log');
});

t.test('a mixer may have another range, no decibels and no switch', async (t) => {
  const rig = await rigFor(t, { mixer: { element: 'Digital', min: 0, max: 31, db: 'none', switch: false } });
  const shown = await amixer(rig, 'sget', 'Digital');
  t.match(shown, /Limits: Playback 0 - 31/);
  t.notMatch(shown, /dB|\[on\]/);
});

t.test('a card may have no mixer', async (t) => {
  const rig = await rigFor(t, { mixer: undefined });
  t.equal(rig.mixer, undefined);
  await t.rejects(amixer(rig, 'scontrols'));
});

t.test('a change from outside reaches a listening client', async (t) => {
  const rig = await rigFor(t);
  const listener = spawn('stdbuf', ['-oL', 'amixer', '-D', 'rig', 'sevents'], {
    env: { ...process.env, ...rig.environment },
  });
  t.teardown(() => listener.kill());
  let output = '';
  listener.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes('Ready')) await delay(10);
  await rig.setMixer(7, false);
  while (!output.includes('event value')) await delay(10);
  t.match(output, /event value: 'PCM',0/);
});
