/** With the real `arecord`. */
import { setTimeout as delay } from 'node:timers/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Capture, type CaptureSource } from '../../src/streams/capture.js';
import { CaptureDecoder, RESERVE_SECONDS } from '../../src/decode/pipes/capture-decoder.js';
import { FRAME_BYTES } from '../../src/decode/pipes/pipe-decoder.js';
import { PipeReader } from '../../src/decode/pipes/byte-pipe.js';
import { sendingDevice } from './sending-device.js';

const RATE = 44_100;
const SOURCE: CaptureSource = { location: 'bluetooth:x', pcm: 'sent', sampleRate: RATE, format: 'SBC' };

async function until(what: string, seen: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!seen()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await delay(5);
  }
}

/** An ALSA configuration of the test's own, which is in force until it ends. */
async function configured(t: Test): Promise<{ readonly folder: string; readonly config: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-capture-'));
  const config = join(folder, 'asound.conf');
  await writeFile(config, '');
  const before = process.env['ALSA_CONFIG_PATH'];
  process.env['ALSA_CONFIG_PATH'] = config;
  t.teardown(async () => {
    if (before === undefined) delete process.env['ALSA_CONFIG_PATH'];
    else process.env['ALSA_CONFIG_PATH'] = before;
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, config };
}

t.test('what a device sends comes as it is, after a reserve of silence, once it is let in', async (t) => {
  const { folder, config } = await configured(t);
  const device = await sendingDevice(t, folder, config, 'sent');
  device.send((frame) => [(frame + 1) / 2 ** 24, -(frame + 1) / 2 ** 24]);
  const ended: string[] = [];
  const capture = new Capture(SOURCE, (reason) => ended.push(reason));
  t.teardown(() => capture.close());
  const decoder = new CaptureDecoder(capture.input);
  t.match(decoder.facts, { format: 'SBC', sampleRate: RATE, channels: 2, length: 0 });
  const silence = decoder.read();
  if (silence === undefined || silence === 'later') throw new Error('the reserve comes at once');
  t.equal(silence.frames, Math.round(RESERVE_SECONDS * RATE));
  t.ok(silence.samples.every((sample) => sample === 0));
  const pipe = new PipeReader(capture.input.memory);
  await until('it comes', () => pipe.fill > 0);
  t.equal(decoder.read(), 'later', 'what comes before it is let in is dropped');
  t.ok(pipe.fill < FRAME_BYTES);
  t.ok(capture.control.isWaiting);
  capture.control.admit();
  const numbers: number[] = [];
  await until('a second of it', () => {
    const block = decoder.read();
    if (block === undefined || block === 'later') return numbers.length > RATE;
    for (let frame = 0; frame < block.frames; frame++) {
      const left = block.samples[block.left + frame] ?? NaN;
      if (block.samples[block.right + frame] !== -left) throw new Error('the channels are shifted');
      numbers.push(left * 2 ** 24);
    }
    return false;
  });
  const counted = numbers.filter((number) => number > 0);
  const jumps = counted.filter((number, at) => at > 0 && number !== (counted[at - 1] ?? NaN) + 1);
  t.ok(counted.length > RATE / 2, 'it is sound');
  t.ok(jumps.length <= 2, `in one piece: ${jumps.join()}`);
  t.equal(capture.decoded, numbers.length + silence.frames);
  t.strictSame(ended, []);
});

t.test('a PCM that is not there ends it with what arecord says', async (t) => {
  await configured(t);
  const ended: string[] = [];
  const capture = new Capture({ ...SOURCE, pcm: 'nowhere' }, (reason) => ended.push(reason));
  t.teardown(() => capture.close());
  await until('it ends', () => ended.length > 0);
  t.match(ended, [/nowhere|No such/]);
  t.equal(new PipeReader(capture.input.memory).isOver, true);
});

t.test('a program that is not there ends it, too', async (t) => {
  const ended: string[] = [];
  const capture = new Capture(SOURCE, (reason) => ended.push(reason), ['/nonexistent/arecord']);
  t.teardown(() => capture.close());
  await until('it ends', () => ended.length > 0);
  t.match(ended, [/cannot be run/]);
});

t.test('nobody who takes it: it is left out in whole frames, and closing it twice ends the program', async (t) => {
  // More and more, in pieces that end in the middle of a frame.
  const script = `let n = 0; setInterval(() => { for (let i = 0; i < 9; i++) {
    const b = Buffer.alloc(30000); for (let at = 0; at < 3750; at++) { n++; b.writeFloatLE(n, at * 8); b.writeFloatLE(-n, at * 8 + 4); }
    process.stdout.write(b.subarray(0, 13331)); process.stdout.write(b.subarray(13331)); } }, 5)`;
  const ended: string[] = [];
  const program = [process.execPath, '-e', script, '--'];
  const capture = new Capture(SOURCE, (reason) => ended.push(reason), program);
  const decoder = new CaptureDecoder(capture.input);
  const pipe = new PipeReader(capture.input.memory);
  decoder.read();
  capture.control.admit();
  await until('the pipe is full', () => pipe.fill > pipe.capacity - FRAME_BYTES);
  await delay(50);
  let whole = 0;
  for (let round = 0; round < 50; round++) {
    const block = decoder.read();
    if (block === undefined || block === 'later') await delay(2);
    else
      for (let frame = 0; frame < block.frames; frame++) {
        const left = block.samples[block.left + frame] ?? NaN;
        if (block.samples[block.right + frame] !== -left) throw new Error('the channels are shifted');
        whole++;
      }
  }
  t.ok(whole > 16_000);
  capture.close();
  capture.close();
  t.strictSame(ended, []);
});
