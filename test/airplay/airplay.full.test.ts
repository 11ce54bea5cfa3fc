/**
 * A sender plays on the box by AirPlay: the production bundle of the daemon, shairport-sync of Debian 13 with the box's
 * configuration, and a sender of the test's own.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import type { Daemon } from '../e2e/daemon.js';
import type { RigOptions } from '../rig/rig.js';
import { freePort } from '../fixtures/free-port.js';
import { Announcer, multicastTrouble } from '../renderers/announcer.js';
import { FakeRenderer } from '../renderers/fake-renderer.js';
import { openReceiver, RATE } from './airplay-rig.js';
import { shairportTrouble } from './real-shairport.js';

const LOCATION = 'airplay:receiver';
const PICTURE = fileURLToPath(new URL('../../.github/now-playing.jpg', import.meta.url));
/** What the sender sends, in the right channel: samples of the queue are positive there. */
const SENT = -Math.round(0.25 * 32_767);
/** ms for which a sender keeps what it sends: AirPlay's 2 s and what shairport-sync adds for senders of version 1. */
const SENT_AHEAD = 2250;
t.setTimeout(240_000);

const trouble = await shairportTrouble();
const skip = trouble === false ? {} : { skip: trouble };
const pathNow = async (daemon: Daemon): Promise<string | undefined> => (await daemon.currentTrack())?.path;

/** A sender that does not play, while the queue does. */
async function open(t: Test, options: RigOptions = {}, environment: NodeJS.ProcessEnv = {}) {
  const receiver = await openReceiver(t, options, environment);
  await receiver.daemon.put('/settings', { airplay_enabled: true });
  return { ...receiver, sender: await receiver.connect() };
}

t.test('a sender interrupts the queue, is played and shown, and then the queue goes on', skip, async (t) => {
  const { files, daemon, sender, playedOf } = await open(t);
  sender.play(() => [0.25, -0.25]);
  await sender.texts({ minm: 'Launch Window', asar: 'Nova Kestrel', asal: 'Paper Satellites', asgn: 'Jazz' });
  await sender.progress(180);
  await sender.cover('image/jpeg', await readFile(PICTURE));
  await daemon.until('it is shown', async () => (await pathNow(daemon)) === LOCATION);
  t.equal(await daemon.playbackStatus(), 1);
  await daemon.until('its title', async () => (await daemon.currentTrack())?.title === 'Launch Window');
  await daemon.until('its cover', async () => /^r/.test((await daemon.currentTrack())?.album_art ?? ''));
  const shown = await daemon.currentTrack();
  t.match(shown, { artist: 'Nova Kestrel', album: 'Paper Satellites', genre_string: 'Jazz', length: 180_000 });
  t.match(shown, { frequency: RATE, id: null });
  const picture = await fetch(new URL(`/covers/${shown?.album_art ?? ''}?size=320`, daemon.base));
  t.equal(picture.status, 200);
  t.equal(Buffer.from(await picture.arrayBuffer()).readUInt16BE(0), 0xffd8);
  await daemon.until('playing, bit for bit', async () => (await playedOf(SENT)) > 3 * RATE);
  const resume = (await daemon.get('/status')).body as { resume_elapsed: number };
  t.ok(resume.resume_elapsed >= 500, 'the queue keeps its place');
  await sender.leave();
  await daemon.until('the queue goes on', async () => (await pathNow(daemon)) === files[0]);
  t.equal(await daemon.playbackStatus(), 1);
  await daemon.until('playing on from the position', async () => (await daemon.elapsed()) > resume.resume_elapsed);
  t.ok((await daemon.elapsed()) < resume.resume_elapsed + 3000, 'not from elsewhere');
});

t.test('a skip goes on without the queue, a pause gives it back, and a return takes it again', skip, async (t) => {
  const { files, daemon, sender, playedOf } = await open(t);
  const sampleOf = (level: number): number => -Math.round(level * 32_767);
  sender.play(() => [0.25, -0.25]);
  await daemon.until('it plays', async () => (await playedOf(SENT)) > RATE);
  /** Sends a level, which is to be played within a second of its time. @param during called again and again meanwhile */
  async function sounds(level: number, during = (): Promise<void> => Promise.resolve()): Promise<void> {
    const due = performance.now() + SENT_AHEAD;
    sender.play(() => [level, -level]);
    await daemon.until(`level ${level} is played`, async () => {
      await during();
      return (await playedOf(sampleOf(level))) > RATE / 20;
    });
    const late = performance.now() - due;
    t.ok(late < 1000, `ms too late: ${Math.round(late)}`);
  }
  const isShown = async (): Promise<void> => {
    const path = await pathNow(daemon);
    if (path !== LOCATION) throw new Error(`${path} plays during a skip`);
  };
  // The next packet is there before shairport-sync has got to the flush, and after that.
  for (const [pause, level] of [
    [0, 0.125],
    [300, 0.0625],
  ] as const) {
    await sender.flush();
    await delay(pause);
    await sounds(level, isShown);
    await daemon.until('it plays on', async () => (await playedOf(sampleOf(level))) > RATE);
  }
  for (const level of [0.03, 0.02, 0.01]) {
    await sender.flush();
    sender.play(() => [level, -level]);
    await delay(1000);
    await isShown();
  }
  await daemon.until('the last of three skips plays', async () => {
    await isShown();
    return (await playedOf(sampleOf(0.01))) > RATE;
  });
  t.equal(await playedOf(sampleOf(0.02)), 0);
  await sender.flush();
  await daemon.until('the queue goes on', async () => (await pathNow(daemon)) === files[0]);
  await sounds(0.4);
  t.equal(await pathNow(daemon), LOCATION);
});

