import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { watchSoundCards } from '../../src/system/sound-cards.js';

t.test('a card that comes is told once for all of its nodes, and so is one that goes', async (t) => {
  const folder = t.testdir();
  let told = 0;
  const end = watchSoundCards(() => told++, folder);
  const until = async (times: number) => {
    while (told < times) await delay(20);
  };
  for (const node of ['controlC1', 'pcmC1D0p', 'pcmC1D0c']) await writeFile(join(folder, node), '');
  await until(1);
  await rm(join(folder, 'pcmC1D0p'));
  await until(2);
  t.equal(told, 2);
  end();
  await writeFile(join(folder, 'controlC2'), '');
  await delay(500);
  t.equal(told, 2, 'after its end it is silent');
  end();
});

t.test('the first card brings the folder, and the last one takes it away', async (t) => {
  const folder = join(t.testdir(), 'snd');
  let told = 0;
  const end = watchSoundCards(() => told++, folder);
  const until = async (times: number) => {
    while (told < times) await delay(20);
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
  t.equal(told, 6);
});

t.test('where even the folder above is missing nothing is told', async (t) => {
  const end = watchSoundCards(() => t.fail('told'), join(t.testdir(), 'none', 'snd'));
  end();
  t.pass();
});
