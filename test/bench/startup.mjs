/**
 * CPU from exec to ready (Tonearm has answered GET /version, MPD has sent its greeting), both players alternating, with
 * a queue and a state to restore, files in the page cache. `node dist/start.cjs` is how the appliance's unit starts the
 * daemon; the bootstrap behind `npm start` checks that everything is built and loads the daemon into its own process.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Mpd } from './mpd.mjs';
import { at } from './paths.mjs';
import { cpuOf, now, until } from './process.mjs';
import { Tonearm, WAYS } from './tonearm.mjs';

/** Time for the work that goes on after the start is ready: decoders, caches, tags. */
const SETTLE_MILLISECONDS = 2000;

const hasCodeCache = () => readdirSync(at('dist')).some((name) => name.endsWith('.v8cache'));

export async function startup({ music, quick, formats, say }) {
  const repetitions = quick ? 5 : 15;
  const tonearm = new Tonearm(music, { formats });
  const mpd = new Mpd(music, { formats });
  const contenders = {
    bundle: { player: tonearm, start: () => tonearm.start(WAYS.bundle) },
    bootstrap: { player: tonearm, start: () => tonearm.start(WAYS.bootstrap) },
    mpd: { player: mpd, start: () => mpd.start() },
  };
  await warmUp([tonearm, mpd]);
  say(`start to ready, ${repetitions} times each`);
  const cpu = { bundle: [], bootstrap: [], mpd: [] };
  const settled = { bundle: [], bootstrap: [], mpd: [] };
  const wall = { bundle: [], bootstrap: [], mpd: [] };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const [name, { player, start }] of Object.entries(contenders)) {
      try {
        await start();
        wall[name].push((now() - player.started) / 1e6);
        cpu[name].push(cpuOf(player.pid) / 1e6);
        await delay(SETTLE_MILLISECONDS);
        settled[name].push(cpuOf(player.pid) / 1e6);
      } finally {
        await player.stop();
      }
      await delay(200);
    }
  }
  const row = (title, unit, values, name, limit) => ({
    title,
    unit,
    tonearm: values[name],
    reference: values.mpd,
    referenceName: 'MPD',
    limit,
  });
  return {
    rows: [
      row('start → ready, CPU, node dist/start.cjs', 'ms', cpu, 'bundle', 1.3),
      row('start → ready, CPU, npm start’s bootstrap', 'ms', cpu, 'bootstrap', 1.3),
      row('start → settled after 2 s, CPU, bundle', 'ms', settled, 'bundle'),
      row('start → ready, wall, node dist/start.cjs', 'ms', wall, 'bundle'),
      row('start → ready, wall, npm start’s bootstrap', 'ms', wall, 'bootstrap'),
    ],
  };
}

/** Starts each player once: this fills and saves the queue, and Tonearm writes its code cache a few seconds later. */
async function warmUp(players) {
  for (const player of players) {
    try {
      await player.start();
      await player.fillQueue();
      if (player instanceof Tonearm) await until('a code cache', hasCodeCache, { timeout: 15_000, pause: 200 });
    } finally {
      await player.stop();
    }
  }
}
