/** A thread that plays a file by ffmpeg and then neither reads nor hears of anything, as the decoder worker between bursts. */
import { parentPort, workerData } from 'node:worker_threads';
import { ChildPrograms } from '../../../src/decode/formats/child-programs.js';
import { ffmpegFormat } from '../../../src/decode/formats/ffmpeg-formats.js';
import { FfmpegDecoder } from '../../../src/decode/formats/ffmpeg-decoder.js';

const { confine, path, size, end } = workerData as {
  confine: string;
  path: string;
  size: number;
  end: 'sleep' | 'throw';
};

async function play(): Promise<void> {
  const format = ffmpegFormat('mov');
  const decoder = await FfmpegDecoder.open({ children: new ChildPrograms(confine), path, start: 0, size, format });
  while ((await decoder.read()) === 'later') await new Promise(setImmediate);
  parentPort?.postMessage('playing');
  if (end === 'throw') throw new Error('as it was told');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

void play();
