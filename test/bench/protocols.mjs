/**
 * The protocols besides REST: CPU of commands of MPD's, sent to Tonearm and to MPD over libraries of the same 10,000 files;
 * wake-ups while a hundred clients wait for events; and the memory that the protocols take while nobody uses them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Connection, mpdAnswerEnd } from './connection.mjs';
import { theCorpus } from './corpus.mjs';
import { Mpd } from './mpd.mjs';
import { freePort } from './paths.mjs';
import { memoryOf, observe, threadsOf } from './process.mjs';
import { Tonearm } from './tonearm.mjs';

/** Commands with how often each is sent, and what the CPU may be as a multiple of MPD's. */
const COMMANDS = {
  // So many that both servers run as they do after an hour with an app that asks every second.
  status: { times: 10_000, limit: 2, texts: ['status'] },
  search: {
    ...{ times: 80, limit: 0.5 },
    texts: ['bjork homogenic', 'night', 'the beat', 'various', 'ensemble', 'sessions 12'].map(
      (text) => `search any "${text}"`,
    ),
  },
  listallinfo: { times: 10, limit: 2, texts: ['listallinfo'] },
};
/** In which the garbage of commands is collected. */
const CLEANING_MILLISECONDS = 500;
/** A daemon that takes no more of a core in this time has nothing left to do. */
const LOOK_MILLISECONDS = 3000;
const MOST_PERCENT = 1;
const MOST_LOOKS = 100;
/** After the commands: V8 and the daemon clean up, which is over within a minute. */
const REST_MILLISECONDS = 60_000;
const SETTLE_MILLISECONDS = 5000;
const CLIENTS = 100;
const MACHINES = 5;
/** Wake-ups are counted in windows, of which the median counts: a job that is done once falls into one or two of them. */
const WINDOW_MILLISECONDS = 10_000;
const WINDOWS = 7;
const STARTS = 5;
const PORTS = ['TONEARM_MPD_PORT', 'TONEARM_GRAPHQL_PORT', 'TONEARM_UPNP_PORT'];
const MOST = { wakeUps: 0.1, memory: 6 };

/** Milliseconds of the live threads of a server for each of `times` commands, with what is cleaned up after them. */
async function cost(pid, ask, { times, texts }) {
  const cpu = () => Object.values(threadsOf(pid)).reduce((sum, thread) => sum + thread.cpu, 0);
  const before = cpu();
  for (let time = 0; time < times; time++) await ask(texts[time % texts.length]);
  await delay(CLEANING_MILLISECONDS);
  return (cpu() - before) / 1e6 / times;
}

/** Resolves when a daemon has done what a first scan leaves to be done later, such as the thumbnails of all albums. */
async function finished(pid) {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const { cpuPercent } = await observe(pid, LOOK_MILLISECONDS);
    if (cpuPercent < MOST_PERCENT) return;
  }
  throw new Error('the daemon still works long after its first scan');
}

/** Wake-ups a second of a daemon of which nobody wants anything. */
async function wakeUps(pid) {
  const counts = [];
  for (let window = 0; window < WINDOWS; window++) counts.push((await observe(pid, WINDOW_MILLISECONDS)).wakeUps);
  return { counts, median: counts.toSorted((one, other) => one - other)[Math.floor(WINDOWS / 2)] };
}

/** A function that sends a command to Tonearm's MPD port and resolves with the answer. */
async function mpdClient(address) {
  const connection = await Connection.open(address, mpdAnswerEnd);
  await connection.exchange();
  return async (command) => {
    const { text } = await connection.exchange(`${command}\n`);
    if (text.startsWith('ACK')) throw new Error(`Tonearm, ${command}: ${text}`);
    return text;
  };
}