t.test('the volume of the sender only makes it quieter, and the limit of the box holds', skip, async (t) => {
  // Software volume: what is played is what is heard.
  const { daemon, sender, played } = await open(t, { mixer: undefined });
  const limit = -20;
  t.equal((await daemon.put('/settings', { volume_limit: limit })).status, 204);
  await daemon.put('/player/volume', { steps: 1000 });
  t.match(await daemon.volume(), { volume: limit, limit });
  const most = Math.round(-SENT * 10 ** (limit / 20));
  /** Whether half a second was played of samples between two levels. */
  const isPlayed = async (from: number, to: number): Promise<boolean> => {
    const all = [...(await played())].filter(([sample]) => -sample >= from && -sample <= to);
    return all.reduce((sum, [, count]) => sum + count, 0) > RATE / 2;
  };
  sender.play(() => [0.25, -0.25]);
  await daemon.until('it plays as loud as it may', () => isPlayed(most - 2, most + 2));
  await sender.volume(-15);
  await daemon.until('quieter', () => isPlayed(2, most / 2));
  await sender.volume(0);
  await delay(1000);
  t.match(await daemon.volume(), { volume: limit, limit });
  const loudest = Math.max(...[...(await played()).keys()].map((sample) => -sample));
  t.ok(loudest <= most + 2, `${loudest} of ${most}`);
});

t.test('paused here it is silent though it sends on, and a start of the queue ends it', skip, async (t) => {
  const { files, daemon, sender, playedOf } = await open(t);
  sender.play(() => [0.25, -0.25]);
  await daemon.until('it plays', async () => (await playedOf(SENT)) > RATE);
  // This sender has no remote control that could be found.
  await daemon.put('/player/pause');
  t.equal(await daemon.playbackStatus(), 3);
  t.equal(await pathNow(daemon), LOCATION);
  const count = await playedOf(SENT);
  await daemon.put('/playlists/start?start_index=1');
  await daemon.until('the queue plays', async () => (await daemon.elapsed()) > 1000);
  t.equal(await pathNow(daemon), files[1]);
  t.ok((await playedOf(SENT)) - count < RATE);
});

t.test('shairport-sync that falls, and the setting switched off, give the queue back', skip, async (t) => {
  const { shairport, files, daemon, sender, playedOf } = await open(t);
  sender.play(() => [0.25, -0.25]);
  await daemon.until('it plays', async () => (await playedOf(SENT)) > RATE);
  await shairport.end();
  await daemon.until('the queue goes on', async () => (await pathNow(daemon)) === files[0]);
  t.equal(await daemon.playbackStatus(), 1);
  await daemon.put('/settings', { airplay_enabled: false });
  t.equal(await daemon.playbackStatus(), 1);
});

const onNetwork = { skip: trouble || (await multicastTrouble()) };

t.test('a sender is played on a UPnP renderer, which then has the queue again', onNetwork, async (t) => {
  const announcer = await Announcer.start(t, 1900);
  const udn = `uuid:test-airplay-${process.pid}`;
  const renderer = await FakeRenderer.start(t, udn);
  renderer.volume = 10;
  announcer.devices.set(udn, { udn, location: renderer.location });
  const { daemon, files, sender } = await open(t, {}, { TONEARM_UPNP_PORT: String(await freePort()) });
  await daemon.until('it is listed', async () => (await daemon.get('/devices')).text.includes(udn));
  await daemon.put(`/devices/${udn}/connect`);
  await renderer.until(() => renderer.played.length === 1);
  sender.play(() => [0.25, -0.25]);
  await daemon.until('the sender is shown', async () => (await pathNow(daemon)) === LOCATION);
  await renderer.until(() => /^live--.*\.wav$/.test(renderer.played.at(-1) ?? ''));
  const live = renderer.played.at(-1) ?? '';
  const framesOf = (sample: number): number => {
    const bytes = renderer.fetched.get(live) ?? Buffer.alloc(0);
    let count = 0;
    for (let at = 46; at + 2 <= bytes.length; at += 4) if (bytes.readInt16LE(at) === sample) count++;
    return count;
  };
  await renderer.until(() => framesOf(SENT) > 5 * RATE);
  const { length } = renderer.fetched.get(live) ?? [];
  t.ok(framesOf(SENT) > (length - 44) / 4 - RATE, `as it was sent: ${framesOf(SENT)} of ${(length - 44) / 4} frames`);
  t.equal(await daemon.playbackStatus(), 1);
  await sender.leave();
  await daemon.until('the queue goes on', async () => (await pathNow(daemon)) === files[0]);
  await renderer.until(() => renderer.played.length > 2 && renderer.state === 'PLAYING');
  t.not(renderer.played.at(-1), live);
});
