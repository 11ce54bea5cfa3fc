/**
 * Installs updates in the emulated box as the daemon would, over the message bus and as its user, and restarts: a good one
 * runs from the other slot, a broken one is rolled back without help, a wrong one is refused with its reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Box } from './box.mjs';
import { checkShutdown } from './checks.mjs';
import { expect } from './table.mjs';
import { DEADLINE_SECONDS, makeUpdates } from './updates.mjs';

const MEMORY = 448;
const HERE = '/run/updates';
const COUNTERS = '/usr/lib/tonearm/box/slot-counters';
const BUS = 'de.pengutronix.rauc / de.pengutronix.rauc.Installer';
/** Three starts until the deadline and one more, with room for a busy machine. */
const LONGEST_ROLL_BACK = 40 * 60_000;
const UPLOAD_LIMIT = 20 * 60_000;
/** Attempts that a new slot has, and one that works. */
const NEW_SLOT = 3;
const CONFIRMED = 8;
const HOST_NAME = 'kitchen';

/** What a box says of an update that it does not take. */
const REFUSED = {
  unsigned: /signature|Invalid bundle/i,
  'foreign-key': /signature verification failed|self.signed certificate/i,
  'wrong-board': /compatible mismatch.*tonearm-arm64|tonearm-x86-64/i,
  'too-large': /too (small|large)|not enough space|exceeds/i,
  corrupt: /input\/output error|failed to (read|copy|write)|i\/o/i,
};
const BROKEN = {
  'no-kernel': 'no kernel',
  'no-init': 'no init',
  'never-healthy': `the daemon is never healthy (deadline ${DEADLINE_SECONDS} s)`,
  'no-sound-core': `the sound core never opens (deadline ${DEADLINE_SECONDS} s)`,
};

/**
 * @param flash makes a fresh card by name
 * @param wanted names of updates, separated by commas; '' means all. A broken one is rolled back to whichever slot ran.
 */
export async function checkUpdates(table, folder, flash, wanted) {
  const names = wanted === '' ? ['good', ...Object.keys(BROKEN), ...Object.keys(REFUSED)] : wanted.split(',');
  const chosen = (some) => Object.entries(some).filter(([name]) => names.includes(name));
  let drive;
  await table.check('updates made', async () => {
    drive = await makeUpdates(join(folder, 'update'), names);
  });
  if (drive === undefined) return;
  const card = await flash('box-update');
  const box = new UpdatedBox({ name: 'box-update', folder, card, memory: MEMORY, drives: [drive] });
  try {
    await box.start();
    if ((await table.check('power on to the confirmed slot', () => box.confirmed())) === undefined) return;
    await checkWatchdog(table, box);
    await checkBus(table, box);
    await box.ask('/settings', { method: 'PUT', body: { host_name: HOST_NAME } });
    for (const [name, reason] of chosen(REFUSED)) await checkRefused(table, box, name, reason);
    if (names.includes('good') && !(await checkGood(table, box))) return;
    for (const [name, title] of chosen(BROKEN)) await checkBroken(table, box, name, title);
    await checkShutdown(table, box);
  } finally {
    await box.quit();
  }
}

export class UpdatedBox extends Box {
  watchdog = true;

  /** @returns text of a line of sh that has to succeed */
  async must(line) {
    const { text, code } = await this.inside(line);
    expect(code === 0, `${line}: ${text}`);
    return text;
  }

  /** Runs busctl as a user. @param words verb and what follows the interface */
  bus(verb, words, user = 'tonearm') {
    return this.inside(`setpriv --reuid ${user} --regid ${user} --clear-groups busctl ${verb} ${BUS} ${words}`);
  }

  /**
   * `{ slot, attempts, order, good }` of the running system; `attempts` by slot. @throws Error while it does not answer
   */
  async state() {
    const { text } = await this.inside(
      `${COUNTERS} get-current; systemctl is-active tonearm-slot-good; ${COUNTERS} show`,
      60_000,
    );
    const [slot, good, ...counters] = text.split('\n');
    const {
      BOOT_A_LEFT: a,
      BOOT_B_LEFT: b,
      BOOT_ORDER: order,
    } = Object.fromEntries(counters.map((line) => line.split('=')));
    return { slot, good: good === 'active', attempts: { A: Number(a), B: Number(b) }, order };
  }

