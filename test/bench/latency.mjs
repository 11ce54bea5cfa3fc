/**
 * Milliseconds from the moment before a request is sent to the first write at ALSA, both players alternating, always
 * from stopped: the selected track after a pause of two seconds, and each time another track that was never prepared.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Mpd } from './mpd.mjs';
import { Tonearm } from './tonearm.mjs';

const SOUND_MILLISECONDS = 300;
const PAUSE_MILLISECONDS = 2000;
/**
 * Step through the short tracks that never hits the next one (which is prepared) and reaches all: 25 and 7 have no
 * common factor.
 */
const STRIDE = 7;

/** Starts playback, lets it sound for a moment, stops it. @returns milliseconds to the first write */
export async function timeFirstWrite(player, ask) {
  const asked = await ask();
  const written = await player.sink.firstWrite(asked);
  await delay(SOUND_MILLISECONDS);
  await player.silence();
  return (written - asked) / 1e6;
}

export async function latency({ music, quick, formats, say }) {
  const repetitions = quick ? 5 : 20;
  const tonearm = new Tonearm(music, { formats });
  const mpd = new Mpd(music, { formats });
  const times = { selected: { tonearm: [], mpd: [] }, arbitrary: { tonearm: [], mpd: [] } };
  try {
    for (const player of [tonearm, mpd]) {
      await player.start();
      await player.fillQueue();
      await player.play(0);
      await delay(SOUND_MILLISECONDS);
      await player.silence();
    }
    say(`play to first write, the selected track, ${repetitions} times each`);
    for (let repetition = 0; repetition < repetitions; repetition++) {
      await delay(PAUSE_MILLISECONDS);
      times.selected.tonearm.push(await timeFirstWrite(tonearm, () => tonearm.playSelected()));
      times.selected.mpd.push(await timeFirstWrite(mpd, () => mpd.playSelected()));
    }
    say(`play to first write, tracks never prepared, ${repetitions} times each`);
    const short = music.files.length - 1;
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const index = 1 + ((1 + STRIDE * repetition) % short);
      await delay(PAUSE_MILLISECONDS);
      times.arbitrary.tonearm.push(await timeFirstWrite(tonearm, () => tonearm.play(index)));
      times.arbitrary.mpd.push(await timeFirstWrite(mpd, () => mpd.play(index)));
    }
  } finally {
    await tonearm.stop();
    await mpd.stop();
  }
  const row = (title, { tonearm: ours, mpd: theirs }, limit) => ({
    title,
    unit: 'ms',
    tonearm: ours,
    reference: theirs,
    referenceName: 'MPD',
    limit,
  });
  return {
    rows: [
      row('play → first write, selected track prepared', times.selected, 0.25),
      row('start → first write, track never prepared', times.arbitrary, 1.0),
    ],
  };
}
