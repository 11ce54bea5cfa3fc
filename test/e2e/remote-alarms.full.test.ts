/** Alarms on the web remote: set in a few touches, skipped, switched off, deleted; and what rings on every screen. */
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { alarmHouse, SEVEN } from './alarm-house.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';

const HOUR = 3_600_000;

t.test('an alarm is set in three touches, and changed, skipped, switched off and deleted in a few more', async (t) => {
  const { start } = await alarmHouse(t);
  const { daemon } = await start(SEVEN - HOUR);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/more');
  // The page tells how many days away an alarm is by the clock of the phone.
  await page.clock.setFixedTime(SEVEN - HOUR);
  const alarms = async () => (await bodyOf(daemon.api.GET('/alarms'))).alarms;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: /^Alarms/ }).tap();
  await page.getByRole('heading', { name: 'Alarms' }).waitFor();
  await button('New alarm').last().tap();
  await dialog.getByRole('button', { name: 'Save' }).tap();
  await page.getByRole('button', { name: /^7:00.AM/ }).waitFor();
  t.match(await alarms(), [{ time: '07:00', days: [], enabled: true, music: { of: 'tone' } }]);

  await page.getByRole('button', { name: /^7:00.AM/ }).tap();
  await dialog.getByLabel('Time', { exact: true }).fill('06:45');
  for (const day of ['Mon', 'Fri']) await dialog.getByRole('button', { name: day, exact: true }).tap();
  await dialog.getByLabel('Wakes with').selectOption({ label: 'Queue' });
  await dialog.getByLabel('Name').fill('Work');
  await dialog.getByRole('button', { name: 'Save' }).tap();
  await page.getByRole('button', { name: /^6:45.AM Work · Mon Fri/ }).waitFor();
  t.match(await alarms(), [{ time: '06:45', name: 'Work', days: ['monday', 'friday'], music: { of: 'queue' } }]);
  await page.getByText(/^today, 6:45.AM$/).waitFor();

  await button(/^More about 6:45/).tap();
  await button('Skip the next time').tap();
  await page.getByText(/^Skips today, 6:45.AM$/).waitFor();
  await page.getByText(/^Monday, 6:45.AM$/).waitFor();
  await button(/^More about 6:45/).tap();
  await button('Do not skip').tap();
  await page.getByText('Skips').waitFor({ state: 'detached' });

  await page.getByRole('switch', { name: /^6:45/ }).tap();
  await daemon.until('it is off', async () => (await alarms())[0]?.enabled === false);
  await button(/^More about 6:45/).tap();
  await button('Delete alarm').tap();
  await page.getByText('No alarms yet').waitFor();
  await button('Undo').tap();
  await daemon.until('it is back', async () => (await alarms())[0]?.name === 'Work');
  t.strictSame(complaints, []);
});

t.test('what rings has large buttons on every screen, for a finger and for keys', async (t) => {
  const { start } = await alarmHouse(t);
  const alarm = await start(SEVEN - HOUR);
  const { daemon } = alarm;
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/library');
  await bringAxe(page);
  await page.getByRole('heading', { name: 'Library' }).waitFor();
  await alarm.ringAtSeven({ name: 'Work', fade_in: 0, snooze: 30, duration: 240 });
  const dialog = page.getByRole('dialog', { name: 'Work' });
  await dialog.waitFor();
  t.strictSame(await violationsOf(page), [], 'the sheet');
  const box = await dialog.getByRole('button', { name: 'Stop' }).boundingBox();
  t.ok(box !== null && box.height >= 72 && box.width >= 250, JSON.stringify(box));
  // The larger button has the focus.
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await alarm.until('snoozed');
  await page.getByText(/^Snoozed until 7:30.AM/).waitFor();
  t.strictSame(await violationsOf(page), [], 'the line');
  await page.goto(`${daemon.base}/#/now`);
  await page.getByText(/^Snoozed until 7:30.AM/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).first().tap();
  await alarm.until(undefined);
  await page.getByText('Snoozed until').waitFor({ state: 'detached' });
  t.strictSame(complaints, []);
});
