/**
 * The music that is played: one track of ten minutes and 25 of a minute, 44.1 kHz stereo MP3 of 320 kbps, and the long
 * one as FLAC and as Vorbis too. The sound is a sum of partials with a beat and quiet noise, so that the encoder uses
 * its bits as it does for music. Files are made once and kept in build/bench.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH } from './paths.mjs';

const RATE = 44_100;
const FOLDER = join(BENCH, 'music');
const SHORT_TRACKS = 25;
const CHORDS = [
  [110, 165, 220, 277.2, 440, 659.3],
  [98, 146.8, 196, 246.9, 392, 587.3],
  [130.8, 196, 261.6, 329.6, 523.3, 784],
  [87.3, 130.8, 174.6, 220, 349.2, 523.3],
];

/** White noise from -1 to 1, the same on every machine: xorshift32 (Marsaglia 2003). */
function noise(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}

/** One second of interleaved S16 frames. */
function second(index, track, random) {
  const samples = new Int16Array(2 * RATE);
  const chord = CHORDS[(index + track) % CHORDS.length];
  let low = 0;
  for (let frame = 0; frame < RATE; frame++) {
    const time = index + frame / RATE;
    const beat = Math.exp(-8 * ((time * 2) % 1));
    const white = random();
    low += 0.08 * (white - low);
    let left = low * 1.2 + white * 0.25 * beat;
    let right = low * 1.1 - white * 0.2 * beat;
    for (const [voice, frequency] of chord.entries()) {
      const phase = 2 * Math.PI * frequency * time;
      const partials = Math.sin(phase) + 0.4 * Math.sin(3 * phase) + 0.2 * Math.sin(7 * phase) * beat;
      left += 0.1 * partials * (1 - voice / 12);
      right += 0.1 * partials * (0.5 + voice / 12);
    }
    samples[2 * frame] = Math.max(-1, Math.min(1, left)) * 24_000;
    samples[2 * frame + 1] = Math.max(-1, Math.min(1, right)) * 24_000;
  }
  return Buffer.from(samples.buffer);
}

async function encode(file, track, seconds) {
  const temporary = `${file}.part`;
  const tags = ['--tt', `Track ${track}`, '--ta', 'Bench', '--tl', 'Yardsticks', '--tn', `${track + 1}`];
  const input = ['-r', '-s', '44.1', '--bitwidth', '16', '-m', 'j'];
  const lame = spawn('lame', ['--silent', ...input, '-b', '320', ...tags, '--add-id3v2', '-', temporary], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(lame, 'close');
  const random = noise(track + 1);
  for (let index = 0; index < seconds; index++) {
    if (!lame.stdin.write(second(index, track, random))) await once(lame.stdin, 'drain');
  }
  lame.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`lame ended with ${code} for ${file}`);
  renameSync(temporary, file);
}

/** Makes what is missing. @returns absolute paths: the long track first, then the short ones. */
export async function makeMusic() {
  mkdirSync(FOLDER, { recursive: true });
  const tracks = [{ name: '00-long.mp3', seconds: 600 }];
  for (let index = 1; index <= SHORT_TRACKS; index++) {
    tracks.push({ name: `${String(index).padStart(2, '0')}-short.mp3`, seconds: 60 });
  }
  for (const [index, { name, seconds }] of tracks.entries()) {
    const file = join(FOLDER, name);
    if (existsSync(file)) continue;
    process.stderr.write(`bench: making ${name}\n`);
    await encode(file, index, seconds);
  }
  return { folder: FOLDER, files: tracks.map(({ name }) => join(FOLDER, name)) };
}

/** The long track in 16-bit FLAC and in Vorbis of quality 6. Makes what is missing. @returns absolute paths */
export async function makeOtherFormats({ files: [long] }) {
  const wanted = [
    { file: join(FOLDER, '00-long.flac'), encoder: ['-c:a', 'flac', '-sample_fmt', 's16'] },
    { file: join(FOLDER, '00-long.ogg'), encoder: ['-c:a', 'libvorbis', '-q:a', '6'] },
  ];
  for (const { file, encoder } of wanted) {
    if (existsSync(file)) continue;
    process.stderr.write(`bench: making ${file}\n`);
    const temporary = file.replace('00-', '.part-');
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', long, ...encoder, temporary]);
    renameSync(temporary, file);
  }
  return wanted.map(({ file }) => file);
}
