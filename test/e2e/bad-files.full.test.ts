import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import t from 'tap';

import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { createHouse, FAST, xruns } from './daemon.js';

t.test('what cannot be played is passed over with a reason, and the queue goes on without a gap', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = (name: string): string => join(library, name);
  await makeMp3(file('good one.mp3'), { seconds: 2, seed: 60 });
  await makeMp3(file('good two.mp3'), { seconds: 2, seed: 61 });
  await writeFile(file('empty.mp3'), '');
  await writeFile(file('text.mp3'), 'This is no music at all.\n'.repeat(500));
  await mkdir(file('folder.mp3'));
  const bad = ['empty.mp3', 'text.mp3', 'missing.mp3', 'folder.mp3'].map(file);
  const daemon = await start();
  await daemon.play([...bad, file('good one.mp3'), ...bad, file('good two.mp3'), ...bad]);
  await daemon.put('/player/play');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const reference = Buffer.concat([await referenceS32(file('good one.mp3')), await referenceS32(file('good two.mp3'))]);
  const result = comparePcm(reference, await rig.capture(), 8);
  t.ok(result.exact, describeComparison(result));
  t.equal(await xruns(rig), 0);
  for (const code of ['EMPTY_FILE', 'NOT_AUDIO', 'UNREADABLE_FILE']) t.match(daemon.text, code);
});

t.test('a queue of nothing playable stops, and the daemon goes on', async (t) => {
  const { library, start } = await createHouse(t, FAST);
  const daemon = await start({ environment: { TONEARM_STREAM_ALLOW: '127.0.0.0/8' } });
  await daemon.play([join(library, 'none.mp3'), join(library, 'neither.mp3'), 'http://127.0.0.1:1/radio']);
  await daemon.put('/player/play');
  await daemon.until('the last is given up', () => Promise.resolve(daemon.text.includes('STREAM_GONE')));
  await daemon.until('it stopped', async () => (await daemon.playbackStatus()) === 0);
  t.equal((await daemon.get('/version')).status, 200);
});

t.test('a truncated file plays as far as it goes', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const file = join(library, 'short.mp3');
  await makeMp3(file, { seconds: 4, seed: 70 });
  const whole = await referenceS32(file);
  await truncate(file, Math.floor((await readFile(file)).length / 2));
  const daemon = await start();
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const capture = await rig.capture();
  t.ok(capture.length > whole.length / 3 && capture.length < whole.length);
  t.ok(capture.equals(whole.subarray(0, capture.length)), 'never noise: every frame is one of the file');
});

t.test('a link that is laid out of the library after the queue was made is not followed', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const outside = join(rig.folder, 'outside.mp3');
  await makeMp3(outside, { seconds: 1, seed: 71 });
  const daemon = await start();
  t.equal((await daemon.play([outside])).status, 400, 'named outright it is refused');
  const inside = join(library, 'coming.mp3');
  t.equal((await daemon.play([inside])).status, 200, 'what is missing may come back');
  await symlink(outside, inside);
  await daemon.put('/player/play');
  await daemon.until('it stopped', async () => (await daemon.playbackStatus()) === 0);
  await daemon.until('reported', () => Promise.resolve(daemon.text.includes('OUTSIDE_LIBRARY')));
  t.equal((await rig.capture()).length, 0);
});
