/** Tracks of one recording in FLAC, Vorbis and Opus follow each other without a frame more or less. */
import t, { type Test } from 'tap';
import { DecoderLoop } from '../../../../src/decode/decoder-loop.js';
import type { FromDecoder } from '../../../../src/decode/decoder-messages.js';
import { openFile } from '../../../../src/decode/formats/open-file.js';
import { SampleFormat } from '../../../../src/native.js';
import { Command, createRing, ringWords, Word } from '../../../../src/output/ring-layout.js';
import { milliseconds, sampleRateHz } from '../../../../src/units.js';
import { decoderKit } from '../decoder-kit.js';
import { FakeNative } from '../../../output/fake-native.js';
import { decodeAll, difference, stretch } from '../fixtures.js';
import { flacFile, opusFile, vorbisFile, type Sound } from './xiph-fixtures.js';

const RATE = 48_000;
const LENGTHS = [40_001, 33_333, 51_111] as const;
const kit = await decoderKit(t);

const KINDS: Readonly<Record<string, (t: Test, sound: Sound) => Promise<string>>> = {
  FLAC: (t, sound) => flacFile(t, sound),
  'FLAC in Ogg': (t, sound) => flacFile(t, sound, '--ogg'),
  Vorbis: (t, sound) => vorbisFile(t, sound),
  Opus: (t, sound) => opusFile(t, sound),
};

for (const [name, make] of Object.entries(KINDS)) {
  t.test(`three tracks join without a frame more or less: ${name}`, async (t) => {
    const paths = await Promise.all(LENGTHS.map((frames, seed) => make(t, { frames, rate: RATE, seed: seed + 1 })));
    const track = (playId: number, location: string) => ({ playId, source: { kind: 'localFile', location } as const });
    const native = new FakeNative();
    const messages: FromDecoder[] = [];
    let time = 0;
    const loop = new DecoderLoop(
      native,
      (message) => messages.push(message),
      ({ source }) => openFile(source.location, kit),
      () => (time += 1000),
    );
    const ring = createRing(sampleRateHz(RATE), SampleFormat.S32, 0);
    const words = ringWords(ring);
    await loop.receive({ kind: 'ring', ring });
    const [first = '', ...others] = paths;
    const from = { kind: 'elapsed', elapsed: milliseconds(0) } as const;
    await loop.receive({ kind: 'load', load: 1, track: track(1, first), from });
    Atomics.store(words, Word.command, Command.run);
    for (const [at, path] of others.entries()) {
      await loop.receive({ kind: 'follow', track: track(at + 2, path) });
      await loop.step(() => false);
      words[Word.tail] = words[Word.head] ?? 0;
    }
    const { pushed } = native.producers[0]!;
    let start = 0;
    for (const [at, path] of paths.entries()) {
      const alone = await openFile(path, await decoderKit(t));
      t.equal(difference(stretch(pushed, start, LENGTHS[at]!), await decodeAll(alone)), 0, `track ${at + 1}`);
      alone.close();
      start += LENGTHS[at]!;
    }
    t.equal(pushed.left.length, start);
    const starts = messages.filter(({ kind }) => kind === 'queued');
    t.match(starts, [{ ringFrame: 0 }, { ringFrame: LENGTHS[0] }, { ringFrame: LENGTHS[0] + LENGTHS[1] }]);
  });
}
