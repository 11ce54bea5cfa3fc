/**
 * Where the power is cut: kinds of cuts, and the plan of a run. An early kind cuts before the box is healthy; of any other
 * the box is checked and worked with before.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { randomOf } from './power-changes.mjs';
import { expect } from './table.mjs';
import { sendingLine } from './update.mjs';

/** Time limits for an aimed cut, in ms: afterwards the power is cut where the box is. */
const START_LIMIT = 4 * 60_000;
const COMMIT_LIMIT = 60_000;
const MIGRATION_LIMIT = 2 * 60_000;
const UPDATE_LIMIT = 12 * 60_000;
/** What is changed while an update is sent, which is work enough for an emulator. */
const CHANGED_MEANWHILE = ['bass', 'playlist_tracks'];

const BINDING = '/usr/lib/tonearm/node_modules/better-sqlite3/build/Release/better_sqlite3.node';
const STATE = '/data/tonearm/state.db';
/** Takes back the last two migrations of the state, so that the next start of the daemon makes them again. */
const UNDO =
  'DROP TABLE recent_station; DROP INDEX track_stats_by_last_play; DROP INDEX track_stats_by_plays; ' +
  "DELETE FROM migration WHERE name IN ('2026-11-26-recent-stations', '2026-11-25-plays-in-order')";

/** A whole number from `from` to `to`. */
const between = (random, from, to) => from + Math.floor(random() * (to - from + 1));

/** Cuts at a chosen write, or after the time limit. @returns where the cut falls */
async function atWrite(box, range, n, limit, isOver = undefined) {
  const came = await box.frozen(limit, isOver);
  return came ? `write ${n} to ${range}` : `no ${n} writes to ${range}, cut afterwards`;
}

async function armed(box, range, n, limit) {
  await box.server.command(`arm ${range} ${n}`);
  return atWrite(box, range, n, limit);
}

/** An early kind that cuts at the nth write to a range since power on. @param isOver no such write comes any more */
const duringStart = (range, least, most, isOver = undefined) => ({
  early: true,
  arm: (random) => [range, between(random, least, most)],
  cut: (box) => atWrite(box, ...box.arm, START_LIMIT, isOver && (() => isOver(box))),
});

const isHealthy = (box) =>
  box.ask('/health').then(
    () => true,
    () => false,
  );

const afterTime = (least, most) => async (_box, random) => {
  const seconds = least + random() * (most - least);
  await delay(seconds * 1000);
  return `${seconds.toFixed(1)} s later`;
};

/** Whether an update is installed; a frozen card answers nothing. */
const isInstalled = async (box) => {
  const { state } = await box.ask('/system/update').catch(() => ({}));
  return state === 'ready';
};

/** An update while a box is worked with. */
const updating = (cut) => ({ update: true, only: CHANGED_MEANWHILE, cut });

/** Sends the good update from inside, then cuts as told. */
const whileSending = (cut) =>
  updating(async (box, random) => {
    const path = await box.path('good');
    await box.must(`cat >/run/send.sh <<'END'\n${sendingLine(path)}\nEND\n`);
    await box.must('setsid sh /run/send.sh >/run/send.txt 2>&1 &');
    return cut(box, random);
  });

/** Has the good update installed, as the daemon does once it is sent, and cuts at the nth write to a range. */
async function whileInstalling(box, range, n) {
  const path = await box.path('good');
  await box.server.command(`arm ${range} ${n}`);
  const { text, code } = await box.bus('call', `InstallBundle 'sa{sv}' ${path} 0`);
  expect(code === 0, text);
  return atWrite(box, range, n, UPDATE_LIMIT, () => isInstalled(box));
}

/** The partitions that an update writes: root and kernel of the slot that does not run. */
const targets = (box) => (box.slot === 'A' ? ['p7', 'p3'] : ['p6', 'p2']);