  /** Path of an update, whose drive is mounted again after a restart. */
  async path(name) {
    await this.must(`mountpoint -q ${HERE} || { mkdir -p ${HERE} && mount -t squashfs -o ro /dev/vdb ${HERE}; }`);
    return `${HERE}/${name}.raucb`;
  }

  /** Waits until a start is confirmed. @param isIt which state is meant */
  confirmed(isIt = () => true, limit = undefined) {
    const look = async () => {
      const state = await this.state();
      return state.good && isIt(state) ? described(state) : undefined;
    };
    return this.until('a confirmed start', look, limit);
  }

  /** Number of starts of a slot, as U-Boot has said on the serial port. */
  starts(slot) {
    return readFileSync(this.log, 'latin1').split(`slots: ${slot}, order`).length - 1;
  }

  /** Installs a file. @returns `{ error, seconds }`: what RAUC says in the end, '' when it went well */
  async install(path) {
    const begin = performance.now();
    const { text, code } = await this.bus('call', `InstallBundle 'sa{sv}' ${path} 0`);
    expect(code === 0, text);
    const said = await this.until('the end of the installation', async () => {
      const { text } = await this.bus('get-property', 'Operation LastError');
      const [operation, error] = text.split('\n');
      return operation === 's "idle"' ? { error: /^s "(.*)"$/.exec(error)?.[1] ?? error } : undefined;
    });
    return { ...said, seconds: since(begin) };
  }

  async restart() {
    await this.ask('/system/power', { method: 'PUT', body: { action: 'restart' } });
  }
}

async function checkWatchdog(table, box) {
  await table.check('the hardware watchdog runs since the initrd, and systemd feeds it', async () => {
    const text = await box.must(
      'cd /sys/class/watchdog/watchdog0; cat identity state timeout nowayout; systemctl show -P RuntimeWatchdogUSec; ' +
        'journalctl --boot --no-pager --output=cat | grep -i -m 1 "using hardware watchdog"',
    );
    const said = text.replaceAll('\n', ', ');
    expect(/active, 60, 1, 1min/.test(said), said);
    return said;
  });
}

async function checkBus(table, box) {
  await table.check('the daemon may install and choose slots over the message bus, others may not', async () => {
    const { text, code } = await box.bus('get-property', 'Compatible');
    expect(code === 0 && text.includes('"tonearm-arm64"'), text);
    const slots = await box.bus('call', 'GetSlotStatus');
    for (const said of ['"booted"', '"bootname" s "B"', '"boot-status" s "bad"']) {
      expect(slots.text.includes(said), `without ${said}: ${slots.text}`);
    }
    const avahi = await box.bus('call', `InstallBundle 'sa{sv}' ${HERE}/good.raucb 0`, 'avahi');
    expect(avahi.code !== 0 && /denied/i.test(avahi.text), `avahi: ${avahi.text}`);
    return `${text}; avahi: ${avahi.text}`;
  });
}

const other = (slot) => (slot === 'A' ? 'B' : 'A');

const described = ({ slot, attempts, order }) =>
  `slot ${slot}, order ${order}, tries left A ${attempts.A}, B ${attempts.B}`;

async function checkRefused(table, box, name, reason) {
  await table.check(`refused: ${name}`, async () => {
    const { slot } = await box.state();
    const { error, seconds } = await box.install(await box.path(name));
    const primary = await box.must(`${COUNTERS} get-primary`);
    expect(reason.test(error), error === '' ? 'installed' : error);
    expect(primary === slot, `${primary} would start next`);
    return `${error} (${seconds} s)`;
  });
}

