/**
 * Sets an alarm from the page of a booted box and others over HTTP, restarts it, sets its clock to just before them, and
 * records what rings: a playlist, the tone where the network is away, and what goes on ringing after a power cut.
 */
import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Box } from './box.mjs';
import { restart } from './checks.mjs';
import { withPhone } from './phone.mjs';
import { expect } from './table.mjs';
import { describe, readWav, SILENCE } from './wav.mjs';

const MEMORY = 448;
const ZONE = 'Europe/Berlin';
const TRACK = '/usr/share/tonearm/demo/Nova Kestrel/Paper Satellites';
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** An address that nobody has (RFC 5737). */
const NOWHERE = 'http://192.0.2.1/live';
/** Milliseconds before an alarm to which the clock is set. */
const BEFORE = 20_000;
/** Seconds of sound that an alarm is listened to. */
const LISTENED = 10;
/** Least RMS of it, of full scale. */
const QUIETEST = 0.005;
/** Bytes of a second of the recording: 48 kHz, two channels, 16 bits. */
const SECOND = 48_000 * 4;

/** @param flash makes a fresh card by name */
export async function checkAlarms(table, folder, flash) {
  const box = new Box({ name: 'alarms', folder, card: await flash('alarms'), memory: MEMORY });
  const post = (path, body) => box.ask(path, { method: 'POST', body });
  const put = (path, body = {}) => box.ask(path, { method: 'PUT', body });
  const ringing = async () => (await box.ask('/alarms')).ringing;
  const set = (alarm) => post('/alarms', { days: WEEK, level: 100, fade_in: 0, ...alarm });
  /** Sets the clock to just before the next time of an alarm. */
  const setClockBefore = async ({ id }) => {
    const { next } = await box.ask(`/alarms/${id}`);
    await put('/system/time', { ntp: false, time: new Date(Date.parse(next) - BEFORE).toISOString() });
    return next;
  };
  const recorded = () => statSync(box.recording).size;
  /** What was recorded since `from`: seconds from the first sound to the last, level (RMS) of full scale. */
  const soundSince = (from) => {
    const wav = readWav(box.recording, from);
    if (!wav.samples.some((sample) => Math.abs(sample) > SILENCE)) return { seconds: 0, level: 0 };
    const { seconds, level } = describe(wav);
    return { seconds, level: level / 32_768 };
  };
  /** The recording holds silence, too, while a card is open. */
  const sounds = (from) => box.until('sound', () => recorded() > from + SECOND && soundSince(from).seconds >= LISTENED);
  const judge = (from) => {
    const { seconds, level } = soundSince(from);
    const said = `${seconds.toFixed(1)} s of sound, level ${level.toFixed(3)} of full scale`;
    expect(level > QUIETEST, said);
    return said;
  };
  const stop = async () => {
    await put('/alarms/stop');
    expect((await ringing()) === null, 'it rings on');
    // Time for the frames in the card's buffer, and for QEMU to write its file.
    await delay(3000);
  };
  try {
    await box.start();
    await box.answers();
    await put('/system/time', { timezone: ZONE });
    await table.check('an alarm that was set from the page before a restart rings with its playlist', async () => {
      const { text: name } = await box.inside(`ls "${TRACK}" | grep mp3 | head -n 1`);
      await post('/saved-playlists', { name: 'Morning', track_ids: [], paths: [`${TRACK}/${name}`] });
      await withPhone(box, 'alarms', (page) => setFromPage(page, { time: '06:45', music: 'Morning' }));
      const { alarms } = await box.ask('/alarms');
      expect(alarms.length === 1 && alarms[0].music.of === 'saved_playlist', JSON.stringify(alarms));
      const [alarm] = alarms;
      await restart(box);
      const from = recorded();
      const next = await setClockBefore(alarm);
      await box.until('the alarm', ringing);
      await sounds(from);
      const { path } = await box.ask('/player/current-track');
      const { failure } = await ringing();
      await stop();
      expect(path.endsWith(name) && failure === null && next.includes('T06:45:00+0'), `${path}, ${failure}, ${next}`);
      return `${next}: ${judge(from)}`;
    });
    await table.check('without a network the tone rings in the place of a station', async () => {
      const { id } = await post('/radio/stations', { name: 'Away', url: NOWHERE });
      const alarm = await set({ time: '07:45', music: { of: 'station', id } });
      const from = recorded();
      await setClockBefore(alarm);
      await box.monitor('set_link lan off');
      await sounds(from);
      await box.monitor('set_link lan on');
      const { failure } = await box.until('the alarm', ringing);
      const { path } = await box.ask('/player/current-track');
      await stop();
      expect(failure !== null && path.endsWith('Alarm.wav'), `${path}, ${failure}`);
      return `${failure}: ${judge(from)}`;
    });
    await table.check('an alarm rings on after a power cut', async () => {
      const alarm = await set({ time: '08:45', music: { of: 'tone' } });
      await setClockBefore(alarm);
      await box.until('the alarm', ringing);
      await box.inside('sync');
      await box.cutPower();
      await box.answers();
      await box.until('the alarm', ringing);
      const from = recorded();
      await sounds(from);
      await stop();
      return judge(from);
    });
  } finally {
    await box.quit();
  }
}

/** Sets an alarm for all days at once, at full volume. */
async function setFromPage(page, { time, music }) {
  await page.getByRole('button', { name: 'New alarm' }).last().tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Time', { exact: true }).fill(time);
  for (const day of await sheet.locator('.days button').all()) await day.tap();
  await sheet.getByLabel('Wakes with').selectOption({ label: music });
  await sheet.getByLabel('Fade in').selectOption('0');
  await sheet.getByRole('slider', { name: 'Volume' }).fill('100');
  await sheet.getByRole('button', { name: 'Save' }).tap();
  await page.getByRole('button', { name: /^6:45.AM/ }).waitFor();
}
