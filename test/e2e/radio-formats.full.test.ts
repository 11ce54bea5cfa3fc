import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import t from 'tap';

import { makeMp3 } from '../fixtures/mp3.js';
import { createHouse, FAST, xruns, type Daemon } from './daemon.js';
import { createIcecast } from './icecast.js';
import { serve } from './web-server.js';

/** Options of tests that mostly wait for playback, so that they can run at the same time. */
const sideBySide = () => ({ buffered: true }); // a new object each time, since tap writes into it
t.jobs = 5;

const run = promisify(execFile);
const OPEN = { TONEARM_STREAM_ALLOW: '127.0.0.0/8' };

/** Stations with the options with which ffmpeg sends to them. */
const STATIONS: Readonly<Record<string, readonly string[]>> = {
  AAC: ['-c:a', 'aac', '-b:a', '96k', '-content_type', 'audio/aac', '-f', 'adts'],
  'Ogg Opus': ['-c:a', 'libopus', '-b:a', '96k', '-content_type', 'audio/ogg', '-f', 'ogg'],
  'Ogg FLAC': ['-c:a', 'flac', '-content_type', 'audio/ogg', '-f', 'ogg'],
};

async function ffmpeg(...args: readonly string[]): Promise<void> {
  await run('ffmpeg', ['-hide_banner', '-v', 'error', '-y', ...args]);
}

const hasPlayed = async (daemon: Daemon, milliseconds: number) => (await daemon.elapsed()) > milliseconds;

for (const [name, format] of Object.entries(STATIONS)) {
  t.test(`a station in ${name} plays, and goes on after a drop`, sideBySide(), async (t) => {
    const { start, rig, library } = await createHouse(t);
    const icecast = await createIcecast(t);
    await makeMp3(join(library, 'programme.mp3'), { seconds: 30, seed: 7, rate: 44_100, lame: ['-b', '128'] });
    await icecast.send(join(library, 'programme.mp3'), format);
    const daemon = await start({ environment: OPEN });
    await daemon.play([icecast.url]);
    await daemon.put('/player/play');
    await daemon.until('it plays', () => hasPlayed(daemon, 2000));
    await icecast.disconnectListeners();
    await daemon.until('it goes on', () => hasPlayed(daemon, 12_000));
    t.match(daemon.text, /stream dropped, trying again/);
    t.equal(await xruns(rig), 0);
  });
}

t.test(
  'HLS plays to its end: a master playlist, segments of MPEG-TS and of fragmented MP4',
  sideBySide(),
  async (t) => {
    for (const kind of ['mpegts', 'fmp4']) {
      const { start, rig, library } = await createHouse(t, FAST);
      await makeMp3(join(library, 'a.mp3'), { seconds: 9, seed: 7, rate: 48_000, lame: ['-b', '128'] });
      const hls = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', '-hls_segment_type', kind];
      const names = ['-master_pl_name', 'master.m3u8', join(library, 'media.m3u8')];
      await ffmpeg('-i', join(library, 'a.mp3'), '-map', '0:a', '-c:a', 'aac', '-b:a', '96k', ...hls, ...names);
      const web = await serve(t, library);
      const daemon = await start({ environment: OPEN });
      await daemon.play([`${web.base}/master.m3u8`]);
      await daemon.put('/player/play');
      await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
      const seconds = (await rig.capture()).length / 8 / 48_000;
      t.ok(Math.abs(seconds - 9) < 0.2, `${kind}: ${seconds} s were heard`);
      t.equal(await xruns(rig), 0);
    }
  },
);

t.test('remote FLAC, Ogg and MP4 files play and are moved about in', sideBySide(), async (t) => {
  const { rig, start, library } = await createHouse(t, FAST);
  await makeMp3(join(library, 'a.mp3'), { seconds: 20, seed: 7, rate: 44_100, lame: ['-b', '128'] });
  const files = { 'a.flac': ['flac'], 'a.ogg': ['libvorbis'], 'a.opus': ['libopus'], 'a.m4a': ['aac'] };
  const web = await serve(t, library);
  const daemon = await start({ environment: OPEN });
  for (const [name, [codec = '']] of Object.entries(files)) {
    await ffmpeg('-i', join(library, 'a.mp3'), '-map', '0:a', '-c:a', codec, join(library, name));
    const holdIn = async (seconds: number) => rig.holdAt((await rig.capture()).length / 8 + seconds * 48_000);
    await holdIn(0.5);
    await daemon.play([`${web.base}/${name}`]);
    await daemon.put('/player/play');
    await daemon.until(`${name} plays`, () => hasPlayed(daemon, 200));
    await daemon.put('/player/ff-rewind?newtime=18000');
    // The old position is played until the server has answered for the new one; the card is held, so that it does not
    // play on at once.
    await daemon.until(`${name} plays there`, async () => {
      await holdIn(0.3);
      return hasPlayed(daemon, 18_200);
    });
    await rig.clearFault();
    await daemon.until(`${name} ended`, async () => (await daemon.playbackStatus()) === 0);
    t.pass(name);
  }
  t.notMatch(daemon.text, /track skipped/);
});
