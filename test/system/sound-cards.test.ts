import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { watchSoundCards, type WatchFolder } from '../../src/system/sound-cards.js';

t.test('a card that comes is told once for all of its nodes, and so is one that goes', async (t) => {
  const folder = t.testdir();
  let reported = 0;
  const end = watchSoundCards(() => reported++, folder);
  const until = async (times: number) => {
    while (reported < times) await delay(20);
  };
  for (const node of ['controlC1', 'pcmC1D0p', 'pcmC1D0c']) await writeFile(join(folder, node), '');
  await until(1);
  await rm(join(folder, 'pcmC1D0p'));
  await until(2);
  t.equal(reported, 2);
  end();
  await writeFile(join(folder, 'controlC2'), '');
  await delay(500);
  t.equal(reported, 2, 'after its end it is silent');
  end();
});

t.test('the first card brings the folder, and the last one takes it away', async (t) => {
  const folder = join(t.testdir(), 'snd');
  let reported = 0;
  const end = watchSoundCards(() => reported++, folder);
  const until = async (times: number) => {
    while (reported < times) await delay(20);
  };
  for (const times of [1, 3]) {
    await mkdir(folder);
    await until(times);
    await rm(folder, { recursive: true });
    await until(times + 1);
  }
  await mkdir(folder);
  await until(5);
  await writeFile(join(folder, 'controlC0'), '');
  await until(6);
  end();
  t.equal(reported, 6);
});

t.test('where even the folder above is missing nothing is told', async (t) => {
  const end = watchSoundCards(() => t.fail('told'), join(t.testdir(), 'none', 'snd'));
  end();
  t.pass();
});

t.test('a folder that comes while the one above is about to be watched is not missed', async (t) => {
  const folder = join(t.testdir(), 'snd');
  let reported = 0;
  const watchFolder: WatchFolder = (path, options, seen) => {
    if (path === dirname(folder)) mkdirSync(folder);
    return watch(path, options, seen);
  };
  const end = watchSoundCards(() => reported++, folder, { watchFolder });
  while (reported < 1) await delay(20);
  await writeFile(join(folder, 'controlC0'), '');
  while (reported < 2) await delay(20);
  end();
  t.equal(reported, 2);
});

t.test('a watch that fails is begun anew, and what it has missed is looked for', async (t) => {
  const folder = t.testdir();
  let reported = 0;
  const watchers: FSWatcher[] = [];
  const watchFolder: WatchFolder = (path, options, seen) => {
    const watcher = watch(path, options, seen);
    watchers.push(watcher);
    return watcher;
  };
  const end = watchSoundCards(() => reported++, folder, { watchFolder, repairAfter: 10 });
  watchers[0]?.emit('error', new Error('no space left on device'));
  await writeFile(join(folder, 'controlC0'), '');
  while (reported < 1) await delay(20);
  await writeFile(join(folder, 'controlC1'), '');
  while (reported < 2) await delay(20);
  t.equal(watchers.length, 2);
  watchers[1]?.emit('error', new Error('no space left on device'));
  end();
  await delay(100);
  t.equal(watchers.length, 2, 'but not after its end');
});