async function commands({ corpus, rounds, formats, say }) {
  const address = { host: '127.0.0.1', port: await freePort() };
  const tonearm = new Tonearm(corpus.mp3, { formats, environment: { TONEARM_MPD_PORT: String(address.port) } });
  const mpd = new Mpd(corpus.mp3, { formats });
  try {
    say('10,000 files, in Tonearm and in MPD');
    await Promise.all([tonearm.start().then(() => tonearm.scanned()), mpd.start().then(() => mpd.fillQueue())]);
    await finished(tonearm.pid);
    const players = [
      { pid: tonearm.pid, ask: await mpdClient(address), costs: {} },
      { pid: mpd.pid, ask: (command) => mpd.ask(command), costs: {} },
    ];
    // One command after the other: a large answer leaves garbage that is collected while later commands run.
    for (const [name, command] of Object.entries(COMMANDS)) {
      for (let round = 0; round <= rounds; round++) {
        say(round === 0 ? `${name}, to warm up` : `${name}, round ${round} of ${rounds}`);
        for (const { pid, ask, costs } of players) {
          const milliseconds = await cost(pid, ask, command);
          if (round > 0) (costs[name] ??= []).push(milliseconds);
        }
      }
    }
    say('nobody asks anything');
    await delay(REST_MILLISECONDS);
    const alone = await wakeUps(tonearm.pid);
    say(`${CLIENTS} clients that wait for events`);
    for (let client = 0; client < CLIENTS; client++) {
      // As if from several machines: one may keep no more than 32.
      const localAddress = `127.0.0.${2 + (client % MACHINES)}`;
      const connection = await Connection.open({ ...address, localAddress }, mpdAnswerEnd);
      await connection.exchange();
      void connection.exchange('idle\n').catch(() => undefined);
    }
    await delay(SETTLE_MILLISECONDS);
    const idle = await wakeUps(tonearm.pid);
    return { tonearm: players[0].costs, mpd: players[1].costs, idle, alone };
  } finally {
    await tonearm.stop();
    await mpd.stop();
  }
}

/** MiB that belong to no file, of daemons with the protocols and of others without. */
async function memory({ music, starts, formats, say }) {
  const taken = { on: [], off: [] };
  for (let start = 0; start < starts; start++) {
    for (const [way, ports] of Object.entries({
      on: await Promise.all(PORTS.map(freePort)),
      off: PORTS.map(() => 0),
    })) {
      say(`memory while nobody uses the protocols, ${way}, ${start + 1} of ${starts}`);
      const environment = Object.fromEntries(PORTS.map((name, index) => [name, String(ports[index])]));
      const tonearm = new Tonearm(music, { formats, environment });
      try {
        await tonearm.start();
        await tonearm.scanned();
        taken[way].push(memoryOf(tonearm.pid).anonymous);
      } finally {
        await tonearm.stop();
      }
    }
  }
  return taken;
}

export async function protocols({ music, quick, formats, say }) {
  const corpus = theCorpus(say);
  const { tonearm, mpd, idle, alone } = await commands({ corpus, rounds: quick ? 1 : 5, formats, say });
  const { on, off } = await memory({ music, starts: quick ? 1 : STARTS, formats, say });
  const lowest = Math.min(...off);
  return {
    rows: [
      ...Object.entries(COMMANDS).map(([name, { limit }]) => ({
        ...{ title: `MPD's ${name}, 10,000 tracks, server CPU`, unit: 'ms', limit },
        ...{ tonearm: tonearm[name], reference: mpd[name], referenceName: 'MPD' },
      })),
      {
        ...{ title: `${CLIENTS} MPD clients that wait, wake-ups more`, unit: 'a second' },
        ...{ tonearm: [Math.max(idle.median - alone.median, 0)], reference: [alone.median] },
        ...{ referenceName: 'all without', absolute: MOST.wakeUps },
      },
      {
        ...{ title: 'protocols that nobody uses, memory', unit: 'MiB', tonearm: on.map((each) => each - lowest) },
        ...{ reference: off.map((each) => each - lowest), referenceName: 'without', absolute: MOST.memory },
      },
    ],
    details: { memory: { on, off }, idle, alone },
  };
}
