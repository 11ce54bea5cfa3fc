/** Tracks of a cue sheet: found by the scan, queued by their paths, and played exactly to the frame. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import t, { type Test } from 'tap';

import { makeMp3, noiseWav, referenceS32 } from '../fixtures/mp3.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { createHouse, type Daemon, FAST, type House, xruns } from './daemon.js';

/** Options of tests that mostly wait for playback, so that they can run at the same time. */
const sideBySide = () => ({ buffered: true }); // a new object each time, since tap writes into it
t.jobs = 2;

const FRAME = 8;
/** PCM frames in a CD frame (1/75 s) at 44.1 kHz. */
const CD_FRAME = 588;
/** Start of each part in CD frames; the second part is 11.6 s long. */
const STARTS = [0, 108, 978] as const;
const SECONDS = 15.2;
const SECOND_MILLISECONDS = 11_600;

const index = (cdFrames: number): string =>
  [Math.floor(cdFrames / 4500), Math.floor(cdFrames / 75) % 60, cdFrames % 75]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

const sheet = (file: string): string =>
  [
    'PERFORMER "Nova"',
    'TITLE "One Take"',
    `FILE "${file}" WAVE`,
    ...STARTS.flatMap((start, at) => [
      `  TRACK 0${at + 1} AUDIO`,
      `    TITLE "Part ${at + 1}"`,
      `    INDEX 01 ${index(start)}`,
    ]),
    '',
  ].join('\n');

/** Samples of a 16-bit WAV as a 32-bit card gets them. */
function wavS32(wav: Buffer): Buffer {
  const samples = (wav.length - 44) / 2;
  const out = Buffer.alloc(samples * 4);
  for (let at = 0; at < samples; at++) out.writeInt32LE(wav.readInt16LE(44 + 2 * at) * 65_536, 4 * at);
  return out;
}

interface Disc {
  readonly house: House;
  readonly daemon: Daemon;
  /** Paths of the parts in the library. */
  readonly parts: readonly string[];
  /** Samples of the whole file as the card must get them. */
  readonly whole: Buffer;
}

async function disc(t: Test, kind: 'wav' | 'mp3'): Promise<Disc> {
  const house = await createHouse(t, FAST);
  const path = join(house.library, `disc.${kind}`);
  const recipe = { seconds: SECONDS, seed: 77 };
  if (kind === 'wav') await writeFile(path, noiseWav(recipe));
  else await makeMp3(path, recipe);
  const whole = kind === 'wav' ? wavS32(noiseWav(recipe)) : await referenceS32(path);
  await writeFile(join(house.library, 'disc.cue'), sheet(`disc.${kind}`));
  const daemon = await house.start();
  t.equal((await daemon.put('/scan-library')).status, 200);
  const tracks = (await daemon.get('/tracks')).body as { title: string; path: string; length: number }[];
  t.strictSame(
    tracks.map(({ title }) => title),
    ['Part 1', 'Part 2', 'Part 3'],
  );
  t.equal(tracks[1]?.length, SECOND_MILLISECONDS);
  return { house, daemon, parts: tracks.map(({ path }) => path), whole };
}

const ended = (daemon: Daemon): Promise<void> =>
  daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);

for (const kind of ['wav', 'mp3'] as const) {
  t.test(`the parts of a file, one after the other, sound like the whole file: ${kind}`, sideBySide(), async (t) => {
    const { house, daemon, parts, whole } = await disc(t, kind);
    await daemon.play(parts);
    await daemon.put('/player/play');
    await ended(daemon);
    const result = comparePcm(whole, await house.rig.capture(), FRAME);
    t.ok(result.exact, describeComparison(result));
    t.equal(await xruns(house.rig), 0);
  });
}

t.test('the path of the sheet adds its parts', sideBySide(), async (t) => {
  const { house, daemon, parts } = await disc(t, 'wav');
  const sheetPath = join(house.library, 'disc.cue');
  const listed = (await daemon.get('/browse/tree-entries')).body as { name: string; attr: number }[];
  t.match(
    listed.find(({ name }) => name === sheetPath),
    { attr: 0 },
  );
  await daemon.play([sheetPath]);
  const queue = (await daemon.get('/playlists/current/tracks')).body as { path: string }[];
  t.strictSame(
    queue.map(({ path }) => path),
    parts,
  );
});

