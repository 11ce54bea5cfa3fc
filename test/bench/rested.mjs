/**
 * Milliseconds from `play` to the first write after two minutes of silence. Several instances of both players are
 * stopped at the same time and started one after the other, so that twenty repetitions need two pauses. Tonearm's
 * request uses a connection that is opened after the time stamp, as that of a phone would: the server closes idle ones.
 * MPD's connection is kept.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { timeFirstWrite } from './latency.mjs';
import { Mpd } from './mpd.mjs';
import { scratchFolder } from './paths.mjs';
import { now } from './process.mjs';
import { Tonearm } from './tonearm.mjs';

const REST_MILLISECONDS = 120_000;
const INSTANCES = 10;
const RESTS = 2;

export async function rested({ music, quick, formats, say }) {
  if (quick) return { rows: [], notes: ['the row after two minutes stopped is left out by --quick'] };
  const captures = scratchFolder('captures');
  const players = { tonearm: [], mpd: [] };
  const times = { tonearm: [], mpd: [] };
  try {
    for (let instance = 0; instance < INSTANCES; instance++) {
      players.tonearm.push(new Tonearm(music, { formats, swallow: join(captures, `tonearm-${instance}`) }));
      players.mpd.push(new Mpd(music, { formats, swallow: join(captures, `mpd-${instance}`) }));
    }
    for (const player of Object.values(players).flat()) {
      await player.start();
      await player.fillQueue();
      await timeFirstWrite(player, () => player.play(0));
    }
    for (let rest = 0; rest < RESTS; rest++) {
      say(`two minutes of silence, ${rest + 1} of ${RESTS}`);
      await delay(REST_MILLISECONDS);
      for (let instance = 0; instance < INSTANCES; instance++) {
        times.tonearm.push(
          await timeFirstWrite(players.tonearm[instance], () => onNewConnection(players.tonearm[instance])),
        );
        times.mpd.push(await timeFirstWrite(players.mpd[instance], () => players.mpd[instance].playSelected()));
      }
    }
  } finally {
    await Promise.all(
      Object.values(players)
        .flat()
        .map((player) => player.stop()),
    );
  }
  return {
    rows: [
      {
        title: 'play → first write, 2 minutes stopped',
        unit: 'ms',
        tonearm: times.tonearm,
        reference: times.mpd,
        referenceName: 'MPD',
        limit: 0.5,
      },
    ],
  };
}

async function onNewConnection(tonearm) {
  const asked = now();
  await tonearm.reconnect();
  await tonearm.playSelected();
  return asked;
}
