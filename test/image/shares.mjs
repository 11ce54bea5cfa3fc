/**
 * Network folders in a booted box, with the real Samba of this machine: from "Look for servers" to music in a few taps of a
 * real browser; a server that dies again and again while its music plays and is scanned; what a scan of a share costs beside
 * one of a stick.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_LIBRARY } from '../../native/setup/demo.mjs';
import { mustRun } from '../../native/setup/run.mjs';
import { makeCorpus } from '../bench/make-corpus.mjs';
import { Box, freePort } from './box.mjs';
import { withPhone } from './phone.mjs';
import { HOST, Samba } from './samba.mjs';
import { expect } from './table.mjs';

const MEMORY = 448;
const TRACKS = 10_000;
const ALBUM = 'Nova Kestrel/Paper Satellites';
const SERVER = 'nas.local';
const MOST_TAPS = 5;
const DEATHS = 10;
const PLAYING = 1;
/** `repeat_mode`, and the position of `POST /playlists/{id}/tracks`. */
const REPEAT_ALL = 1;
const LAST = -3;
const SCAN_LIMIT = 60 * 60_000;
/** Milliseconds in which an idle daemon takes at most so many nanoseconds of processor time. */
const IDLE_PERIOD = 10_000;
const MOST_IDLE = 0.3e9;
const IDLE_LIMIT = 15 * 60_000;
/** Milliseconds of each of the windows in which wake-ups are counted, and how many more a second an idle share may cost. */
const REST = 10_000;
const WINDOWS = 18;
const MOST_WAKE_UPS = 0.5;
const LABEL = 'LOCAL';
/** Most that a share may cost: processor time of a scan, of a scan without changes, answers to GET /player/status. */
const MOST = { scan: 2, rescan: 3, status: 2 };
/** Number of answers that a median is made of. */
const ASKED = 40;

/** @param flash makes a fresh card by name */
export async function checkShares(table, folder, flash) {
  const { corpus, stick, album } = await makeMusic(join(folder, 'shares'));
  const local = await measureStick(table, folder, flash, stick);
  const port = await freePort();
  const samba = new Samba({ folder: join(folder, 'samba'), port, shares: { Album: album, Large: corpus } });
  await samba.start();
  const box = new Box({ name: 'shares', folder, card: await flash('shares'), memory: MEMORY });
  try {
    await box.start();
    await box.answers();
    await announce(box, port);
    await table.check(`from "Look for servers" to music in ${MOST_TAPS} taps`, () => tapToMusic(box));
    await checkRest(table, box, local);
    await checkScans(table, box, local);
    await checkDeaths(table, box, samba, local);
  } finally {
    await box.quit();
    await samba.kill();
  }
}

/** Makes the tracks, a stick with them, and an album, once. */
async function makeMusic(folder) {
  const music = { corpus: join(folder, 'corpus'), stick: join(folder, 'stick'), album: join(folder, 'album') };
  if (existsSync(music.stick)) return music;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(music.corpus, { recursive: true });
  makeCorpus(music.corpus, { count: TRACKS, mix: 0 });
  cpSync(join(DEMO_LIBRARY, ALBUM), music.album, { recursive: true });
  await mustRun('chmod', 'chmod', ['-R', 'a+rX', folder]);
  const options = ['-q', '-t', 'ext4', '-b', '4096', '-N', '20000', '-L', LABEL, '-d', music.corpus];
  await mustRun('mke2fs', 'mke2fs', [...options, `${music.stick}.part`, '400M'], { capture: true });
  renameSync(`${music.stick}.part`, music.stick);
  return music;
}

/** Nanoseconds of processor time that the daemon has taken. */
async function processorTime(box) {
  return Number((await box.inside('systemctl show tonearm --property=CPUUsageNSec --value')).text);
}

/** Seconds of processor time until a scan has found all tracks of a root. */
async function costOfScan(box, path, begin) {
  const before = await processorTime(box);
  await begin();
  await box.until(
    'the scan',
    async () => {
      const { roots } = await box.ask('/system/roots');
      return roots.some((root) => root.path.includes(path) && root.tracks === TRACKS) && (await isScanned(box));
    },
    SCAN_LIMIT,
  );
  return ((await processorTime(box)) - before) / 1e9;
}

/** Begins a scan of everything, and does not wait for its end. */
async function beginScan(box) {
  // The answer comes at the end of the scan, or never where its server dies.
  box.ask('/scan-library', { method: 'PUT', body: {} }).catch(() => undefined);
  await box.until('the begin of a scan', async () => !(await isScanned(box)));
}

