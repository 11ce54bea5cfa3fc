/**
 * CPU, wake-ups and memory while playing 320 kbps: one player at a time, after its first 20 s, so that neither the
 * start nor the first burst of decoding is measured. MPD is measured a second time with mpg123, for information.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Mpd } from './mpd.mjs';
import { memoryOf, observe } from './process.mjs';
import { Tonearm } from './tonearm.mjs';

const SETTLE_MILLISECONDS = 20_000;
const REST_MILLISECONDS = 1000;

export async function playing({ music, quick, formats, say }) {
  const [rounds, window] = quick ? [1, 10_000] : [3, 30_000];
  const contenders = {
    tonearm: new Tonearm(music, { formats }),
    mpd: new Mpd(music, { formats }),
    mpg123: new Mpd(music, { formats, mpg123: true }),
  };
  const seen = { tonearm: [], mpd: [], mpg123: [] };
  const idle = {};
  try {
    for (const [name, player] of Object.entries(contenders)) {
      // The two MPDs use one discarding device, so they must not play at the same time.
      await player.start();
      await player.fillQueue();
      await player.scanned?.();
      await delay(quick ? 4000 : 8000);
      idle[name] = memoryOf(player.pid);
    }
    for (let round = 0; round < rounds; round++) {
      for (const [name, player] of Object.entries(contenders)) {
        say(`playing, round ${round + 1} of ${rounds}: ${player.name}`);
        await player.play(0);
        await delay(SETTLE_MILLISECONDS);
        seen[name].push({ ...(await observe(player.pid, window)), ...memoryOf(player.pid) });
        await player.silence();
        await delay(REST_MILLISECONDS);
      }
    }
    return rows(contenders, seen, idle);
  } finally {
    for (const player of Object.values(contenders)) await player.stop();
  }
}

function rows({ tonearm, mpd }, seen, idle) {
  const of = (name, key) => seen[name].map((window) => window[key]);
  const compare = (title, unit, key, limit, reference = 'mpd') => ({
    title,
    unit,
    tonearm: of('tonearm', key),
    reference: of(reference, key),
    referenceName: reference === 'mpd' ? 'MPD' : 'MPD, mpg123',
    limit,
  });
  const idleRow = (title, key) => ({
    title,
    unit: 'MiB',
    tonearm: [idle.tonearm[key]],
    reference: [idle.mpd[key]],
    referenceName: 'MPD',
  });
  return {
    rows: [
      compare('playing 320 kbps, CPU', '% of a core', 'cpuPercent', 1.0),
      compare('playing 320 kbps, CPU, against mpg123', '% of a core', 'cpuPercent', undefined, 'mpg123'),
      compare('playing, wake-ups', 'a second', 'wakeUps', 0.25),
      compare('playing, resident memory', 'MiB', 'resident', 1.4),
      compare('playing, of which anonymous', 'MiB', 'anonymous'),
      idleRow('idle with a queue, resident memory', 'resident'),
      idleRow('idle, of which anonymous', 'anonymous'),
    ],
    notes: [
      `Tonearm at the sink: ${tonearm.sink.negotiated()}`,
      `MPD at the sink: ${mpd.sink.negotiated()}`,
      `xruns: Tonearm ${tonearm.sink.xruns()}, MPD ${mpd.sink.xruns()}`,
    ],
    details: { threads: Object.fromEntries(Object.keys(seen).map((name) => [name, of(name, 'threads')])) },
  };
}
