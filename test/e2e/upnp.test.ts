/** A controller plays to the daemon over real sockets: what the card gets, what the page shows, and the queue that comes back. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { drawIcon } from '../../src/http/icon.js';
import { freePort } from '../fixtures/free-port.js';
import { makeMp3, noiseWav, referenceS32 } from '../fixtures/mp3.js';
import { partOfWav, widened } from '../fixtures/wav.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { controllerAt, didl, Searcher } from '../upnp/rig.js';
import { createHouse, type Daemon, FAST, xruns } from './daemon.js';
import { serve } from './web-server.js';

const run = promisify(execFile);
const FRAME_BYTES = 8;
const AVT = 'AVTransport';

async function upnpHouse(t: Test, options = FAST) {
  const house = await createHouse(t, options);
  const web = await serve(t, house.library);
  const port = await freePort();
  const controller = controllerAt(port);
  const environment = { TONEARM_UPNP_PORT: String(port), TONEARM_STREAM_ALLOW: '127.0.0.0/8' };
  const start = async (): Promise<Daemon> => {
    const daemon = await house.start({ environment });
    await daemon.until('its port is open', () =>
      controller.send('GET', '/description.xml').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    return daemon;
  };
  const { call } = controller;
  const state = async () => (await call(AVT, 'GetTransportInfo'))['CurrentTransportState'];
  const set = (uri: string, metadata = '') =>
    call(AVT, 'SetAVTransportURI', { CurrentURI: uri, CurrentURIMetaData: metadata });
  const follow = (uri: string) => call(AVT, 'SetNextAVTransportURI', { NextURI: uri, NextURIMetaData: '' });
  return { ...house, ...controller, start, web, port, state, set, follow };
}

t.test('two tracks of a controller follow one another without a gap, sample for sample', async (t) => {
  // Slower than others: WAV has so many bytes that the network could not keep up with the fastest clock.
  const { rig, library, start, web, call, state, set, follow } = await upnpHouse(t, { speed: 2, patient: true });
  const whole = noiseWav({ seconds: 4, seed: 3 });
  const cut = 2 * 44_100 + 317;
  await writeFile(join(library, 'one.wav'), partOfWav(whole, 0, cut));
  await writeFile(join(library, 'two.wav'), partOfWav(whole, cut, 4 * 44_100));
  for (const name of ['one', 'two']) {
    await run('ffmpeg', ['-v', 'error', '-i', join(library, `${name}.wav`), join(library, `${name}.flac`)]);
  }
  for (const seed of [1, 2]) await makeMp3(join(library, `${seed}.mp3`), { seconds: 2 + seed / 7, seed });
  const daemon = await start();
  const mp3 = Buffer.concat(await Promise.all([1, 2].map((seed) => referenceS32(join(library, `${seed}.mp3`)))));
  for (const [one, two, reference] of [
    ['one.wav', 'two.wav', widened(whole)],
    ['one.flac', 'two.flac', widened(whole)],
    ['1.mp3', '2.mp3', mp3],
  ] as const) {
    const before = (await rig.capture()).length;
    await set(`${web.base}/${one}`);
    // The card is held, so that the first track is not over before the controller names the next one.
    await rig.holdAt(before / FRAME_BYTES + 44_100);
    await call(AVT, 'Play', { Speed: 1 });
    await follow(`${web.base}/${two}`);
    await daemon.until('it plays', async () => (await state()) === 'PLAYING');
    t.match(await call(AVT, 'GetMediaInfo'), { CurrentURI: `${web.base}/${one}`, NextURI: `${web.base}/${two}` });
    await rig.clearFault();
    await daemon.until('the second is over', async () => (await state()) === 'STOPPED');
    t.match(await call(AVT, 'GetMediaInfo'), { CurrentURI: `${web.base}/${two}`, NextURI: '' });
    const result = comparePcm(reference, (await rig.capture()).subarray(before), FRAME_BYTES);
    t.ok(result.exact, `${one}: ${describeComparison(result)}`);
  }
  t.equal(await xruns(rig), 0);
});

t.test(
  'it interrupts the queue, is shown with its cover, can be moved about in, and gives the queue back',
  async (t) => {
    const { library, start, web, call, state, set } = await upnpHouse(t);
    const queue = join(library, 'queue.mp3');
    await makeMp3(queue, { seconds: 120, seed: 4, lame: ['-b', '64'] });
    await makeMp3(join(library, 'sent.mp3'), { seconds: 90, seed: 5, lame: ['-b', '64'] });
    await writeFile(join(library, 'cover.png'), await drawIcon(128));
    const daemon = await start();
    await daemon.play([queue]);
    await daemon.put('/player/play');
    await daemon.until('the queue plays', async () => (await daemon.elapsed()) > 5000);
    const art = `<upnp:albumArtURI>${web.base}/cover.png</upnp:albumArtURI>`;
    const uri = `${web.base}/sent.mp3`;
    await set(uri, didl(uri, 'Spray', art));
    await call(AVT, 'Play', { Speed: 1 });
    await daemon.until('it plays', async () => (await state()) === 'PLAYING');
    const shown = await daemon.currentTrack();
    t.match(shown, { path: uri, title: 'Spray', artist: 'Can & Co.', album: 'Future Days' });
    const cover = await fetch(`${daemon.base}/covers/${shown?.album_art ?? ''}?size=100`);
    t.equal(cover.headers.get('content-type'), 'image/jpeg');
    t.ok((await cover.arrayBuffer()).byteLength > 100);
    await call(AVT, 'Seek', { Unit: 'REL_TIME', Target: '0:01:00' });
    await daemon.until('it is there', async () => (await daemon.elapsed()) >= 60_000);
    t.match(await call(AVT, 'GetPositionInfo'), { TrackDuration: '0:01:30', RelTime: /^0:01:[0-2]\d$/ });
    await daemon.put('/player/pause');
    await daemon.until('the page has paused it', async () => (await state()) === 'PAUSED_PLAYBACK');
    await call(AVT, 'Play', { Speed: 1 });
    await call('RenderingControl', 'SetVolume', { Channel: 'Master', DesiredVolume: 30 });
    t.equal(Math.round((await daemon.volume()).percent ?? 0), 30);
    await daemon.until('the queue plays on', async () => (await daemon.currentTrack())?.path === queue);
    t.equal(await daemon.playbackStatus(), 1);
    t.ok((await daemon.elapsed()) >= 5000, 'from where it was');
    t.equal(await state(), 'STOPPED');
  },
);

t.test('after a power cut the queue of before is there', async (t) => {
  const { library, start, web, call, state, set } = await upnpHouse(t);
  const queue = join(library, 'queue.mp3');
  for (const name of ['queue', 'sent'])
    await makeMp3(join(library, `${name}.mp3`), { seconds: 120, seed: 4, lame: ['-b', '64'] });
  const first = await start();
  await first.play([queue]);
  await first.put('/player/play');
  await first.until('the queue plays', async () => (await first.elapsed()) > 5000);
  await set(`${web.base}/sent.mp3`);
  await call(AVT, 'Play', { Speed: 1 });
  await first.until('it plays', async () => (await state()) === 'PLAYING');
  await first.stop('SIGKILL');
  const second = await start();
  const { text } = await second.get('/playlists/current');
  t.match(text, /queue\.mp3/);
  t.notMatch(text, /sent\.mp3/);
  t.equal(await second.playbackStatus(), 0);
  t.equal(await state(), 'NO_MEDIA_PRESENT');
  await second.put('/player/play');
  await second.until('it plays', async () => (await second.currentTrack())?.path === queue);
});

t.test('it is found, and the setting switches it off and on', async (t) => {
  const { start, port, send } = await upnpHouse(t);
  const daemon = await start();
  const searcher = await Searcher.start(t);
  await daemon.until('it answers', async () => {
    searcher.search(1900, 'urn:schemas-upnp-org:device:MediaRenderer:1');
    return searcher.received.some((each) => each.includes(`LOCATION: http://127.0.0.1:${port}/description.xml`));
  });
  const answers = () =>
    send('GET', '/description.xml').then(
      () => true,
      () => false,
    );
  t.equal((await daemon.put('/settings', { upnp_renderer: false })).status, 204);
  await daemon.until('the port is closed', async () => !(await answers()));
  await daemon.put('/settings', { upnp_renderer: true });
  await daemon.until('the port is open', answers);
});
