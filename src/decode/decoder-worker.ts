/**
 * The decoder worker's thread: entry of its bundle. It sleeps in `Atomics.wait` until the engine wakes it or the ring
 * has room again, decodes in bursts, and is the only producer of the ring. It never touches the sound device.
 */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';

import { confineNextTo } from '../confined.js';
import { AT_WORK, WakeWord, type DecoderWorkerData, type ToDecoder } from './decoder-messages.js';
import { DecoderLoop } from './decoder-loop.js';
import { ChildPrograms } from './formats/child-programs.js';
import { Mpg123 } from './formats/mpg123.js';
import { PartFiles } from './formats/part-decoder.js';
import { XiphLibraries } from './formats/ogg/xiph-libraries.js';
import { loadNative } from '../native.js';
import { PlaybackClock } from '../playback-clock.js';
import { openSource } from './open-source.js';

const { wake, native: nativeFile, timeFactor } = workerData as DecoderWorkerData;
let { roots } = workerData as DecoderWorkerData;
/** For this thread alone: setpriority(2) with 0 means the calling thread on Linux. */
const DECODER_NICENESS = -10;
const word = new Int32Array(wake);

/** The messages that still matter: a load makes earlier loads and follow-ups pointless. */
function worthDoing(messages: readonly ToDecoder[]): ToDecoder[] {
  const last = messages.findLastIndex(({ kind }) => kind === 'load' || kind === 'clear');
  const ALWAYS = ['ring', 'roots', 'locate', 'sound'];
  return messages.filter(({ kind }, at) => at >= last || ALWAYS.includes(kind));
}

/** Decoding goes before everything but the audio thread, where the system allows it. */
function askForPriority(): void {
  try {
    setPriority(0, DECODER_NICENESS);
  } catch {
    // Without the right to it, the ring's reserve has to do.
  }
}

/** Writes the id of this thread into the shared word, for whoever measures what decoding costs (proc(5)). */
function reportThread(): void {
  try {
    Atomics.store(word, WakeWord.threadId, Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
  } catch {
    // There is no /proc: nobody can measure this thread.
  }
}

async function main(port: MessagePort): Promise<never> {
  reportThread();
  askForPriority();
  const native = loadNative(nativeFile);
  const clock = new PlaybackClock(timeFactor);
  const children = new ChildPrograms(confineNextTo(nativeFile));
  const createKit = async () => ({
    mpg123: await Mpg123.create(),
    children,
    xiph: new XiphLibraries(),
    parts: new PartFiles(),
  });
  // The second is made when a track first fades into another one.
  const kits: (Awaited<ReturnType<typeof createKit>> | undefined)[] = [await createKit()];
  const loop = new DecoderLoop(
    native,
    (message) => {
      port.postMessage(message);
    },
    async ({ source }, slot) => openSource(source, (kits[slot] ??= await createKit()), roots),
    () => clock.now(),
  );
  for (;;) {
    const seen = Atomics.load(word, WakeWord.wakes);
    const messages: ToDecoder[] = [];
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      messages.push(next.message as ToDecoder);
    }
    for (const message of worthDoing(messages)) {
      if (message.kind === 'roots') ({ roots } = message);
      else await loop.receive(message);
    }
    // Native objects that were collected are finalised by the event loop, which otherwise never turns here.
    if (messages.some(({ kind }) => kind === 'ring')) await new Promise(setImmediate);
    const pause = await loop.step(() => Atomics.load(word, WakeWord.wakes) !== seen);
    await children.buried();
    Atomics.store(word, WakeWord.restsAt, pause === Infinity ? seen : AT_WORK);
    Atomics.wait(word, WakeWord.wakes, seen, pause / timeFactor);
  }
}

// A failure here (no addon, no WebAssembly) ends the thread with an error that the engine hears of.
if (parentPort !== null) {
  main(parentPort).catch((error: unknown) => {
    setImmediate(() => {
      throw error;
    });
  });
}
