/**
 * The stream worker's thread: entry of its bundle. It decodes whole tracks for other machines that play, as fast as those take
 * them, at low priority: what this machine plays itself goes before. Several streams are open at a time, since one that
 * follows is fetched ahead. Ended by the main thread when nobody plays any more.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';

import { confineNextTo } from '../confined.js';
import { UndecodableFile } from './decoder.js';
import { ChildPrograms } from './formats/child-programs.js';
import { Mpg123 } from './formats/mpg123.js';
import { XiphLibraries } from './formats/ogg/xiph-libraries.js';
import { PartFiles } from './formats/part-decoder.js';
import { openSource } from './open-source.js';
import { PcmStream } from './streaming/pcm-stream.js';
import type { FromStreamWorker, StreamId, StreamWorkerData, ToStreamWorker } from './streaming/stream-messages.js';

/** For this thread alone, as in decoder-worker.ts. */
const NICENESS = 5;

const { native } = workerData as StreamWorkerData;

function serve(port: MessagePort): void {
  const children = new ChildPrograms(confineNextTo(native));
  const streams = new Map<StreamId, Promise<PcmStream | undefined>>();
  const post = (message: FromStreamWorker): void => port.postMessage(message);

  async function open({
    stream,
    source,
    roots,
  }: Extract<ToStreamWorker, { kind: 'open' }>): Promise<PcmStream | undefined> {
    try {
      const kit = { mpg123: await Mpg123.create(), children, xiph: new XiphLibraries(), parts: new PartFiles() };
      const decoder = await openSource(source, kit, roots);
      post({ kind: 'opened', stream, facts: decoder.facts });
      return new PcmStream(decoder);
    } catch (error) {
      const code = error instanceof UndecodableFile ? error.code : 'DECODER_FAILED';
      post({ kind: 'refused', stream, code, reason: (error as Error).message });
      return undefined;
    }
  }

  async function read({ stream, request, frames, at }: Extract<ToStreamWorker, { kind: 'read' }>): Promise<void> {
    let bytes: Uint8Array | undefined;
    try {
      bytes = await (await streams.get(stream))?.read(frames, at);
    } catch {
      // The rest cannot be decoded: it ends here.
    }
    post({ kind: 'sound', request, bytes });
  }

  port.on('message', (message: ToStreamWorker) => {
    switch (message.kind) {
      case 'open':
        streams.set(message.stream, open(message));
        return;
      case 'read':
        void read(message);
        return;
      case 'close':
        void streams.get(message.stream)?.then((stream) => stream?.close());
        streams.delete(message.stream);
        return;
    }
  });
}

try {
  setPriority(0, NICENESS);
} catch {
  // Without the right to it this thread competes with others.
}
if (parentPort !== null) serve(parentPort);
