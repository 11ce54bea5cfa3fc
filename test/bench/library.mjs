/**
 * CPU of the library compared with MPD's database, on one corpus: a first scan, a scan that finds nothing new, a scan
 * of other formats, all tracks as one answer, a search; and the memory that a scan of many files takes. Files are in
 * the page cache. MPD scans on the command `update`; Tonearm's scan worker runs in a process of its own.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleScript } from '../../native/setup/bundle.mjs';
import { multiplied, theCorpus } from './corpus.mjs';
import { Mpd } from './mpd.mjs';
import { httpAnswerEnd, openSoon } from './connection.mjs';
import { at, freePort, scratchFolder } from './paths.mjs';
import { cpuOf, end, launch, threadsOf, until } from './process.mjs';
import { median } from './report.mjs';
import { Tonearm } from './tonearm.mjs';

const SCAN_MILLISECONDS = 600_000;
/** Time for MPD to save its database, which it does after it has reported the end of the update. */
const SETTLE_MILLISECONDS = 500;
/**
 * Time for the daemon to release memory after the scan worker has ended, so that this CPU is not counted for an answer.
 */
const TIDY_MILLISECONDS = 2000;
const SEARCHES = ['bjork homogenic', 'night', 'the beat', '夜', 'señor coconut', 'various', 'ensemble', 'sessions 12'];
const searchPath = (index) => `/search?q=${encodeURIComponent(SEARCHES[index % SEARCHES.length])}`;
const WARM_SEARCHES = 200;
const SEARCHED = 400;
/**
 * Limit for finding the records and making their JSON, in ms of CPU without HTTP; group `search` measures that alone.
 */
const SEARCH_MILLISECONDS = 0.5;
const TIMES = 10;

/**
 * Lets a daemon make an empty library. @returns a function that copies it to a new folder and gives the path of the
 * copy
 */
async function blankLibrary(formats) {
  const empty = scratchFolder('empty');
  const tonearm = new Tonearm({ folder: empty, files: [] }, { formats });
  try {
    await tonearm.start();
    await body(tonearm, '/tracks');
  } finally {
    await tonearm.stop();
  }
  return () => {
    const file = join(scratchFolder('library'), 'library.db');
    copyFileSync(join(tonearm.stateFolder, 'library.db'), file);
    return file;
  };
}

/** @returns a function that scans a folder into a library, with the scan worker of the daemon */
async function scanning() {
  const { TRACK } = createRequire(import.meta.url)(await bundleScript(at('src', 'http', 'wire', 'track.ts')));
  const script = [at('test', 'bench', 'scan-once.mjs')];
  return (file, { folder }) =>
    JSON.parse(
      execFileSync(process.execPath, [...script, file, folder, JSON.stringify(TRACK)], {
        encoding: 'utf8',
        timeout: SCAN_MILLISECONDS,
      }),
    );
}

/** MPD whose music appears only after the start: without a database MPD scans by itself when it starts. */
class ScanningMpd extends Mpd {
  #link;

  constructor(formats) {
    const folder = scratchFolder('mpd-music');
    super({ folder, files: [] }, { formats });
    this.#link = join(folder, 'corpus');
  }

  /** @returns seconds of CPU that MPD takes to scan `folder` */
  async scan({ folder }) {
    rmSync(this.#link, { force: true });
    symlinkSync(folder, this.#link);
    return this.rescan();
  }

  async rescan() {
    const before = cpuOf(this.pid);
    await this.ask('update');
    const isOver = async () => !(await this.ask('status')).text.includes('updating_db');
    await until('MPD to scan', isOver, { timeout: SCAN_MILLISECONDS, pause: 50 });
    await delay(SETTLE_MILLISECONDS);
    return (cpuOf(this.pid) - before) / 1e9;
  }

  /** Largest resident memory so far, in MiB. */
  get peak() {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))[1]) / 1024;
  }
}

async function started(mpd) {
  await mpd.start();
  await delay(SETTLE_MILLISECONDS);
  return mpd;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** @returns status, headers, and bytes of the body */
function body(tonearm, path, headers = {}) {
  return new Promise((resolve, reject) => {
    get({ ...tonearm.address, path, headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
    }).on('error', reject);
  });
}

/**
 * CPU of the live threads in nanoseconds; `cpuOf` is exact to 10 ms only once a thread, such as that of the scan, has
 * ended.
 */
const liveCpuOf = (pid) => Object.values(threadsOf(pid)).reduce((sum, { cpu }) => sum + cpu, 0);

/** Milliseconds of a server's CPU for each of `count` calls, in which none of its threads ends. */
async function cost(pid, count, call) {
  const before = liveCpuOf(pid);
  for (let index = 0; index < count; index++) await call(index);
  return (liveCpuOf(pid) - before) / 1e6 / count;
}

/** Resolves when a daemon is idle: less than 5 ms of CPU in a second. */
async function rest(pid) {
  for (let last = -1, now = cpuOf(pid); now - last > 5e6; now = cpuOf(pid)) {
    last = now;
    await delay(1000);
  }
}

async function scans(corpus, repetitions, { blank, scanOnce, formats, say }) {
  const ours = { mp3: [], again: [], mix: [] };
  const theirs = { mp3: [], again: [], mix: [] };
  let library;
  let mpd;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    say(`scans, round ${repetition + 1} of ${repetitions}`);
    library = blank();
    ours.mp3.push(scanOnce(library, corpus.mp3).seconds);
    ours.again.push(scanOnce(library, corpus.mp3).seconds * 1000);
    ours.mix.push(scanOnce(blank(), corpus.mix).seconds);
    await mpd?.stop();
    mpd = await started(new ScanningMpd(formats));
    theirs.mix.push(await mpd.scan(corpus.mix));
    await mpd.stop();
    mpd = await started(new ScanningMpd(formats));
    theirs.mp3.push(await mpd.scan(corpus.mp3));
    theirs.again.push((await mpd.rescan()) * 1000);
  }
  return { ours, theirs, library, mpd };
}