async function isScanned(box) {
  const { scanning } = await box.ask('/scan');
  return !scanning;
}

/** Waits until the daemon has done what a first scan leaves to be done later, such as thumbnails of all albums. */
async function untilIdle(box) {
  const deadline = performance.now() + IDLE_LIMIT;
  for (let before = await processorTime(box); performance.now() < deadline;) {
    await delay(IDLE_PERIOD);
    const now = await processorTime(box);
    if (now - before < MOST_IDLE) return;
    before = now;
  }
  throw new Error('the daemon still works long after its first scan');
}

/** Seconds of processor time of a scan that finds nothing new. */
async function costOfRescan(box, path) {
  await untilIdle(box);
  return costOfScan(box, path, async () => {
    await box.ask('/scan-library', { method: 'PUT', body: {} });
    await delay(2000);
  });
}

/**
 * How often the daemon wakes up in a second while it is idle and nobody asks it anything: the median of some windows, since
 * a job that is done once, such as the pictures of an album, may fall into one or two of them.
 */
async function wakeUpsAtRest(box) {
  await untilIdle(box);
  const switches = async () => {
    const counts = await box.inside(
      'cat /proc/$(systemctl show tonearm --property=MainPID --value)/task/*/status | grep ^voluntary',
    );
    return counts.text.match(/\d+/g).reduce((sum, count) => sum + Number(count), 0);
  };
  const counts = [];
  for (let window = 0, before = await switches(); window < WINDOWS; window++) {
    await delay(REST);
    const now = await switches();
    counts.push((now - before) / (REST / 1000));
    before = now;
  }
  return counts.sort((one, other) => one - other)[WINDOWS / 2];
}

async function checkRest(table, box, local) {
  await table.check('an idle share wakes nobody up', async () => {
    await box.ask('/player/stop', { method: 'PUT', body: {} });
    const now = await wakeUpsAtRest(box);
    const said = `${now.toFixed(2)} wake-ups a second, ${local.wakeUps.toFixed(2)} with a stick alone`;
    expect(now <= local.wakeUps + MOST_WAKE_UPS, said);
    return said;
  });
}

/** Median milliseconds of answers to GET /player/status. */
async function medianStatus(box) {
  const times = [];
  for (let count = 0; count < ASKED; count++) {
    const begin = performance.now();
    await box.ask('/player/status');
    times.push(performance.now() - begin);
    await delay(250);
  }
  return times.sort((one, other) => one - other)[ASKED / 2];
}

async function playFolder(box, path) {
  const body = { position: LAST, tracks: [], directory: path };
  const first = await box.ask('/playlists/current/tracks', { method: 'POST', body });
  await box.ask('/settings', { method: 'PUT', body: { repeat_mode: REPEAT_ALL } });
  await box.ask(`/playlists/start?start_index=${first}`, { method: 'PUT', body: {} });
  await isPlaying(box);
}

const isPlaying = (box) => box.until('playing', async () => (await box.ask('/player/status')).status === PLAYING);

/** A box without shares: the same tracks on a stick. @returns costs, undefined where it failed */
async function measureStick(table, folder, flash, stick) {
  const box = new Box({ name: 'shares-stick', folder, card: await flash('shares-stick'), memory: MEMORY });
  const costs = {};
  try {
    await box.start();
    await box.answers();
    await table.check(`a stick with ${TRACKS} tracks is scanned, and once more`, async () => {
      costs.scan = await costOfScan(box, LABEL, async () => {
        await box.monitor(`drive_add 0 if=none,id=local,file=${stick},format=raw,readonly=on`);
        await box.monitor('device_add usb-storage,drive=local,id=local');
      });
      costs.rescan = await costOfRescan(box, LABEL);
      costs.wakeUps = await wakeUpsAtRest(box);
      return `${costs.scan.toFixed(1)} s and ${costs.rescan.toFixed(1)} s of processor time`;
    });
    await table.check('answers to GET /player/status while the card plays and the stick is scanned', async () => {
      await playFolder(box, `/usr/share/tonearm/demo/${ALBUM}`);
      costs.status = 0;
      // As often as the server dies later: the worst of many medians is compared with the worst of as many.
      for (let round = 0; round < DEATHS; round++) {
        await beginScan(box);
        costs.status = Math.max(costs.status, await medianStatus(box));
      }
      return `${costs.status.toFixed(0)} ms in the worst median`;
    });
  } finally {
    await box.quit();
  }
  return costs;
}