const KINDS = {
  'first boot, partition table': {
    ...duringStart('table', 1, 2, isHealthy),
    fresh: true,
    arm: (random) => (random() < 0.5 ? ['table', between(random, 1, 2)] : ['entry8', 1]),
  },
  'first boot, /data': { ...duringStart('p8', 1, 60), fresh: true },
  'first boot, any time': { early: true, fresh: true, cut: afterTime(15, 80) },
  'start, try counters': duringStart('p5', 1, 2, isHealthy),
  'start, confirmation': duringStart('p5', 3, 4),
  'start, any time': { early: true, cut: afterTime(5, 70) },
  working: { cut: afterTime(4, 40) },
  commit: {
    async cut(box, random) {
      await delay(1000 + random() * 8000);
      return armed(box, 'p8', between(random, 1, 30), COMMIT_LIMIT);
    },
  },
  migration: {
    // The daemon is down until it makes the migrations, so nothing can be changed.
    only: [],
    async cut(box, random) {
      const script =
        `const m = { exports: {} }; process.dlopen(m, "${BINDING}"); ` +
        'm.exports.setErrorConstructor(class extends Error { constructor(text, code) { super(text + code); } }); ' +
        `const file = "${STATE}", sql = new m.exports.Database(file, file, false, false, true, 5000, null, null); ` +
        'sql.exec(process.argv[1]); sql.close();';
      await box.must('systemctl stop tonearm.socket tonearm');
      await box.must(
        `setpriv --reuid tonearm --regid tonearm --clear-groups /usr/bin/node -e '${script}' "${UNDO}"; sync`,
      );
      const n = between(random, 1, 25);
      await box.server.command(`arm p8 ${n}`);
      await box.must('systemctl start --no-block tonearm.socket tonearm');
      return atWrite(box, 'p8', n, MIGRATION_LIMIT);
    },
  },
  'update, receiving': whileSending((box, random) => armed(box, 'p8', between(random, 20, 400), UPDATE_LIMIT)),
  'update, writing the slot': updating((box, random) => {
    const [root, kernel] = targets(box);
    return random() < 0.75
      ? whileInstalling(box, root, between(random, 1, 500))
      : whileInstalling(box, kernel, between(random, 1, 60));
  }),
  'update, marking the slot': updating((box, random) => whileInstalling(box, 'p5', between(random, 1, 6))),
  'update, any time': whileSending(afterTime(5, 240)),
};

/** How often each kind comes among so many cuts; the rest are those of a working box. */
const SHARES = {
  30: {
    'first boot, partition table': 1,
    'first boot, /data': 1,
    'first boot, any time': 1,
    'start, try counters': 2,
    'start, confirmation': 1,
    'start, any time': 2,
    commit: 5,
    migration: 2,
    'update, receiving': 1,
    'update, writing the slot': 2,
    'update, marking the slot': 2,
  },
  200: {
    'first boot, partition table': 4,
    'first boot, /data': 6,
    'first boot, any time': 6,
    'start, try counters': 12,
    'start, confirmation': 8,
    'start, any time': 14,
    commit: 40,
    migration: 16,
    'update, receiving': 6,
    'update, writing the slot': 8,
    'update, marking the slot': 8,
    'update, any time': 6,
  },
};

/** Names of the kinds in the order of a run, the first boots first: each begins a card anew. */
export function planOf(count, seed) {
  const names = Object.entries(SHARES[count]).flatMap(([name, times]) => Array(times).fill(name));
  while (names.length < count) names.push('working');
  const random = randomOf(seed);
  const first = names.filter((name) => KINDS[name].fresh);
  const rest = names.filter((name) => !KINDS[name].fresh);
  for (let n = rest.length - 1; n > 0; n--) {
    const other = between(random, 0, n);
    [rest[n], rest[other]] = [rest[other], rest[n]];
  }
  // A card that is begun anew shows nothing of the cut before: each is worked with first.
  const worked = first.flatMap((name) => [name, ...rest.splice(rest.indexOf('working'), 1)]);
  return [...worked, ...rest];
}

export const kindOf = (name) => KINDS[name];
