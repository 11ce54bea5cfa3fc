/** Files without sound, and why each is refused. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { UndecodableFile } from '../../../src/decode/decoder.js';
import { MpegDecoder } from '../../../src/decode/formats/mpeg-decoder.js';
import { readHead } from '../../../src/decode/formats/file-head.js';
import { Mpg123 } from '../../../src/decode/formats/mpg123.js';
import { decodeAll, fileOf, id3v1, id3v2, junk, layer2Frames, noiseBytes, temporaryDirectory } from './fixtures.js';

const mpg123 = await Mpg123.create();
t.teardown(() => mpg123.free());

/** The code with which a path is refused. */
function refusal(t: Test, path: string): string {
  try {
    MpegDecoder.open(path, readHead(path).start, mpg123).close();
    return 'none';
  } catch (error) {
    t.type(error, UndecodableFile);
    t.not((error as Error).message, '');
    return (error as UndecodableFile).code;
  }
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const NOT_AUDIO: Readonly<Record<string, readonly Uint8Array[]>> = {
  text: [Buffer.from('The quick brown fox jumps over the lazy dog.\n'.repeat(1000))],
  'one byte': [Buffer.from([0xff])],
  'four bytes of a header': [Buffer.from([0xff, 0xfb, 0x90, 0x00])],
  'three megabytes of zeros': [Buffer.alloc(3_000_000)],
  'three megabytes of 0xff': [Buffer.alloc(3_000_000, 0xff)],
  'a picture': [PNG, junk(20_000)],
  'a WAV': [Buffer.from('RIFF....WAVEfmt '), junk(50_000)],
  'a tag and nothing behind it': [id3v2(1000)],
  'a tag that claims more than the file has': [id3v2(200_000).subarray(0, 5000)],
  'tags only': [id3v2(1000), id3v1()],
  'a frame that is cut off': [layer2Frames(1).subarray(0, 300)],
};

for (const [name, parts] of Object.entries(NOT_AUDIO)) {
  t.test(`no audio is found in ${name}`, async (t) => {
    t.equal(refusal(t, await fileOf(t, ...parts)), 'NOT_AUDIO');
  });
}

t.test('an empty file says so', async (t) => {
  t.equal(refusal(t, await fileOf(t)), 'EMPTY_FILE');
});

t.test('what cannot be opened or is no regular file is unreadable', async (t) => {
  const directory = await temporaryDirectory(t);
  const at = (name: string) => join(directory, name);
  await mkdir(at('folder.mp3'));
  await symlink(at('loop.mp3'), at('loop.mp3'));
  await symlink(at('nowhere'), at('dangling.mp3'));
  await writeFile(at('file.mp3'), 'x');
  const names = ['missing.mp3', 'folder.mp3', 'loop.mp3', 'dangling.mp3', 'file.mp3/below.mp3', 'x'.repeat(300)];
  for (const name of names) t.equal(refusal(t, at(name)), 'UNREADABLE_FILE', name);
  t.equal(refusal(t, '/dev/null'), 'UNREADABLE_FILE', 'a device');
  t.equal(refusal(t, 'a\0b.mp3'), 'UNREADABLE_FILE', 'a NUL character');
});

t.test('a pipe is refused at once instead of being waited for', async (t) => {
  const pipe = join(await temporaryDirectory(t), 'pipe.mp3');
  await promisify(execFile)('mkfifo', [pipe]);
  // A child of its own: opening a pipe may block its thread for ever.
  const script = process.argv[1] ?? '';
  const program = join(dirname(script), `open-window.program${extname(script)}`);
  const { stdout } = await promisify(execFile)(process.execPath, [program, pipe], {
    timeout: 120_000,
    killSignal: 'SIGKILL',
  }).catch(() => ({ stdout: 'it waits' }));
  t.equal(stdout.trim(), 'UNREADABLE_FILE');
});

t.test('a file without the right to read it is unreadable', { skip: process.getuid?.() === 0 && 'root' }, async (t) => {
  const path = await fileOf(t, junk(1000));
  await chmod(path, 0);
  t.equal(refusal(t, path), 'UNREADABLE_FILE');
});

t.test('refused files leave no descriptor open', async (t) => {
  const open = async () => (await readdir('/proc/self/fd')).length;
  const paths = [await fileOf(t), await fileOf(t, junk(1000)), await temporaryDirectory(t)];
  const before = await open();
  for (let i = 0; i < 50; i++) for (const path of paths) refusal(t, path);
  t.equal(await open(), before);
});

t.test('a file that is cut off plays as far as it goes', async (t) => {
  const whole = await noiseBytes(t, 2, '-V', '2');
  for (const share of [0.9, 0.5, 0.1]) {
    mpg123.reset();
    const decoder = MpegDecoder.open(await fileOf(t, whole.subarray(0, whole.length * share)), 0, mpg123);
    const { left } = await decodeAll(decoder);
    decoder.close();
    t.ok(Math.abs(left.length / 88_200 - share) < 0.1, `${left.length} frames of ${share}`);
    t.ok(left.every((value) => Math.abs(value) <= 1.5));
  }
});

t.test('a file that shrinks while it is played ends early', async (t) => {
  const path = await fileOf(t, await noiseBytes(t, 20, '-b', '320'));
  mpg123.reset();
  const decoder = MpegDecoder.open(path, readHead(path).start, mpg123);
  t.ok(decoder.read());
  await truncate(path, 50_000);
  const { left } = await decodeAll(decoder);
  decoder.close();
  t.ok(left.length < 20 * 44_100);
});
