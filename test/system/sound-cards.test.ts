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

t.test('without the folder nothing is told', async (t) => {
  const end = watchSoundCards(() => t.fail('told'), join(t.testdir(), 'snd'));
  end();
  t.pass();
});

t.test('a folder that is taken away does no harm', async (t) => {
  const folder = join(t.testdir(), 'snd');
  await mkdir(folder);
  const end = watchSoundCards(() => undefined, folder);
  await rm(folder, { recursive: true });
  await delay(50);
  end();
  t.pass();
});
