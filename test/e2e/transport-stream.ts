/**
 * What the suite of transport tests needs of an output that is another machine: the sound that arrives there is a growing
 * stream of 16-bit samples, at a pace that no test can stop.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { noiseWav } from '../fixtures/mp3.js';
import type { TransportRig } from './transport-suite.js';

/** Milliseconds without another byte until nothing more comes. */
const SILENCE = 700;

/** 16-bit samples as those of 32 bits. */
function widened(pcm: Buffer): Int32Array {
  return Int32Array.from({ length: Math.floor(pcm.length / 2) }, (_, at) => pcm.readInt16LE(2 * at) * 65_536);
}

type StreamRig = Pick<
  TransportRig,
  'make' | 'capture' | 'silent' | 'hold' | 'held' | 'release' | 'stops' | 'accuracy' | 'patience'
>;

/** @param played all that was played so far */
export function capturingStream(library: string, played: () => Buffer | Promise<Buffer>): StreamRig {
  const nothing = () => Promise.resolve();
  return {
    async make(name, recipe) {
      const wav = noiseWav(recipe);
      const path = join(library, `${name}.wav`);
      await writeFile(path, wav);
      return { path, reference: widened(wav.subarray(44)) };
    },
    capture: async () => widened(await played()),
    async silent() {
      for (let before = -1, now = -2; before !== now;) {
        before = now;
        await delay(SILENCE);
        now = (await played()).length;
      }
    },
    hold: nothing,
    held: nothing,
    release: nothing,
    stops: () => Promise.resolve(undefined),
    ...{ accuracy: 0, patience: 4000 },
  };
}
