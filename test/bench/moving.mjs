/**
 * Milliseconds from the moment before a request is sent to the first frame of the new position, while playing: the next
 * track, and a position 30 s ahead in a long one. `written`: the frame reaches ALSA, which the target is for; `played`:
 * the device plays it, after the fade of the old sound, which MPD cuts off.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Mpd } from './mpd.mjs';
import { Tonearm } from './tonearm.mjs';

const SOUND_MILLISECONDS = 1500;
const STEP_SECONDS = 30;
/** Length of the fade of the old track, after which the next one begins (native/core/pcm_writer.h). */
const SEAM_MILLISECONDS = 4;

async function timed(player, ask) {
  const asked = await ask();
  const { written, played } = await player.sink.moved(asked);
  await delay(SOUND_MILLISECONDS);
  return { written: (written - asked) / 1e6, played: (played - asked) / 1e6 };
}

export async function moving({ music, quick, formats, say }) {
  const repetitions = quick ? 4 : 15;
  const tonearm = new Tonearm(music, { formats });
  const mpd = new Mpd(music, { formats });
  const times = { next: { tonearm: [], mpd: [] }, seek: { tonearm: [], mpd: [] } };
  try {
    for (const player of [tonearm, mpd]) {
      const name = player === tonearm ? 'tonearm' : 'mpd';
      await player.start();
      await player.fillQueue();
      say(`next and seek while playing: ${player.name}`);
      await timed(player, () => player.play(1));
      for (let repetition = 0; repetition < repetitions; repetition++)
        times.next[name].push(await timed(player, () => player.next()));
      await timed(player, () => player.play(0));
      for (let repetition = 1; repetition <= repetitions; repetition++)
        times.seek[name].push(await timed(player, () => player.seek(STEP_SECONDS * repetition)));
      await player.silence();
    }
  } finally {
    await tonearm.stop();
    await mpd.stop();
  }
  const row = (title, { tonearm: ours, mpd: theirs }, of, limit) => ({
    ...{ title, unit: 'ms', tonearm: ours.map(of), reference: theirs.map(of), referenceName: 'MPD', limit },
  });
  const written = (time) => time.written;
  const played = (time) => time.played;
  times.next.tonearm.forEach((time) => (time.played += SEAM_MILLISECONDS));
  return {
    rows: [
      row('next → first frame written', times.next, written, 0.5),
      row('next → first frame played', times.next, played),
      row('seek → first frame written', times.seek, written, 0.5),
      row('seek → first frame played', times.seek, played),
    ],
  };
}
