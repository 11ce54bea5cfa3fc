import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { TrackTags } from '../../src/library/tags.js';
import { createLog } from '../../src/log.js';
import { NATIVE_FILE } from '../fixtures/confine.js';
import { temporaryDirectory } from '../http/rig.js';
import { bundleWorker, EVERYWHERE, sineWav } from './fixtures.js';

const log = createLog('error', () => undefined);
const directory = await temporaryDirectory(t);
const tags = new TrackTags({
  nativeFile: NATIVE_FILE,
  paths: EVERYWHERE,
  workerFile: await bundleWorker(directory),
  log,
  deadlineMs: 30_000,
});
t.teardown(() => tags.stop());
const wav = join(directory, 'sine.wav');
await writeFile(wav, sineWav(1));

/** Reads the gains of a file with these comments. */
async function gains(name: string, comments: readonly string[], program = 'opusenc') {
  const path = join(directory, name);
  const options = comments.flatMap((comment) => ['--comment', comment]);
  await promisify(execFile)(program, [program === 'opusenc' ? '--quiet' : '-Q', ...options, ...outputs(program, path)]);
  return (await tags.read([path])).get(path)?.replayGain;
}

function outputs(program: string, path: string): string[] {
  return program === 'opusenc' ? [wav, path] : ['-o', path, wav];
}

t.test('the R128 gains of Opus are those of ReplayGain, 5 dB above', async (t) => {
  t.match(await gains('both.opus', ['R128_TRACK_GAIN=-1856', 'R128_ALBUM_GAIN=384']), {
    trackGain: -1856 / 256 + 5,
    albumGain: 384 / 256 + 5,
  });
  t.match(await gains('zero.opus', ['r128_track_gain=0']), { trackGain: 5, albumGain: undefined });
});

t.test('R128 gains win over ReplayGain tags in Opus', async (t) => {
  const mixed = ['REPLAYGAIN_TRACK_GAIN=-3.0 dB', 'REPLAYGAIN_ALBUM_GAIN=-2.0 dB', 'R128_TRACK_GAIN=256'];
  t.match(await gains('mixed.opus', mixed), { trackGain: 6, albumGain: -2 });
});

t.test('an R128 gain that is no number of 16 bits, or not in Opus, is none', async (t) => {
  for (const [at, value] of ['1.5', 'loud', '', '40000', '-99999', '12 dB'].entries())
    t.equal((await gains(`${at}.opus`, [`R128_TRACK_GAIN=${value}`]))?.trackGain, undefined, value);
  t.equal((await gains('a.ogg', ['R128_TRACK_GAIN=256'], 'oggenc'))?.trackGain, undefined, 'Vorbis');
});
