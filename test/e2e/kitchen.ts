/** Starts a daemon that plays on its built-in output and has a second one. */
import { join } from 'node:path';
import { makeMp3 } from '../fixtures/mp3.js';
import type { Daemon, House } from './daemon.js';

/** Id of the second output. */
export const KITCHEN = 'alsa-pcm-rig2';
export const WITH_KITCHEN = { TONEARM_OUTPUTS: 'rig2|Kitchen DAC|rig2:PCM' };

/**
 * Plays a new file and waits until some of it is played. @param isHeld holds the built-in output from 1.2 s on, until
 * `clearFault`
 */
export async function startPlaying(
  house: House,
  seconds: number,
  seed: number,
  isHeld = false,
): Promise<{ daemon: Daemon; file: string }> {
  const file = join(house.library, 'a.mp3');
  await makeMp3(file, { seconds, seed });
  const daemon = await house.start({ environment: WITH_KITCHEN });
  if (isHeld) await house.rig.holdAt(1.2 * 44_100);
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 1000);
  return { daemon, file };
}

/** Reads the current output. */
export const device = async (daemon: Daemon): Promise<unknown> => (await daemon.get('/devices/current')).body;
