/** Files that mislead ffmpeg, and an ffmpeg that is missing, silent or killed. */
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { UndecodableFile, type Decoder } from '../../../src/decode/decoder.js';
import { FfmpegDecoder } from '../../../src/decode/formats/ffmpeg-decoder.js';
import { ffmpegFormat } from '../../../src/decode/formats/ffmpeg-formats.js';
import { openFile } from '../../../src/decode/formats/open-file.js';
import { frameCount, milliseconds } from '../../../src/units.js';
import { decoderKit } from './decoder-kit.js';
import { encoded, RECIPES } from './ffmpeg-fixtures.js';
import { decodeAll, difference, fileOf, id3v2, junk, noise, stretch, temporaryDirectory } from './fixtures.js';
import { childProcesses, openDescriptors } from './processes.js';

const kit = await decoderKit(t);
const M4A = RECIPES['ALAC in M4A']!;

/** The code with which a file is refused, after a reason that a person can read. */
async function refusal(t: Test, opening: Promise<Decoder>): Promise<string> {
  try {
    (await opening).close();
    return 'none';
  } catch (error) {
    t.type(error, UndecodableFile, String(error));
    t.not((error as Error).message, '');
    return (error as UndecodableFile).code;
  }
}

/** Plays whatever the bytes are: it ends with sound or with a reason. @returns frames, or -1 when it was refused */
async function played(path: string): Promise<number> {
  let decoder: Decoder | undefined;
  try {
    decoder = await openFile(path, kit);
    const { left } = await decodeAll(decoder);
    await decoder.seek(frameCount(Math.floor(left.length / 2)));
    await decodeAll(decoder, 1000);
    if (!left.every(Number.isFinite)) throw new Error('a sample that is no number');
    return left.length;
  } catch (error) {
    if (error instanceof UndecodableFile && error.message !== '') return -1;
    throw error;
  } finally {
    decoder?.close();
  }
}

/** Makes a program of this name that is a shell script, the only one that is found. */
async function replacePrograms(t: Test, script: string): Promise<void> {
  const directory = await temporaryDirectory(t);
  for (const name of ['ffmpeg', 'ffprobe']) {
    await writeFile(join(directory, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(directory, name), 0o755);
  }
  const path = process.env['PATH'];
  process.env['PATH'] = directory;
  t.teardown(() => (process.env['PATH'] = path));
}

function impatient(path: string): Promise<Decoder> {
  const format = ffmpegFormat('mov');
  return FfmpegDecoder.open({
    children: kit.children,
    path,
    start: 0,
    size: 1000,
    format,
    patience: milliseconds(300),
  });
}

t.test('a huge tag in front of ADTS is passed', async (t) => {
  const audio = await readFile(await encoded(t, RECIPES['AAC in ADTS']!, 1));
  t.ok((await played(await fileOf(t, id3v2(3_000_000), audio))) > 44_000);
});

t.test('MP4 headers that lie about the duration play what is there', async (t) => {
  const path = await encoded(t, M4A, 1);
  const whole = await readFile(path);
  for (const duration of [0, 1, 0x7fff_ffff, 0xffff_ffff]) {
    const bytes = Buffer.from(whole);
    for (const [atom, at] of [
      ['mvhd', 20],
      ['mdhd', 20],
      ['tkhd', 24],
    ] as const) {
      bytes.writeUInt32BE(duration, bytes.indexOf(atom) + at);
    }
    await writeFile(path, bytes);
    const frames = await played(path);
    t.ok(frames > 0 && frames <= 44_100, `duration ${duration}: ${frames} frames`);
  }
});

t.test('headers alone, text and playlists are refused', async (t) => {
  const bytes: Readonly<Record<string, Buffer>> = {
    'an MP4 without samples': Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('M4A '), junk(500)]),
    'a WavPack mark': Buffer.concat([Buffer.from('wvpk'), junk(5000)]),
    'a Matroska mark': Buffer.concat([Buffer.from('1a45dfa3', 'hex'), junk(5000)]),
    'an HLS playlist': Buffer.from(
      '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
    ),
    'a concat script': Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
    'compressed audio of an unknown kind in WAV': Buffer.concat([
      Buffer.from('524946460000010057415645666d7420100000003412020044ac000010b1020004001000', 'hex'),
      Buffer.from('6461746100000100', 'hex'),
      noise(5000),
    ]),
  };
  for (const [name, content] of Object.entries(bytes)) {
    const code = await refusal(t, openFile(await fileOf(t, content), kit));
    t.ok(['NOT_AUDIO', 'UNSUPPORTED_FORMAT'].includes(code), `${name}: ${code}`);
  }
});

