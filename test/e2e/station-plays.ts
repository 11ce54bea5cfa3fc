/** Plays a station for a given time, while its listeners are disconnected again and again and its title changes. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Test } from 'tap';

import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse, xruns, type Daemon } from './daemon.js';
import { createIcecast } from './icecast.js';

const OPEN = { TONEARM_STREAM_ALLOW: '127.0.0.0/8' };

async function current(daemon: Daemon): Promise<{ title: string; artist: string; album: string; elapsed: number }> {
  return ((await daemon.get('/player/current-track')).body ?? {}) as never;
}

/** @param quiet milliseconds between two disconnections */
export async function stationPlays(
  t: Test,
  { seconds, quiet = 0 }: { seconds: number; quiet?: number },
): Promise<void> {
  const { start, rig, library } = await createHouse(t);
  const icecast = await createIcecast(t);
  const file = join(library, 'programme.mp3');
  await makeMp3(file, { seconds: 60, seed: 7, rate: 44_100, lame: ['-b', '128'] });
  await icecast.send(file, ['-c', 'copy', '-content_type', 'audio/mpeg', '-f', 'mp3']);
  await icecast.title('Ada - First');
  await delay(5000); // the burst of the station fills
  const daemon = await start({ environment: OPEN });
  await daemon.play([icecast.url]);
  t.strictSame(await icecast.listeners(), [], 'nobody listens before it plays');
  await daemon.put('/player/play');
  await daemon.until('the first title is played', async () => (await current(daemon)).title === 'First');
  t.match(await current(daemon), { title: 'First', artist: 'Ada', album: 'Testfunk' });
  for (let round = 1; (await daemon.elapsed()) < seconds * 1000; round++) {
    await icecast.title(`Ada - Song ${round}`);
    await icecast.disconnectListeners();
    await daemon.until('the next title is played', async () => (await current(daemon)).title === `Song ${round}`);
    if ((await daemon.playbackStatus()) !== 1) t.fail(`it plays no more in round ${round}`);
    await delay(quiet);
  }
  t.match(daemon.text, /stream dropped, trying again/);
  t.notMatch(daemon.text, /stream waits for the network/, 'the reserve was enough');
  t.equal(await xruns(rig), 0, 'no underrun');
  await daemon.put('/player/stop');
  await daemon.until('the station is let go', async () => (await icecast.listeners()).length === 0);
}