/** Installs an update and sees that its slot is next. @returns seconds that it took */
async function installed(box, path) {
  const { slot } = await box.state();
  const { error, seconds } = await box.install(path);
  expect(error === '', error);
  const state = await box.state();
  const next = other(slot);
  expect(
    state.order === `${next} ${slot}` && state.attempts[next] === NEW_SLOT && state.attempts[slot] === CONFIRMED,
    described(state),
  );
  return seconds;
}

async function checkData(box) {
  const { host_name: kept } = await box.ask('/settings');
  expect(kept === HOST_NAME, `the host name is ${kept}`);
}

/**
 * Line of sh that sends an update over HTTP, as the page does, but from inside: the network of the emulator is slow. It
 * prints the status and the body of the answer.
 */
export function sendingLine(path) {
  // Not `fetch`, which gives up an answer after five minutes: the emulator is slow.
  const script =
    `const fs = require("fs"), path = "${path}", headers = { "content-type": "application/octet-stream", ` +
    '"content-length": fs.statSync(path).size }, to = { path: "/system/update", method: "POST", headers }; ' +
    'fs.createReadStream(path).pipe(require("http").request(to, (answer) => { ' +
    'console.log(answer.statusCode); answer.pipe(process.stdout); }))';
  return `/usr/bin/node -e '${script}'`;
}

/** Sends an update, and waits until it is installed. @returns seconds that it took */
async function sent(box, path) {
  const begin = performance.now();
  const { text } = await box.inside(sendingLine(path), UPLOAD_LIMIT);
  expect(/^202\n.*"version":".*[.]good"/.test(text), text);
  await box.until('the update is ready', async () => {
    const { state, failure } = await box.ask('/system/update');
    expect(failure === null, failure);
    return state === 'ready';
  });
  return since(begin);
}

/** Installs the good update, sent over HTTP. @returns whether it runs */
async function checkGood(table, box) {
  const ran = await table.check('a good update runs from slot B, with the data of before', async () => {
    const seconds = await sent(box, await box.path('good'));
    const left = await box.must('ls /data/tonearm');
    expect(!/^update$/m.test(left), 'the file is left');
    const begin = performance.now();
    await box.restart();
    const state = await box.confirmed(({ slot }) => slot === 'B');
    const words = await box.must('cat /proc/cmdline; grep IMAGE_VERSION /etc/os-release');
    expect(words.includes('tonearm.update=good') && words.includes('tonearm.slot=B'), words);
    await checkData(box);
    const { version, slots } = await box.ask('/system/update');
    expect(words.includes(version) && slots.find(({ running }) => running).name === 'B', JSON.stringify(slots));
    return `sent and installed in ${seconds} s, confirmed ${since(begin)} s after the order to restart: ${state}`;
  });
  if (ran === undefined) return false;
  await table.check('back by hand, and forth: Mark changes which slot is next', async () => {
    const said = [];
    for (const [slot, wanted] of [
      ['other', 'A'],
      ['booted', 'B'],
    ]) {
      const { text, code } = await box.bus('call', `Mark ss active ${slot}`);
      expect(code === 0 && (await box.must(`${COUNTERS} get-primary`)) === wanted, text);
      said.push(text);
    }
    return said.join('; ');
  });
  return true;
}

/** Installs an update that cannot start. Nothing is done but waiting until the slot of before runs again. */
async function checkBroken(table, box, name, title) {
  await table.check(`rolled back: ${title}`, async () => {
    const { slot: before } = await box.state();
    const broken = other(before);
    const startsBefore = box.starts(broken);
    const seconds = await installed(box, await box.path(name));
    const begin = performance.now();
    await box.restart();
    const state = await box.confirmed(
      ({ slot, attempts }) => slot === before && attempts[broken] === 0,
      LONGEST_ROLL_BACK,
    );
    const took = since(begin);
    const starts = box.starts(broken) - startsBefore;
    expect(starts === NEW_SLOT, `${starts} starts of slot ${broken}`);
    await checkData(box);
    return `installed in ${seconds} s; ${starts} starts, then after ${took} s ${state}`;
  });
}

const since = (begin) => ((performance.now() - begin) / 1000).toFixed(1);