t.test('a system without ffmpeg says so', async (t) => {
  const path = await encoded(t, M4A, 1);
  await mkdir(join(dirname(path), 'empty'));
  const old = process.env['PATH'];
  process.env['PATH'] = join(dirname(path), 'empty');
  t.teardown(() => (process.env['PATH'] = old));
  t.equal(await refusal(t, openFile(path, kit)), 'UNSUPPORTED_FORMAT');
});

t.test('an ffmpeg that gives nothing is given up, and nothing of it stays', async (t) => {
  const path = await encoded(t, M4A, 1);
  await replacePrograms(t, 'exec /bin/sleep 600');
  t.equal(await refusal(t, impatient(path)), 'UNREADABLE_FILE');
  await kit.children.buried();
  t.strictSame(childProcesses(), []);
});

t.test('an ffmpeg that says nonsense is refused', async (t) => {
  const path = await encoded(t, M4A, 1);
  await replacePrograms(t, 'echo nonsense');
  t.equal(await refusal(t, impatient(path)), 'NOT_AUDIO');
});

t.test('an ffmpeg that is killed ends the track early, and a seek begins anew', async (t) => {
  const decoder = await openFile(await encoded(t, M4A, 20), kit);
  t.teardown(() => decoder.close());
  const first = await decodeAll(decoder, 5000);
  for (const { pid, name } of childProcesses()) if (name === 'ffmpeg') process.kill(pid, 'SIGKILL');
  t.ok((await decodeAll(decoder)).left.length < 19 * 44_100);
  await decoder.seek(frameCount(1000));
  t.equal(difference(await decodeAll(decoder, 1000), stretch(first, 1000, 1000)), 0);
});

t.test('opening, seeking and closing in the middle leaves no process and no descriptor', async (t) => {
  const path = await encoded(t, M4A, 3);
  const cycle = async () => {
    const decoder = await openFile(path, kit);
    await decodeAll(decoder, 1000);
    await decoder.seek(frameCount(100_000));
    await decoder.read();
    await decoder.seek(frameCount(50));
    decoder.close();
    decoder.close();
  };
  await cycle();
  await kit.children.buried();
  await delay(50);
  const before = openDescriptors();
  for (let i = 0; i < 10; i++) await cycle();
  const abandoned = await openFile(path, kit);
  abandoned.close();
  t.equal(await abandoned.read(), undefined, 'closed is ended');
  await kit.children.buried();
  await delay(50);
  t.strictSame(childProcesses(), []);
  t.equal(openDescriptors(), before);
});

t.test('a file that is opened again is not looked into again, unless it has changed', async (t) => {
  const path = await encoded(t, M4A, 3);
  const first = await openFile(path, kit);
  const whole = await decodeAll(first);
  first.close();
  await kit.children.buried();
  const again = await openFile(path, kit);
  t.strictSame(
    childProcesses().filter(({ state }) => state !== 'Z'),
    [],
    'nothing is started before it is read',
  );
  t.same(again.facts, first.facts);
  t.equal(difference(await decodeAll(again), whole), 0);
  again.close();
  const sought = await openFile(path, kit);
  await sought.seek(frameCount(100_000));
  t.equal(difference(await decodeAll(sought, 500), stretch(whole, 100_000, 500)), 0);
  sought.close();
  await rename(await encoded(t, M4A, 2), path);
  const changed = await openFile(path, kit);
  t.equal(changed.facts.totalFrames, 88_200);
  changed.close();
});

t.test('a decoder that is not read keeps little in memory', async (t) => {
  const decoder = await openFile(await encoded(t, M4A, 120), kit);
  t.teardown(() => decoder.close());
  await delay(300);
  const before = process.memoryUsage();
  await delay(700);
  const after = process.memoryUsage();
  t.ok(after.arrayBuffers + after.external - before.arrayBuffers - before.external < 1024 * 1024);
});
