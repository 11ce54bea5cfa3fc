/**
 * CPU of a server, all threads, for one command on a queue of 10,000 entries, until half a second after its answer, so
 * that what is written to disk after the answer counts too.
 */
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Mpd } from './mpd.mjs';
import { cpuOf } from './process.mjs';
import { Tonearm } from './tonearm.mjs';

const ENTRIES = 10_000;
const AFTERWARDS_MILLISECONDS = 500;
const MOST_MILLISECONDS = 50;

export async function queue({ music, quick, formats, say }) {
  const rounds = quick ? 2 : 7;
  const tonearm = new Tonearm(music, { formats });
  const mpd = new Mpd(music, { formats });
  const many = Array.from({ length: ENTRIES }, (_, index) => music.files[index % music.files.length]);
  const adds = ['command_list_begin', ...many.map((file) => `add "${basename(file)}"`), 'command_list_end'].join('\n');
  const half = ENTRIES / 2;
  const ours = {
    insert: () => tonearm.ask('POST', '/playlists/current/tracks', { position: -3, tracks: many.slice(1) }),
    shuffle: () => tonearm.ask('PUT', '/playlists/shuffle'),
    move: () => tonearm.ask('PUT', '/playlists/current/tracks/move', { from: 0, to: half, count: 1 }),
    get: () => tonearm.ask('GET', '/playlists/current/tracks'),
  };
  const theirs = {
    insert: () => mpd.ask(adds),
    shuffle: () => mpd.ask('shuffle'),
    move: () => mpd.ask(`move 0 ${half}`),
    get: () => mpd.ask('playlistinfo'),
  };
  const spent = Object.fromEntries(Object.keys(ours).map((name) => [name, { tonearm: [], mpd: [] }]));
  try {
    for (const player of [tonearm, mpd]) {
      await player.start();
      await player.fillQueue();
    }
    for (let round = 0; round <= rounds; round++) {
      say(`a queue of ${ENTRIES} entries, round ${round} of ${rounds}`);
      await tonearm.ask('POST', '/playlists', { tracks: many.slice(0, 1) });
      await mpd.ask('clear');
      for (const name of Object.keys(ours)) {
        const costs = [await cost(tonearm, ours[name]), await cost(mpd, theirs[name])];
        if (round === 0) continue; // the first round only warms up caches and compiled code
        spent[name].tonearm.push(costs[0]);
        spent[name].mpd.push(costs[1]);
      }
    }
  } finally {
    await tonearm.stop();
    await mpd.stop();
  }
  return {
    rows: Object.entries(spent).map(([name, { tonearm: costs, mpd: reference }]) => ({
      title: `${ENTRIES} entries: ${name}, server CPU`,
      unit: 'ms',
      tonearm: costs,
      reference,
      referenceName: 'MPD',
      absolute: MOST_MILLISECONDS,
    })),
  };
}

/** CPU of one command in milliseconds. */
async function cost({ pid }, command) {
  const before = cpuOf(pid);
  await command();
  await delay(AFTERWARDS_MILLISECONDS);
  return (cpuOf(pid) - before) / 1e6;
}
