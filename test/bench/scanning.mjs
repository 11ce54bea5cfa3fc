/**
 * Underruns while a track plays, and how long `PUT /player/next` takes, during scans of 10,000 files (the first into an
 * empty library), while a client reads the list of all tracks in a loop. The targets are what a listener notices, so
 * MPD is not measured.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { theCorpus } from './corpus.mjs';
import { at } from './paths.mjs';
import { now } from './process.mjs';
import { Tonearm } from './tonearm.mjs';

const BUSY_CLIENT = at('test', 'bench', 'busy-client.mjs');
const SETTLE_MILLISECONDS = 2000;
/** Pause between two skips: long enough that some of each track is played. */
const PAUSE_MILLISECONDS = 100;

const share = (values, part) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1];

/** Total milliseconds that the main threads of the daemon and of this process have waited for a processor. */
const waited = ({ pid }) =>
  [pid, process.pid]
    .map((one) => Number(readFileSync(`/proc/${one}/task/${one}/schedstat`, 'utf8').split(' ')[1]) / 1e6)
    .reduce((sum, time) => sum + time);

/** Milliseconds of a skip until its answer; `own`: without the time spent waiting for a processor. */
async function timed(tonearm) {
  const before = waited(tonearm);
  const asked = await tonearm.next();
  const all = (now() - asked) / 1e6;
  return { all, own: Math.max(all - (waited(tonearm) - before), 0) };
}

async function skips(tonearm, count) {
  const times = [];
  for (let skip = 0; skip < count; skip++) {
    times.push(await timed(tonearm));
    await delay(PAUSE_MILLISECONDS);
  }
  return times;
}

/**
 * One round, with an empty library at first. @returns times of the skips, underruns, and the counts of the busy client
 */
async function oneRound({ folder, files }, { count, listening, formats }) {
  const tonearm = new Tonearm({ folder, files }, { formats });
  try {
    await tonearm.start();
    await tonearm.fillQueue();
    await tonearm.ask('PUT', '/settings', { repeat_mode: 1 });
    await tonearm.play(0);
    await delay(SETTLE_MILLISECONDS);
    const before = tonearm.sink.xruns();
    const busy = new Worker(BUSY_CLIENT, { workerData: tonearm.address });
    const ended = once(busy, 'message');
    await delay(listening);
    const times = await skips(tonearm, count);
    busy.postMessage('over');
    const [done] = await ended;
    const xruns = tonearm.sink.xruns() - before;
    await delay(SETTLE_MILLISECONDS);
    return { times, done, xruns, idle: await skips(tonearm, count >> 1) };
  } finally {
    await tonearm.stop();
  }
}

export async function scanning({ music, quick, formats, say }) {
  const corpus = theCorpus(say);
  const library = { folder: `${corpus.mp3.folder}:${music.folder}`, files: music.files };
  const rounds = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    say(`playing and skipping during scans, round ${round + 1}`);
    rounds.push(await oneRound(library, { count: quick ? 150 : 300, listening: quick ? 10_000 : 30_000, formats }));
  }
  const row = (title, unit, tonearm, absolute) => ({
    ...{ title, unit, tonearm, reference: [0], referenceName: '', limit: undefined },
    ...(absolute === undefined ? {} : { absolute }),
  });
  const of = (key, part, which = 'all') =>
    rounds.map((round) =>
      share(
        round[key].map((time) => time[which]),
        part,
      ),
    );
  const sum = (key) => rounds.reduce((total, { done }) => total + done[key], 0);
  return {
    rows: [
      row('underruns while scanning and sending all tracks', '', [Math.max(...rounds.map(({ xruns }) => xruns))], 0),
      row('next while scanning and sending, to its answer, p99', 'ms', of('times', 0.99), 30),
      row('of which not waiting for a processor, p99', 'ms', of('times', 0.99, 'own')),
      row('next while scanning and sending, to its answer, median', 'ms', of('times', 0.5)),
      row('next with nothing else to do, p99', 'ms', of('idle', 0.99)),
      row('next with nothing else to do, median', 'ms', of('idle', 0.5)),
    ],
    notes: [
      `meanwhile: ${sum('scans')} scans of ${corpus.mp3.count} files and ${sum('dumps')} lists of all tracks, ` +
        `${Math.round(sum('bytes') / 2 ** 20)} MiB`,
    ],
    details: { rounds },
  };
}
