import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import t from 'tap';

import { chunk, fmt, wav } from '../decode/formats/pcm-fixtures.js';
import { childProcesses } from '../decode/formats/processes.js';
import { noiseWav } from '../fixtures/mp3.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { createHouse, FAST, xruns } from './daemon.js';

const run = promisify(execFile);
const FRAME_BYTES = 8;

/** Samples of 16 bits as the card gets them. */
function s32(samples: Buffer): Buffer {
  const wide = Buffer.alloc(2 * samples.length);
  for (let at = 0; at < samples.length; at += 2) wide.writeInt16LE(samples.readInt16LE(at), 2 * at + 2);
  return wide;
}

const { rig, library, start } = await createHouse(t, FAST);

for (const kind of ['m4a', 'wav', 'aiff']) {
  t.test(`an album that was cut into ${kind} tracks is played whole, and no ffmpeg is left behind`, async (t) => {
    const daemon = await start();
    const before = (await rig.capture()).length;
    const samples = noiseWav({ seconds: 9, seed: 31 }).subarray(44);
    const cuts = [0, 130_001, 260_777, samples.length / 4].map((frame) => 4 * frame);
    const files: string[] = [];
    for (const [at, end] of cuts.slice(1).entries()) {
      const file = join(library, `${at}.${kind}`);
      const plain = wav(fmt(), chunk('data', samples.subarray(cuts[at], end)));
      await writeFile(`${file}.source`, plain);
      const codec = kind === 'm4a' ? ['-c:a', 'alac'] : [];
      await run('ffmpeg', ['-v', 'error', '-nostdin', '-f', 'wav', '-i', `${file}.source`, ...codec, file]);
      files.push(file);
    }
    // The card is held, so that the track does not end before its status is read.
    await rig.holdAt(before / FRAME_BYTES + 44_100);
    t.equal((await daemon.play(files)).text, '0');
    await daemon.put('/player/play');
    t.equal(await daemon.playbackStatus(), 1);
    await rig.clearFault();
    await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
    const result = comparePcm(s32(samples), (await rig.capture()).subarray(before), FRAME_BYTES);
    t.ok(result.exact, describeComparison(result));
    t.equal(await xruns(rig), 0);
    const children = () => childProcesses(daemon.process.pid);
    await daemon.until('the dead are buried', () => Promise.resolve(children().every(({ state }) => state !== 'Z')));
    const alive = children();
    t.ok(alive.length <= 1, 'what stays has the first track ready');
    await daemon.stop();
    const isGone = ({ pid }: { pid: number }) => !existsSync(`/proc/${pid}`);
    await daemon.until('what stayed ends with the daemon', () => Promise.resolve(alive.every(isGone)));
  });
}
