import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { livingRoom } from './browser.js';
import { removeFromQueue } from './queue-row.js';

t.test('the phone jumps in the queue, removes from it and clears it', async (t) => {
  const { page, daemon, files, complaints } = await livingRoom(t, '/#/queue');
  await page.getByRole('heading', { name: 'Queue (3)' }).waitFor();
  const rows = page.getByRole('listitem');
  await rows.nth(2).waitFor();
  t.equal(await rows.count(), 3);
  await page.getByRole('button', { name: /^three\.mp3/ }).click();
  await page.locator('.mini', { hasText: 'three.mp3' }).waitFor();
  await page.locator('li [aria-current]', { hasText: 'three.mp3' }).waitFor();
  await removeFromQueue(page, 'one.mp3');
  await page.getByRole('heading', { name: 'Queue (2)' }).waitFor();
  const paths = async () =>
    ((await daemon.get('/playlists/current/tracks')).body as { path: string }[]).map(({ path }) => path);
  t.strictSame(await paths(), files.slice(1));
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('heading', { name: 'Queue (1)' }).waitFor();
  t.strictSame(await paths(), [files[2]], 'what sounds stays');
  await daemon.put('/player/stop');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('heading', { name: 'The queue is empty' }).waitFor();
  await daemon.play(files.slice(0, 2));
  await page.getByRole('heading', { name: 'Queue (2)' }).waitFor();
  t.strictSame(complaints, []);
});

t.test('what was touched is what is removed, however late the page hears of the last removal', async (t) => {
  const { page, daemon, files, complaints } = await livingRoom(t, '/#/queue');
  // Rows appear before their tracks are loaded.
  await page.getByRole('button', { name: 'More about one.mp3' }).waitFor();
  let isLate = true;
  t.teardown(() => (isLate = false));
  await page.route('**/playlists/current/tracks?*limit=100', async (route) => {
    while (isLate) await delay(10);
    await route.continue();
  });
  await removeFromQueue(page, 'one.mp3');
  await page.getByRole('heading', { name: 'Queue (2)' }).waitFor();
  t.equal(await page.getByRole('listitem').count(), 2, 'the list shows at once what will be');
  await removeFromQueue(page, 'two.mp3');
  await page.getByRole('heading', { name: 'Queue (1)' }).waitFor();
  t.match((await daemon.get('/playlists/current/tracks')).body, [{ path: files[2] }]);
  await page.getByRole('button', { name: /^three\.mp3/ }).click();
  await page.locator('.mini', { hasText: 'three.mp3' }).waitFor();
  isLate = false;
  t.strictSame(complaints, []);
});

t.test('an entry is moved by its handle and by the arrow keys, swiped away, and brought back', async (t) => {
  const { page, daemon, files, complaints } = await livingRoom(t, '/#/queue');
  const [one = '', two = '', three = ''] = files;
  const paths = async () =>
    ((await daemon.get('/playlists/current/tracks')).body as { path: string }[]).map(({ path }) => path);
  const become = (...wanted: string[]) =>
    daemon.until(`the queue is ${wanted.join()}`, async () => (await paths()).join() === wanted.join());
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  await handle('three.mp3').waitFor();
  const { x, y } = (await handle('three.mp3').boundingBox())!;
  await page.mouse.move(x + 20, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 20, y - 110, { steps: 10 });
  await page.mouse.up();
  await become(three, one, two);
  await handle('three.mp3').press('ArrowDown');
  await become(one, three, two);
  await page.getByText('three.mp3 is at place 2 of 3.').waitFor({ state: 'attached' });
  await handle('three.mp3').press('ArrowDown');
  await become(one, two, three);
  t.equal(await page.evaluate<string>('document.activeElement.getAttribute("aria-label")'), 'Move three.mp3');

  const row = (await page.locator('.queue-row', { hasText: 'two.mp3' }).boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, at: number) =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x: at, y: row.y + 30 }],
    });
  await touch('touchStart', 300);
  for (let at = 290; at >= 60; at -= 10) await touch('touchMove', at);
  await touch('touchEnd', 60);
  await become(one, three);
  await page.getByRole('button', { name: 'Undo' }).click();
  await become(one, two, three);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('heading', { name: 'The queue is empty' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await become(one, two, three);

  await page.getByRole('button', { name: 'Save as playlist' }).click();
  await page.getByLabel('Name of the playlist').fill('Evening <b>');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Evening <b>” is saved as a playlist.').waitFor();
  t.match((await daemon.get('/saved-playlists')).body, [{ name: 'Evening <b>', track_count: 3 }]);
  t.strictSame(complaints, []);
});

t.test('the play button goes on where it stopped, also after a restart', async (t) => {
  const { page, daemon, files, start, complaints } = await livingRoom(t);
  await daemon.put('/playlists/start?start_index=1&elapsed=30000');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 30_500);
  await daemon.stop();
  await page.getByText('Not connected. Trying again…').waitFor();
  const again = await start({ environment: { TONEARM_HTTP_PORT: new URL(daemon.base).port } });
  await page.getByText('Not connected').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await again.until('it plays', async () => (await again.playbackStatus()) === 1);
  t.ok((await again.elapsed()) >= 30_000);
  t.match((await again.get('/player/current-track')).body, { path: files[1] });
  t.strictSame(
    complaints.filter((text) => !/net::ERR_|EventSource/.test(text)),
    [],
  );
});