/** Has Avahi in the box announce the server, as a NAS in the same network would. */
async function announce(box, port) {
  const service =
    '<?xml version="1.0"?><!DOCTYPE service-group SYSTEM "avahi-service.dtd"><service-group><name>NAS</name><service>' +
    `<type>_smb._tcp</type><host-name>${SERVER}</host-name><port>${port}</port></service></service-group>`;
  const { text, code } = await box.inside(
    'mount -t tmpfs tmpfs /etc/avahi/services && chmod 755 /etc/avahi/services && ' +
      `echo '${service}' >/etc/avahi/services/nas.service && echo '${HOST} ${SERVER}' >/run/hosts && ` +
      'mount -o bind /run/hosts /etc/avahi/hosts && systemctl restart avahi-daemon',
  );
  expect(code === 0, text);
}

function tapToMusic(box) {
  return withPhone(box, 'settings/shares', async (page) => {
    let taps = 0;
    const tap = async (target) => {
      await target.tap();
      taps++;
    };
    await tap(page.getByRole('button', { name: /^Look for servers/ }));
    await tap(page.getByRole('button', { name: /^NAS/ }));
    await page.screenshot({ path: box.file('shares.png') });
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Album' }));
    await tap(page.getByRole('button', { name: /^Album on nas/ }));
    await page.screenshot({ path: box.file('menu.png') });
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Play now' }));
    await isPlaying(box);
    const { path } = await box.ask('/player/current-track');
    expect(taps <= MOST_TAPS && path.includes('/Album on nas/'), `${taps} taps, ${path}`);
    return `${taps} taps, plays ${path}`;
  });
}

async function checkScans(table, box, local) {
  await table.check(
    `the same ${TRACKS} tracks on a share: at most ${MOST.scan} and ${MOST.rescan} times the time`,
    async () => {
      const { server, port } = (await box.ask('/system/shares/servers', { method: 'POST' })).find(
        ({ name }) => name === 'NAS',
      );
      const scan = await costOfScan(box, 'Large on nas', () =>
        box.ask('/system/shares', { method: 'POST', body: { kind: 'smb', server, port, path: 'Large' } }),
      );
      const rescan = await costOfRescan(box, 'Large on nas');
      const ratios = { scan: scan / local.scan, rescan: rescan / local.rescan };
      const said =
        `${scan.toFixed(1)} s (${ratios.scan.toFixed(2)} times that of the stick), ` +
        `without changes ${rescan.toFixed(1)} s (${ratios.rescan.toFixed(2)} times)`;
      expect(ratios.scan <= MOST.scan && ratios.rescan <= MOST.rescan, said);
      return said;
    },
  );
}

/** Kills the server again and again, while a track of it plays and it is scanned. */
async function checkDeaths(table, box, samba, local) {
  await table.check(`the server dies ${DEATHS} times while it plays and is scanned: nothing is forgotten`, async () => {
    await playFolder(box, '/media/tonearm/Album on nas');
    const worst = { median: 0, local: 0 };
    for (let death = 0; death < DEATHS; death++) {
      await beginScan(box);
      await delay(Math.random() * 5000);
      await samba.kill();
      worst.median = Math.max(worst.median, await medianStatus(box));
      // A folder of the card needs libuv's pool, which the share must not hold up.
      const begin = performance.now();
      await box.ask('/browse/tree-entries?path=/usr/share/tonearm/demo');
      worst.local = Math.max(worst.local, performance.now() - begin);
      await delay(Math.random() * 10_000);
      await samba.start();
      await delay(5000);
      const { roots } = await box.ask('/system/roots');
      const kept = roots.filter(({ path }) => path.includes('on nas')).map(({ tracks }) => tracks);
      expect(kept.includes(TRACKS) && kept.length === 2, `after death ${death + 1}: ${JSON.stringify(roots)}`);
    }
    await box.until('the last scan', () => isScanned(box), SCAN_LIMIT);
    const { roots } = await box.ask('/system/roots');
    const { text: restarts } = await box.inside('systemctl show tonearm --property=NRestarts --value');
    await box.ask('/playlists/start', { method: 'PUT', body: {} });
    await isPlaying(box);
    const ratio = worst.median / local.status;
    const said =
      `GET /player/status ${worst.median.toFixed(0)} ms in the worst median, ${ratio.toFixed(2)} times that without shares; ` +
      `a folder of the card ${worst.local.toFixed(0)} ms at most; ${restarts} new starts of the daemon`;
    expect(ratio <= MOST.status && restarts === '0' && roots.some(({ tracks }) => tracks === TRACKS), said);
    return said;
  });
}
