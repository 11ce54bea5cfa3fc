/**
 * Cuts the power of the box again and again, at random moments and at chosen writes, while people use it and while it is
 * updated. Each start checks what the cut before has left. Progress is kept, so that a run of many cuts may have breaks.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { IMAGE, OUTPUT } from '../../image/paths.mjs';
import { mustRun } from '../../native/setup/run.mjs';
import { damageOf, PoweredBox } from './power-box.mjs';
import { Changes, MOST_LOST_MS, randomOf } from './power-changes.mjs';
import { kindOf, planOf } from './power-cuts.mjs';
import { reportOf } from './power-report.mjs';
import { expect } from './table.mjs';
import { sendingLine } from './update.mjs';
import { makeUpdates } from './updates.mjs';

const MEMORY = 448;
const NAME = 'power';
const PROGRESS = join(OUTPUT, 'power.json');
const REPORT = join(OUTPUT, 'power.md');
const INSTALL_LIMIT = 20 * 60_000;

/**
 * @param flash makes a fresh card by name
 * @param options `{ cuts, minutes }`: number of cuts; after so many minutes the run has a break
 */
export async function checkPower(table, folder, flash, { cuts, minutes = Infinity }) {
  const run = new Run(table, folder, flash, cuts);
  await run.prepare();
  const end = performance.now() + minutes * 60_000;
  while (run.next < cuts) {
    if (performance.now() > end) {
      process.stdout.write(`power: ${run.next} of ${cuts} cuts are done; the next run goes on\n`);
      return;
    }
    await run.cutOnce();
  }
  await run.finish();
  await table.check(`${cuts} power cuts`, () => run.judge());
  process.stdout.write(`\n${readFileSync(REPORT, 'utf8')}\n`);
}

class Run {
  constructor(table, folder, flash, cuts) {
    Object.assign(this, { table, folder, flash, cuts });
    this.card = join(folder, `${NAME}.img`);
    this.read();
  }

  /** Reads the progress of an unfinished run of as many cuts, or begins one. */
  read() {
    const kept = existsSync(PROGRESS) ? JSON.parse(readFileSync(PROGRESS, 'utf8')) : undefined;
    const goesOn = kept?.count === this.cuts && !kept.finished && existsSync(this.card);
    const seed = Number(process.env.TONEARM_POWER_SEED ?? Math.floor(Math.random() * 2 ** 31));
    this.progress = goesOn
      ? kept
      : {
          count: this.cuts,
          seed,
          cuts: [],
          boots: 0,
          healthy: 0,
          failures: [],
          interrupted: [],
          recovered: 0,
          finished: false,
        };
    this.changes = new Changes(this.progress.changes);
    this.plan = planOf(this.cuts, this.progress.seed);
    process.stdout.write(`power: seed ${this.progress.seed}${goesOn ? `, goes on after ${this.next} cuts` : ''}\n`);
  }

  /** Index of the next cut. */
  get next() {
    return this.progress.cuts.length;
  }

  async prepare() {
    const drive = join(this.folder, 'power-update/updates.squashfs');
    // An update of an earlier image would be a downgrade, which cannot read the state of this one.
    const isCurrent = existsSync(drive) && statSync(drive).mtimeMs > statSync(IMAGE).mtimeMs;
    this.drive = isCurrent ? drive : await makeUpdates(join(this.folder, 'power-update'), ['good']);
    if (!existsSync(this.card)) await this.renew();
  }

  save() {
    this.progress.changes = this.changes.toJSON();
    writeFileSync(`${PROGRESS}.new`, JSON.stringify(this.progress, undefined, 1));
    renameSync(`${PROGRESS}.new`, PROGRESS);
    writeFileSync(REPORT, reportOf(this.progress));
  }

  /** Begins with a fresh card. */
  async renew() {
    await this.flash(NAME);
    this.changes = new Changes();
    this.progress.interrupted = [];
    this.progress.unchecked = 0;
    this.save();
  }

  box() {
    return new PoweredBox({ name: NAME, folder: this.folder, card: this.card, memory: MEMORY, drives: [this.drive] });
  }

  /** Starts the box, lets it work, and cuts its power. */
  async cutOnce() {
    const { seed, cuts } = this.progress;
    const n = this.next + 1;
    const name = this.plan[n - 1];
    const kind = kindOf(name);
    const own = (seed + n * 7919) >>> 0;
    const random = randomOf(own);
    if (kind.fresh) await this.renew();
    const box = this.box();
    box.arm = kind.arm?.(random);
    const row = { n, kind: name, seed: own };
    const said = await this.table.check(`cut ${n} of ${this.cuts}: ${name}`, async () => {
      await box.start();
      if (!kind.early) await this.inspect(box);
      Object.assign(row, kind.early ? { where: await kind.cut(box, random) } : await this.work(box, kind, random));
      Object.assign(row, await box.cut(own));
      row.damage = await damageOf(this.card, this.folder);
      expect(row.damage === '', `/data is damaged: ${row.damage}`);
      return `${row.where}; of ${row.unflushed} unflushed writes ${row.dropped} dropped, ${row.torn} torn`;
    });
    cuts.push(row);
    if (said === undefined) await this.failed(box, row);
    else await this.copy(`${NAME}-cut`);
    this.save();
  }