t.test('single mode by album does not pause between parts that the sheet puts on one', sideBySide(), async (t) => {
  const { house, daemon, parts, whole } = await disc(t, 'wav');
  t.equal((await daemon.put('/settings', { single_mode: 2 })).status, 204);
  await daemon.play([parts[0], parts[2]] as string[]);
  await daemon.put('/player/play');
  await ended(daemon);
  const expected = [whole.subarray(0, STARTS[1] * CD_FRAME * FRAME), whole.subarray(STARTS[2] * CD_FRAME * FRAME)];
  const result = comparePcm(Buffer.concat(expected), await house.rig.capture(), FRAME);
  t.ok(result.exact, describeComparison(result));
});

t.test('a part alone begins and ends where the sheet says, to the frame', sideBySide(), async (t) => {
  const { house, daemon, parts, whole } = await disc(t, 'wav');
  await daemon.play(parts.slice(0, 1));
  await daemon.put('/player/play');
  await ended(daemon);
  await daemon.play(parts.slice(2));
  await daemon.put('/player/play');
  await ended(daemon);
  const first = whole.subarray(0, STARTS[1] * CD_FRAME * FRAME);
  const last = whole.subarray(STARTS[2] * CD_FRAME * FRAME);
  const result = comparePcm(Buffer.concat([first, last]), await house.rig.capture(), FRAME);
  t.ok(result.exact, describeComparison(result));
  t.equal(await xruns(house.rig), 0);
});

t.test(
  'a seek in a part lands on the exact frame, playing and paused, and ends where the part does',
  sideBySide(),
  async (t) => {
    const { house, daemon, parts, whole } = await disc(t, 'wav');
    const { rig } = house;
    await rig.holdAt(0.6 * 44_100);
    await daemon.play(parts.slice(1, 2));
    await daemon.put('/player/play');
    await daemon.until('it plays', async () => (await daemon.elapsed()) > 300);
    await daemon.put('/player/ff-rewind?newtime=8000');
    t.ok((await daemon.elapsed()) >= 8000, 'it counts as there at once');
    await rig.holdAt((await rig.capture()).length / FRAME + 44_100);
    await daemon.until('it plays there', async () => (await daemon.elapsed()) > 8300);
    await daemon.put('/player/pause');
    await rig.clearFault();
    await rig.waitFor('DROP');
    await daemon.put('/player/ff-rewind?newtime=-1500');
    await daemon.until('the position is there', async () => (await daemon.elapsed()) === SECOND_MILLISECONDS - 1500);
    t.equal((await rig.events()).filter(({ name }) => name === 'DROP').length, 1, 'the pause, not a seek, stopped it');
    const beforeResume = await rig.capture();
    await daemon.put('/player/resume');
    await ended(daemon);

    const capture = await rig.capture();
    t.equal((capture.length - beforeResume.length) / FRAME, 1.5 * 44_100, 'from there to the end, to the frame');
    const part = whole.subarray(STARTS[1] * CD_FRAME * FRAME, STARTS[2] * CD_FRAME * FRAME);
    const tail = 44_100 * FRAME;
    t.ok(capture.subarray(-tail).equals(part.subarray(-tail)), 'the last second is that of the part');
    const first = 0.25 * 44_100 * FRAME;
    t.ok(capture.subarray(0, first).equals(part.subarray(0, first)), 'and so is the beginning');
    // Frames between the fade after the first seek (to 8 s, 352,800 frames) and the fade before the pause.
    const middle = part.subarray((8 * 44_100 + 2000) * FRAME, 8.25 * 44_100 * FRAME);
    const at = beforeResume.indexOf(middle);
    t.ok(at > 0, 'behind the seek every frame is that of the place');
    t.equal(await xruns(rig), 0);
  },
);
