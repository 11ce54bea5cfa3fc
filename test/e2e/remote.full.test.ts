import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { livingRoom } from './browser.js';

t.test('the phone plays, pauses, goes on and skips, and shows what plays', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  const statusIs = (wanted: number) =>
    daemon.until(`the status is ${wanted}`, async () => (await daemon.playbackStatus()) === wanted);
  await page.getByRole('heading', { name: 'Nothing plays' }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { name: 'one.mp3' }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // The page shows the requested state before the box has confirmed it.
  await statusIs(1);
  await daemon.until('playing', async () => (await daemon.elapsed()) > 0);
  t.match(await page.title(), /^one\.mp3/);

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await statusIs(3);
  const paused = await daemon.elapsed();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await statusIs(1);
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
  await daemon.until('the position is 5 s later', async () => (await daemon.elapsed()) === 25_000);
  await page.getByText('0:25', { exact: true }).waitFor();
  await daemon.put('/player/resume');
  // The second that is shown first depends on the load of the machine.
  await page.getByText(/^0:(?:2[7-9]|[3-5]\d)$/).waitFor();
  t.strictSame(complaints, []);
});

t.test('the phone moves the mixer by its own steps, and shows what others do to it', async (t) => {
  const { page, daemon, rig, complaints } = await livingRoom(t);
  const volume = page.getByRole('slider', { name: 'Volume' });
  await volume.waitFor();
  t.strictSame([await volume.getAttribute('aria-valuemin'), await volume.getAttribute('aria-valuemax')], ['0', '255']);
  const level = async () => (await daemon.volume()).volume;
  const shown = async () => Number(await volume.getAttribute('aria-valuenow'));
  const before = await level();
  t.equal(await shown(), before);
  await volume.press('ArrowRight');
  await page.getByRole('button', { name: 'Louder' }).click();
  await daemon.until('it is two steps louder', async () => (await level()) === before + 2);
  t.equal((await rig.mixerState()).left, before + 2);
  await daemon.put('/player/volume/level', { level: 77 });
  await daemon.until('the slider is there', async () => (await shown()) === 77);
  t.strictSame(complaints, []);
});

t.test('a finger moves the volume by as far as it moves, at most ten times a second, and to its limit', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  const { id } = (await bodyOf(daemon.api.GET('/devices'))).find(({ is_current_device: isCurrent }) => isCurrent)!;
  await daemon.put('/player/volume/level', { percent: 30 });
  await daemon.put(`/devices/${id}/volume-limit`, { volume_limit: 200 });
  const { limit_percent: cap = 0, percent: from = 0 } = await daemon.volume();
  const volume = page.getByRole('slider', { name: 'Volume' });
  await page.getByText(`(up to ${Math.round(cap)}%)`).waitFor();
  t.equal(await volume.getAttribute('aria-valuemax'), '200');
  const asked: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/volume/level')) asked.push(Date.now());
  });
  const { x, y, width, height } = (await volume.boundingBox())!;
  const [right, middle] = [x + width - 5, y + height / 2];
  await page.mouse.move(right, middle);
  await page.mouse.down();
  await page.mouse.up();
  await delay(300);
  t.strictSame(asked, [], 'where a finger is set down means nothing');
  await page.mouse.move(right, middle);
  await page.mouse.down();
  await page.mouse.move(right - width / 10, middle, { steps: 30 });
  await page.mouse.up();
  await daemon.until(
    'it is a tenth quieter',
    async () => Math.abs(((await daemon.volume()).percent ?? 0) - from + 10) < 2,
  );
  await page.mouse.move(x + 5, middle);
  await page.mouse.down();
  await page.mouse.move(right, middle, { steps: 60 });
  await page.mouse.up();
  await daemon.until('it is as loud as it may be', async () => (await daemon.volume()).volume === 200);
  const seconds = (asked.at(-1)! - asked[0]!) / 1000;
  t.ok(asked.length <= seconds * 10 + 2, `${asked.length} in ${seconds} s`);
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
  await page.getByRole('button', { name: 'Sleep timer' }).click();
  await page.getByRole('button', { name: '30 minutes' }).click();
  await page.getByRole('button', { name: 'Sleep timer: 30 min left' }).waitFor();
  t.ok(((await daemon.get('/player/sleep-timer')).body as { remaining: number }).remaining > 0);
  await page.getByRole('button', { name: 'Sleep timer' }).click();
  await page.getByRole('button', { name: 'Off', exact: true }).click();
  await daemon.until('the timer is off', async () =>
    (await daemon.get('/player/sleep-timer')).text.includes('"remaining":0'),
  );
  t.strictSame(complaints, []);
});

t.test('another library asks anew what the library was asked for, and nothing else', async (t) => {
  const { page, daemon, library, complaints } = await livingRoom(t, '/#/library');
  await daemon.put('/scan-library');
  await page.getByRole('link', { name: /^Unknown album/ }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate('location.hash = "#/settings/about"');
  await page.getByText('Version', { exact: true }).waitFor();
  const before = asked.length;
  await makeMp3(join(library, 'four.mp3'), { seconds: 10, seed: 34, lame: ['--tl', 'Fourth'] });
  await daemon.put('/scan-library');
  await daemon.put('/player/play');
  // Earlier events have arrived as well.
  await daemon.until('the title names the track', () => page.evaluate<boolean>('document.title.startsWith("one.mp3")'));
  await page.evaluate('location.hash = "#/library"');
  await page.getByRole('link', { name: /^Fourth/ }).waitFor();
  t.notOk(asked.slice(before).includes('/version'), asked.slice(before).join());
  t.strictSame(complaints, []);
});

t.test('the phone comes back by itself when the daemon was started anew', async (t) => {
  const { page, daemon, start, complaints } = await livingRoom(t);
  await page.getByRole('slider', { name: 'Volume' }).waitFor();
  await daemon.stop('SIGKILL');
  await page.getByText('Not connected. Trying again…').waitFor();
  const port = new URL(daemon.base).port;
  const again = await start({ environment: { TONEARM_HTTP_PORT: port } });
  await page.getByText('Not connected').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { name: 'one.mp3' }).waitFor();
  await again.until('it plays', async () => (await again.playbackStatus()) === 1);
  await again.stop();
  t.strictSame(
    complaints.filter((text) => !/net::ERR_|EventSource/.test(text)),
    [],
  );
});
