import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import t from 'tap';

import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse, FAST, xruns } from './daemon.js';
import { serve } from './web-server.js';

const run = promisify(execFile);
const OPEN = { TONEARM_STREAM_ALLOW: '127.0.0.0/8' };

t.test('a list of segments that has an end has a length, and is moved about in', async (t) => {
  const { start, rig, library } = await createHouse(t, FAST);
  const file = join(library, 'a.mp3');
  await makeMp3(file, { seconds: 40, seed: 7, rate: 44_100, lame: ['-b', '128'] });
  const hls = ['-c:a', 'aac', '-b:a', '96k', '-f', 'hls', '-hls_time', '4', '-hls_list_size', '0'];
  await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:a', ...hls, join(library, 'media.m3u8')]);
  const web = await serve(t, library);
  const daemon = await start({ environment: OPEN });
  await rig.holdAt(0.8 * 44_100);
  await daemon.play([`${web.base}/media.m3u8`]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 500);
  const { body } = await daemon.get('/player/current-track');
  const { length } = body as { length: number };
  t.ok(Math.abs(length - 40_000) < 150, `${length} ms`);
  await daemon.put('/player/pause');
  await rig.clearFault();
  for (const position of [10_000, 37_000]) {
    await daemon.put(`/player/ff-rewind?newtime=${position}`);
    t.equal(await daemon.elapsed(), position);
  }
  await rig.waitFor('DROP');
  const before = (await rig.capture()).length;
  await daemon.put('/player/resume');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const seconds = ((await rig.capture()).length - before) / 8 / 44_100;
  t.ok(Math.abs(seconds - (length - 37_000) / 1000) < 0.01, `${seconds} s were heard`);
  t.notMatch(web.requests.map(({ path }) => path).join(), /media5\.ts.*media5\.ts/, 'what lies between is not fetched');
  t.equal(await xruns(rig), 0);
});
