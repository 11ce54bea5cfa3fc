/**
 * A phone plays on the box over Bluetooth: the production bundle of the daemon, with stand-ins for BlueZ and bluez-alsa
 * on a private bus, and the sound of the phone in an ALSA PCM with the name of bluez-alsa's.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Variant } from 'dbus-next';
import t, { type Test } from 'tap';
import { sendingDevice } from '../streams/sending-device.js';
import { chunk, fmt, wav } from '../decode/formats/pcm-fixtures.js';
import { HCI0, StandInBluez, StandInSound } from '../bluetooth/stand-in-bluez.js';
import { text } from '../bluetooth/stand-in-program.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { createHouse, type Daemon } from './daemon.js';

const RATE = 44_100;
const SECONDS = 60;
const PHONE = 'AA:BB:CC:00:00:11';
const SONG = {
  Title: text('Launch Window'),
  Artist: text('Nova Kestrel'),
  Album: text('Paper Satellites'),
  Duration: new Variant('u', 180_000),
};
t.setTimeout(240_000);

/** Starts a daemon that plays the first of two tracks, and a phone that does not play. */
async function open(t: Test) {
  const bus = await PrivateBus.start(t);
  const bluez = await StandInBluez.start(t, bus);
  await StandInSound.start(t, bus, bluez);
  const house = await createHouse(t, { rates: [RATE], formats: ['S16_LE'], patient: true });
  const { rig, library } = house;
  const device = await sendingDevice(t, rig.folder, rig.environment.ALSA_CONFIG_PATH, 'bluealsa', ['DEV', 'PROFILE']);
  device.send(() => [0.25, -0.25]);
  // Samples of the queue are positive in both channels, to tell them from those of the phone.
  const files = ['one', 'two'].map((name) => join(library, `${name}.wav`));
  const samples = new Int16Array(2 * RATE * SECONDS).fill(0x2000);
  const bytes = wav(fmt({ tag: 1, rate: RATE, bits: 16 }), chunk('data', new Uint8Array(samples.buffer)));
  for (const file of files) await writeFile(file, bytes);
  const start = () => house.start({ environment: { DBUS_SYSTEM_BUS_ADDRESS: bus.address } });
  const daemon = await start();
  await daemon.play(files);
  await daemon.put('/playlists/start', {});
  await daemon.until('the queue plays', async () => (await daemon.elapsed()) > 500);
  await daemon.put('/settings', { bluetooth_reception: true, player_name: 'Kitchen' });
  await daemon.until('it is seen', async () => bluez.value(HCI0, 'org.bluez.Adapter1', 'Discoverable') === true);
  const phone = bluez.phone(PHONE, 'Phone');
  /** Number of played frames that came from the phone. */
  const playedOfPhone = async (): Promise<number> => {
    const bytes = await rig.capture();
    let count = 0;
    for (let at = 2; at + 2 <= bytes.length; at += 4) if (Math.abs(bytes.readInt16LE(at) + 0x2000) < 4) count += 1;
    return count;
  };
  return { bluez, phone, files, daemon, start, playedOfPhone };
}

const pathNow = async (daemon: Daemon): Promise<string | undefined> => (await daemon.currentTrack())?.path;

t.test('a phone interrupts the queue, is played and shown, and then the queue goes on', async (t) => {
  const { bluez, phone, files, daemon, playedOfPhone } = await open(t);
  bluez.stream(phone, true, SONG);
  await daemon.until('it is shown', async () => (await pathNow(daemon)) === `bluetooth:${PHONE}`);
  t.equal(await daemon.playbackStatus(), 1);
  const shown = await daemon.currentTrack();
  t.match(shown, {
    title: 'Launch Window',
    artist: 'Nova Kestrel',
    album: 'Paper Satellites',
    length: 180_000,
    frequency: RATE,
    id: null,
  });
  await daemon.until('playing', async () => (await playedOfPhone()) > RATE);
  const resume = (await daemon.get('/status')).body as { resume_elapsed: number };
  t.ok(resume.resume_elapsed >= 500, 'the queue keeps its place');
  bluez.stream(phone, false, SONG);
  await daemon.until('the queue goes on', async () => (await pathNow(daemon)) === files[0]);
  t.equal(await daemon.playbackStatus(), 1);
  await daemon.until('playing on from the position', async () => (await daemon.elapsed()) > resume.resume_elapsed);
});

t.test('pause, resume, next and previous go to the phone; a start of the queue ends it', async (t) => {
  const { bluez, phone, files, daemon } = await open(t);
  bluez.stream(phone, true, SONG);
  await daemon.until('it is shown', async () => (await pathNow(daemon)) === `bluetooth:${PHONE}`);
  const asked = () => bluez.asked.filter((each) => each.endsWith('/player0')).map((each) => each.split(' ')[0]);
  await daemon.put('/player/next');
  await daemon.put('/player/previous');
  await daemon.put('/player/pause');
  t.strictSame(asked(), ['Next', 'Previous', 'Pause']);
  t.equal(await daemon.playbackStatus(), 3);
  t.equal(await pathNow(daemon), `bluetooth:${PHONE}`);
  await daemon.until(
    'it rests',
    async () => bluez.value(`${phone}/fd0`, 'org.bluez.MediaTransport1', 'State') === 'idle',
  );
  await daemon.put('/player/resume');
  await daemon.until('it plays again', async () => (await daemon.playbackStatus()) === 1);
  await daemon.put('/playlists/start?start_index=1');
  t.equal(await pathNow(daemon), files[1]);
  await daemon.until('reported', async () => asked().at(-1) === 'Pause');
  await daemon.until('the queue plays', async () => (await daemon.elapsed()) > 300);
});

t.test('an appliance that loses power while a phone plays restores the queue and its position', async (t) => {
  const { bluez, phone, files, daemon, start, playedOfPhone } = await open(t);
  bluez.stream(phone, true, SONG);
  await daemon.until('playing', async () => (await playedOfPhone()) > RATE / 2);
  const { resume_elapsed: position } = (await daemon.get('/status')).body as { resume_elapsed: number };
  await daemon.stop('SIGKILL');
  bluez.stream(phone, false, SONG);
  const again = await start();
  const status = (await again.get('/status')).body as { resume_index: number; resume_elapsed: number };
  t.equal(status.resume_index, 0);
  t.ok(Math.abs(status.resume_elapsed - position) < 1500, `${status.resume_elapsed} of ${position} ms`);
  t.equal(await again.playbackStatus(), 0);
  const settings = (await again.get('/settings')).body as { bluetooth_reception: boolean };
  t.equal(settings.bluetooth_reception, true);
  await again.put('/playlists/resume-track');
  await again.until('the queue plays', async () => (await pathNow(again)) === files[0]);
});

t.test('switched off, the phone is sent away and the queue goes on', async (t) => {
  const { bluez, phone, files, daemon } = await open(t);
  bluez.stream(phone, true, SONG);
  await daemon.until('it is shown', async () => (await pathNow(daemon)) === `bluetooth:${PHONE}`);
  await daemon.put('/settings', { bluetooth_reception: false });
  await daemon.until('the queue goes on', async () => (await pathNow(daemon)) === files[0]);
  t.equal(await daemon.playbackStatus(), 1);
  await daemon.until('it is disconnected', async () => bluez.count(`Disconnect ${phone}`) === 1);
  await daemon.until('it is not seen', async () => bluez.value(HCI0, 'org.bluez.Adapter1', 'Discoverable') === false);
});
