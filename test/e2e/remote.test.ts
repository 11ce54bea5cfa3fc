import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { livingRoom } from './browser.js';

t.test('the phone plays, pauses, goes on and skips, and shows what plays', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  await page.getByRole('heading', { name: 'Nothing plays' }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { name: 'one.mp3' }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  t.equal(await daemon.playbackStatus(), 1);
  await daemon.until('it is heard', async () => (await daemon.elapsed()) > 0);
  t.match(await page.title(), /^one\.mp3/);

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  t.equal(await daemon.playbackStatus(), 3);
  const paused = await daemon.elapsed();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  t.equal(await daemon.playbackStatus(), 1);
  await daemon.until('it goes on from there', async () => (await daemon.elapsed()) > paused);

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'two.mp3' }).waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByRole('heading', { name: 'one.mp3' }).waitFor();
  await daemon.put('/player/stop');
  await page.getByRole('heading', { name: 'Nothing plays' }).waitFor();
  t.strictSame(complaints, []);
});

t.test('the phone seeks by touch and by keyboard, and shows the time as it passes', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  await daemon.put('/player/play');
  const seek = page.getByRole('slider', { name: 'Position' });
  await page.getByText('1:00', { exact: true }).waitFor();
  const box = (await seek.boundingBox())!;
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await daemon.until('it plays in the middle', async () => (await daemon.elapsed()) > 25_000);
  t.ok((await daemon.elapsed()) < 45_000);
  await daemon.put('/player/pause');
  await daemon.put('/player/ff-rewind?newtime=20000');
  await page.getByText('0:20', { exact: true }).waitFor();
  t.equal(await seek.getAttribute('aria-valuetext'), '0:20 of 1:00');
  await seek.press('ArrowRight');
  await daemon.until('it stands 5 s later', async () => (await daemon.elapsed()) === 25_000);
  await page.getByText('0:25', { exact: true }).waitFor();
  await daemon.put('/player/resume');
  await page.getByText('0:27', { exact: true }).waitFor();
  t.strictSame(complaints, []);
});

t.test('the phone moves the mixer by its own steps, and shows what others do to it', async (t) => {
  const { page, daemon, rig, complaints } = await livingRoom(t);
  const volume = page.getByRole('slider', { name: 'Volume' });
  await page.locator('#volume:enabled').waitFor();
  t.strictSame([await volume.getAttribute('min'), await volume.getAttribute('max')], ['0', '255']);
  const level = async () => ((await daemon.get('/player/volume')).body as { volume: number }).volume;
  const before = await level();
  t.equal(await volume.inputValue(), String(before));
  // However long the slider's order is on its way, the button's does not overtake it.
  await page.route('**/player/volume/level', async (route) => {
    await delay(300);
    await route.continue();
  });
  await volume.press('ArrowRight');
  await page.getByRole('button', { name: 'Louder' }).click();
  await daemon.until('it is two steps louder', async () => (await level()) === before + 2);
  t.equal((await rig.mixerState()).left, before + 2);
  await daemon.put('/player/volume/level', { level: 77 });
  await daemon.until('the slider stands there', async () => (await volume.inputValue()) === '77');
  t.strictSame(complaints, []);
});

t.test('the phone sets shuffle, repeat and the sleep timer', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  await page.getByRole('button', { name: 'Repeat: off' }).click();
  await page.getByRole('button', { name: 'Repeat: all' }).click();
  await page.getByRole('button', { name: 'Repeat: one track' }).click();
  await page.getByRole('button', { name: 'Repeat: off' }).waitFor();
  await page.getByRole('button', { name: 'Shuffle' }).click();
  await page.getByRole('button', { name: 'Shuffle', pressed: true }).waitFor();
  await page.getByLabel('Sleep timer').selectOption('30 minutes');
  await page.locator('#sleep-left', { hasText: /^30 min left$/ }).waitFor({ state: 'attached' });
  t.ok(((await daemon.get('/player/sleep-timer')).body as { remaining: number }).remaining > 0);
  await page.getByLabel('Sleep timer').selectOption('Off');
  await daemon.until('the timer is off', async () =>
    (await daemon.get('/player/sleep-timer')).text.includes('"remaining":0'),
  );
  t.strictSame(complaints, []);
});

t.test('the phone comes back by itself when the daemon was started anew', async (t) => {
  const { page, daemon, start, complaints } = await livingRoom(t);
  await page.getByRole('heading', { name: 'Queue (3)' }).waitFor();
  await daemon.stop('SIGKILL');
  await page.getByText('Not connected. Trying again…').waitFor();
  const port = new URL(daemon.base).port;
  const again = await start({ environment: { TONEARM_HTTP_PORT: port } });
  await page.getByText('Not connected').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { name: 'one.mp3' }).waitFor();
  t.equal(await again.playbackStatus(), 1);
  await again.stop();
  t.strictSame(
    complaints.filter((text) => !/net::ERR_|EventSource/.test(text)),
    [],
  );
});