  /** Keeps the card of a failure, as it is and as the last cut had left it, and begins with a fresh one. */
  async failed(box, row) {
    await box.kill().catch(() => undefined);
    await box.server?.end().catch(() => undefined);
    this.progress.failures.push({ ...row, error: this.table.lastError });
    await this.copy(`${NAME}-failed-${row.n}`);
    const before = join(this.folder, `${NAME}-cut.img`);
    if (existsSync(before)) renameSync(before, join(this.folder, `${NAME}-failed-${row.n}-before.img`));
    await this.renew();
  }

  async copy(name) {
    const copy = join(this.folder, `${name}.img`);
    rmSync(copy, { force: true });
    await mustRun('copying the card', 'cp', ['--sparse=always', '--reflink=auto', this.card, copy]);
  }

  /** Waits until the box is well, and checks that nothing is lost of what it acknowledged before the last cut. */
  async inspect(box) {
    const { progress, changes } = this;
    progress.boots++;
    const { slot, repaired } = await box.well();
    box.slot = slot;
    progress.healthy++;
    progress.repaired = (progress.repaired ?? 0) + (repaired.length > 0 ? 1 : 0);
    const lost = await changes.check(box);
    const position = await changes.lostPosition(box);
    const checked = progress.unchecked ?? 0;
    progress.checked = (progress.checked ?? 0) + checked;
    progress.unchecked = 0;
    progress.lost = (progress.lost ?? 0) + lost.length;
    if (position !== undefined) progress.position = Math.max(progress.position ?? 0, position);
    // An update that was cut off after its slot had been marked runs now.
    const arrived = progress.interrupted.filter((each) => each === slot).length;
    progress.recovered += arrived;
    progress.interrupted = progress.interrupted.filter((each) => each !== slot);
    Object.assign(progress.cuts.at(-1) ?? {}, { checked, lost, position, repaired });
    this.save();
    expect(lost.length === 0, `lost: ${lost.join('; ')}`);
    expect(position === undefined || position <= MOST_LOST_MS, `${position} ms of the position are lost`);
    if (Object.keys(changes.values).length === 0) {
      await changes.begin(box);
      this.save();
    }
  }

  /** @returns `{ where, changes }`: where the cut is to fall, and how many changes were acknowledged */
  async work(box, kind, random) {
    const { changes, progress } = this;
    const stop = new AbortController();
    const before = changes.acknowledged;
    const job = kind.only?.length === 0 ? Promise.resolve() : changes.work(box, random, stop.signal, kind.only);
    const where = await kind.cut(box, random);
    stop.abort();
    await box.kill();
    await Promise.race([job, delay(10_000)]);
    const acknowledged = changes.acknowledged - before;
    progress.unchecked = (progress.unchecked ?? 0) + acknowledged;
    if (kind.update) {
      progress.updates = (progress.updates ?? 0) + 1;
      progress.interrupted.push(box.slot === 'A' ? 'B' : 'A');
    }
    const refusals = changes.refusals.splice(0);
    progress.refused = (progress.refused ?? 0) + refusals.length;
    for (const refusal of refusals) process.stdout.write(`power: not acknowledged: ${refusal}\n`);
    return { where, changes: acknowledged };
  }

  /** Checks what the last cut has left, and installs an interrupted update again. */
  async finish() {
    const box = this.box();
    const title = 'after the last cut, and an interrupted update installed again';
    const said = await this.table.check(title, async () => {
      await box.start();
      await this.inspect(box);
      const target = box.slot === 'A' ? 'B' : 'A';
      if (!this.progress.interrupted.includes(target)) return 'nothing to install again';
      const path = await box.path('good');
      const { text } = await box.inside(sendingLine(path), INSTALL_LIMIT);
      expect(text.startsWith('202\n'), text);
      await box.until(
        'the update is ready',
        async () => (await box.ask('/system/update')).state === 'ready',
        INSTALL_LIMIT,
      );
      await box.restart();
      const state = await box.confirmed(({ slot }) => slot === target);
      const { slot } = await box.well();
      this.progress.recovered += this.progress.interrupted.filter((each) => each === slot).length;
      this.progress.interrupted = this.progress.interrupted.filter((each) => each !== slot);
      return state;
    });
    if (said === undefined) await this.failed(box, { n: this.next, kind: title });
    else await box.quit();
    this.progress.finished = true;
    this.save();
  }

  judge() {
    const { cuts, boots, healthy, failures, lost = 0, checked = 0, interrupted } = this.progress;
    const said = `${cuts.length} cuts, ${healthy} of ${boots} checked starts healthy, ${checked} changes checked, ${lost} lost`;
    expect(failures.length === 0 && lost === 0 && healthy === boots && interrupted.length === 0, said);
    return said;
  }
}
