/**
 * A device that sends sound, as an ALSA PCM of a test: alsa-lib's `file` plugin reads a FIFO, into which whole periods go
 * by the clock. What nobody reads is lost, as on the air.
 */
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import type { Sound } from '../playback/engine/sound-rig.js';

const RATE = 44_100;
/** A period of 20 ms: what is asked for at once, since a read of less would be filled up with silence. */
const PERIOD = 882;

export interface SendingDevice {
  /** From now on; a clock of its own may be faster or slower. @param sound by the frame, from the first that is sent */
  send(sound: Sound): void;
  rest(): void;
}

/**
 * @param config the ALSA configuration that gets a PCM for it
 * @param name of the PCM, with the arguments that it takes
 */
export async function sendingDevice(
  t: Test,
  folder: string,
  config: string,
  name: string,
  parameters: readonly string[] = [],
): Promise<SendingDevice> {
  const fifo = join(folder, 'sent.fifo');
  await promisify(execFile)('mkfifo', [fifo]);
  const args = parameters.length === 0 ? '' : `@args [ ${parameters.join(' ')} ]`;
  const types = parameters.map((each) => `@args.${each} { type string }`).join('\n');
  const file = `type file\nslave.pcm { type null }\nfile /dev/null\ninfile ${fifo}\nformat raw`;
  await appendFile(config, `\npcm.${name} {\n${args}\n${types}\n${file}\n}\n`);
  // For reading, too: then it is there whether somebody listens or not.
  const descriptor = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => clearInterval(timer);
  t.teardown(() => {
    rest();
    closeSync(descriptor);
  });
  return {
    rest,
    send(sound) {
      rest();
      const begin = performance.now();
      let sent = 0;
      timer = setInterval(() => {
        for (const due = ((performance.now() - begin) * RATE) / 1000; sent + PERIOD <= due; sent += PERIOD) {
          const samples = new Float32Array(2 * PERIOD);
          for (let frame = 0; frame < PERIOD; frame++) samples.set(sound(sent + frame), 2 * frame);
          put(descriptor, Buffer.from(samples.buffer));
        }
      }, 5);
    },
  };
}

/** As much of it as there is room for. */
function put(descriptor: number, bytes: Buffer): void {
  try {
    writeSync(descriptor, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
}