/** CPU of the HTTP part of a search in ms: Koa alone sends a prepared body of the same size. */
async function searchFloor(bytes) {
  const address = { host: '127.0.0.1', port: await freePort() };
  const args = [at('test', 'bench', 'bare-koa.mjs'), String(address.port), String(bytes)];
  const koa = launch(process.execPath, args, { logFile: join(scratchFolder('koa'), 'log') });
  try {
    (await openSoon(address, httpAnswerEnd, () => koa.child.exitCode === null)).close();
    const ask = (index) => body({ address }, searchPath(index));
    await cost(koa.pid, WARM_SEARCHES, ask);
    return await cost(koa.pid, SEARCHED, ask);
  } finally {
    await end(koa);
  }
}

/** CPU of lists and searches in ms, of a daemon with the scanned library and of an MPD with the same files. */
async function answers(corpus, library, mpd, rounds, formats, say) {
  say('all tracks, and searches');
  const ours = { first: [], again: [], same: [], search: [], floor: [] };
  const theirs = { dump: [], search: [] };
  const tonearm = new Tonearm(corpus.mp3, { formats });
  mkdirSync(tonearm.stateFolder, { recursive: true });
  copyFileSync(library, join(tonearm.stateFolder, 'library.db'));
  for (let round = 0; round < rounds; round++) {
    try {
      await tonearm.start();
      await tonearm.scanned();
      await delay(TIDY_MILLISECONDS);
      await rest(tonearm.pid);
      let answer;
      ours.first.push(await cost(tonearm.pid, 1, async () => (answer = await body(tonearm, '/tracks'))));
      if (answer.bytes < corpus.mp3.count * 100) throw new Error(`GET /tracks has only ${answer.bytes} bytes`);
      ours.again.push(await cost(tonearm.pid, TIMES, () => body(tonearm, '/tracks')));
      const same = { 'If-None-Match': answer.headers.etag ?? '' };
      ours.same.push(await cost(tonearm.pid, TIMES * 10, () => body(tonearm, '/tracks', same)));
      let bytes = 0;
      const ask = async (index) => (bytes += (await body(tonearm, searchPath(index))).bytes);
      await cost(tonearm.pid, WARM_SEARCHES, ask);
      bytes = 0;
      ours.search.push(await cost(tonearm.pid, SEARCHED, ask));
      ours.floor.push(await searchFloor(Math.round(bytes / SEARCHED)));
    } finally {
      await tonearm.stop();
    }
    theirs.dump.push(await cost(mpd.pid, TIMES, () => mpd.ask('listallinfo')));
    theirs.search.push(
      await cost(mpd.pid, 80, (index) => mpd.ask(`search any "${SEARCHES[index % SEARCHES.length]}"`)),
    );
  }
  return { ours, theirs };
}

/** CPU and peak memory of a scan of ten times as many files. */
async function many(corpus, { blank, scanOnce, formats, say }) {
  say(`a scan of ${TIMES * corpus.mp3.count} files`);
  const large = multiplied(corpus.mp3, TIMES);
  const ours = scanOnce(blank(), large);
  const mpd = await started(new ScanningMpd(formats));
  try {
    return { large, ours, theirs: { seconds: await mpd.scan(large), peak: mpd.peak } };
  } finally {
    await mpd.stop();
  }
}

export async function library({ quick, formats, say }) {
  const corpus = theCorpus(say);
  const repetitions = quick ? 1 : 5;
  const tools = { blank: await blankLibrary(formats), scanOnce: await scanning(), formats, say };
  const row = (title, unit, tonearm, reference, limit, absolute) => ({
    ...{ title, unit, tonearm, reference, referenceName: 'MPD', limit },
    ...(absolute === undefined ? {} : { absolute }),
  });
  const { ours, theirs, library: scanned, mpd } = await scans(corpus, repetitions, tools);
  try {
    const { ours: answered, theirs: reference } = await answers(corpus, scanned, mpd, quick ? 1 : 3, formats, say);
    const rows = [
      row('scan of 10,000 MP3, CPU', 's', ours.mp3, theirs.mp3, 0.5),
      row('rescan of them, nothing new, CPU', 'ms', ours.again, theirs.again, 2.5),
      row('scan of 1,000 files of 8 formats, CPU', 's', ours.mix, theirs.mix, 1),
      row('all 10,000 tracks, first time, server CPU', 'ms', answered.first, reference.dump, 2.5),
      row('all 10,000 tracks, again, server CPU', 'ms', answered.again, reference.dump, 1),
      row('all 10,000 tracks, unchanged, server CPU', 'ms', answered.same, reference.dump, undefined, 1),
      row('search among 10,000 tracks, server CPU', 'ms', answered.search, reference.search),
      {
        ...row('search, all of its HTTP too, server CPU', 'ms', answered.search, answered.floor),
        referenceName: 'bare Koa',
        absolute: Number((median(answered.floor) + SEARCH_MILLISECONDS).toPrecision(3)),
      },
    ];
    if (quick) return { rows, notes: ['library: the scan of 100,000 files is left out of quick runs.'] };
    const { ours: large, theirs: larger } = await many(corpus, tools);
    rows.push(
      row('scan of 100,000 files, CPU', 's', [large.seconds], [larger.seconds]),
      row('scan of 100,000 files, peak memory', 'MiB', [large.peak], [larger.peak], undefined, 150),
    );
    return { rows };
  } finally {
    await mpd.stop();
  }
}
