import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import t from 'tap';

import { Transcoder, type TranscoderOutput } from '../../src/streams/transcoder.js';
import { CONFINE } from '../fixtures/confine.js';
import { noise } from '../decode/formats/fixtures.js';
import { chunk, fmt, wav } from '../decode/formats/pcm-fixtures.js';

/** More than the pipe takes without a wait. */
const PART_BYTES = 256 * 1024;

class Output implements TranscoderOutput {
  bytes = 0;
  rate = 0;

  format(sampleRate: number): void {
    this.rate = sampleRate;
  }

  /** Takes its time, so that ffmpeg does too. */
  async pcm(bytes: Buffer): Promise<boolean> {
    await delay(1);
    this.bytes += bytes.length;
    return true;
  }
}

t.test('however often it waits for ffmpeg, it listens to it no more than once', async (t) => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on('warning', hear);
  t.teardown(() => process.off('warning', hear));
  const output = new Output();
  const transcoder = new Transcoder(CONFINE, 'wav', undefined, output);
  t.teardown(() => {
    transcoder.close();
  });
  const file = wav(fmt(), chunk('data', noise(30 * PART_BYTES)));
  for (let at = 0; at < file.length; at += PART_BYTES) await transcoder.write(file.subarray(at, at + PART_BYTES));
  await transcoder.end();
  await new Promise(setImmediate);
  t.strictSame(warnings, []);
  t.equal(output.rate, 44_100);
});

t.test('what ffmpeg makes nothing of is no sound, and not a broken connection', async (t) => {
  const transcoder = new Transcoder(CONFINE, 'wav', undefined, new Output());
  t.teardown(() => {
    transcoder.close();
  });
  await t.rejects(
    (async () => {
      for (;;) await transcoder.write(noise(256 * 1024));
    })(),
    { code: 'NOT_AUDIO', retry: false },
  );
});

t.test('ffmpeg is told to use one thread each for reading, filtering and writing', async (t) => {
  const listing = join(t.testdir(), 'listing');
  await writeFile(listing, '#!/bin/sh\nshift 3\necho "$*" | tr " " "\\n" | grep -A1 threads | tr "\\n" " " >&2\n', {
    mode: 0o755,
  });
  const transcoder = new Transcoder(listing, 'wav', undefined, new Output());
  t.teardown(() => {
    transcoder.close();
  });
  await t.rejects(transcoder.end(), { message: /-filter_threads 1 (-- )?-threads 1 (-- )?-threads 1/ });
});
