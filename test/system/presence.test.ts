import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { switchedOn } from './presence-rig.js';

/** Starts of the daemon over one state directory. */
function box(t: Test) {
  const directory = t.testdir();
  const clock = { now: 5000 };
  const start = (boot: string) => switchedOn(t, directory, { now: () => clock.now, bootId: () => boot });
  return { directory, clock, start };
}

t.test('somebody is there for ten minutes after power-on', async (t) => {
  const { clock, start } = box(t);
  const presence = await start('one');
  t.equal(await presence.isThere(), true);
  t.equal(presence.secondsLeft(), 600);
  clock.now += 599_001;
  t.equal(presence.secondsLeft(), 1);
  clock.now += 999;
  t.equal(await presence.isThere(), false);
  t.equal(await (await start('two')).isThere(), true, 'and after the next');
});

t.test('a daemon that failed and is started again is no sign of it', async (t) => {
  const { start } = box(t);
  await start('one');
  for (let failures = 0; failures < 2; failures++) t.equal(await (await start('one')).isThere(), false);
});

t.test('a daemon that was stopped in order and started again is', async (t) => {
  const { start } = box(t);
  await (await start('one')).stop();
  t.equal(await (await start('one')).isThere(), true);
});

t.test('a restart that was asked for over the network is none, nor does it hide the next power-on', async (t) => {
  const { start } = box(t);
  const presence = await start('one');
  await presence.aroundRestart(() => Promise.resolve());
  await presence.stop();
  t.equal(await (await start('two')).isThere(), false);
  t.equal(await (await start('three')).isThere(), true);
});

t.test('a restart that did not happen changes nothing', async (t) => {
  const { start } = box(t);
  const presence = await start('one');
  await t.rejects(presence.aroundRestart(() => Promise.reject(new Error('polkit says no'))));
  t.equal(await presence.isThere(), true);
  await presence.stop();
  t.equal(await (await start('one')).isThere(), true);
});

t.test('a file in the state directory is a sign too, one time', async (t) => {
  const { directory, clock, start } = box(t);
  const presence = await start('one');
  clock.now += 600_000;
  await writeFile(join(directory, 'allow-pin'), '');
  t.equal(await presence.isThere(), true);
  t.equal(presence.secondsLeft(), 0);
  await presence.used();
  t.equal(await presence.isThere(), false);
  t.strictSame(await readdir(directory), ['presence']);
  t.equal(await readFile(join(directory, 'presence'), 'utf8'), 'one');
});
