/**
 * CPU and wake-ups of a stopped player after its first scan, with nobody connected: in the first minute after the stop,
 * in which Tonearm still holds the device, in the second, in which it has closed the device, and in the third, when V8
 * has made the last of its reports on lazily compiled WebAssembly (5, 20, 60 and 120 s after the first decoding). Both
 * players are observed at the same time, since neither does any work that could disturb the other.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Mpd } from './mpd.mjs';
import { observe } from './process.mjs';
import { Tonearm } from './tonearm.mjs';

const SETTLE_MILLISECONDS = 5000;

export async function stopped({ music, quick, formats, say }) {
  const window = quick ? 30_000 : 60_000;
  const players = { tonearm: new Tonearm(music, { formats }), mpd: new Mpd(music, { formats }) };
  const minutes = [];
  try {
    for (const player of Object.values(players)) {
      await player.start();
      await player.fillQueue();
      await player.play(0);
      await player.scanned?.();
      await delay(3000);
      await player.silence();
      player.disconnect();
    }
    await delay(SETTLE_MILLISECONDS);
    for (const minute of quick ? ['first'] : ['first', 'second', 'third']) {
      say(`stopped, the ${minute} minute`);
      const [tonearm, mpd] = await Promise.all(Object.values(players).map(({ pid }) => observe(pid, window)));
      minutes.push({ minute, tonearm, mpd });
    }
  } finally {
    for (const player of Object.values(players)) await player.stop();
  }
  const row = (title, unit, key, { tonearm, mpd }, absolute) => ({
    title,
    unit,
    tonearm: [tonearm[key]],
    reference: [mpd[key]],
    referenceName: 'MPD',
    absolute,
  });
  return {
    rows: minutes.flatMap((one) => [
      row(`stopped, wake-ups, ${one.minute} minute`, 'a second', 'wakeUps', one, 0.1),
      row(`stopped, CPU, ${one.minute} minute`, '% of a core', 'cpuPercent', one),
    ]),
    details: { minutes },
  };
}
