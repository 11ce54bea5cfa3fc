/** Home Assistant by MQTT is set up on the page, with Mosquitto of Debian as the broker. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { Page } from 'playwright-core';
import { Mosquitto, mosquittoTrouble } from '../mqtt/mosquitto.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse, FAST } from './daemon.js';

/** Pictures for a person to look at: set it to a folder. */
const PICTURES = process.env['MQTT_PICTURES'];
const LOGIN = { user: 'tonearm', password: 'a secret' };

const skip = await mosquittoTrouble();

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

t.test('a broker is set up, corrected, and switched off on the page', { skip, timeout: 300_000 }, async (t) => {
  const { start } = await createHouse(t, FAST);
  const broker = await Mosquitto.start(t, { login: LOGIN });
  await broker.follow(t);
  const daemon = await start({ environment: { TONEARM_STREAM_ALLOW: '127.0.0.0/8' } });
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/box');
  const row = page.getByRole('button', { name: /^Sensors and buttons by MQTT/ });
  await row.getByText('Off').waitFor();
  await row.tap();
  const sheet = page.getByRole('dialog');
  const state = sheet.getByRole('status');
  await state.getByText('Off').waitFor();
  t.equal(await sheet.getByLabel('Discovery prefix').inputValue(), 'homeassistant');
  t.equal(await sheet.getByRole('button', { name: 'Switch MQTT off' }).count(), 0);
  await picture(page, 'off');
  const save = sheet.getByRole('button', { name: 'Save and connect' });
  const address = sheet.getByLabel('Address of the MQTT broker');
  await address.fill('http://broker');
  await save.tap();
  t.equal(await sheet.locator(':invalid').count(), 2, 'the field, and the form around it');
  t.match((await daemon.get('/settings')).body, { mqtt_url: '' });
  await address.fill(`127.0.0.1:${broker.port}`);
  await sheet.getByLabel('User').fill(LOGIN.user);
  await sheet.getByLabel('Password').fill('wrong');
  await save.tap();
  await state
    .getByText('Not connected. It is tried again. The broker does not accept the user or the password.')
    .waitFor();
  await picture(page, 'refused');
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);
  await sheet.getByLabel('Password').fill(LOGIN.password);
  await save.tap();
  await state.getByText('Connected', { exact: true }).waitFor();
  await picture(page, 'connected');
  await broker.until('the box is there', () => [...broker.retained.keys()].some((topic) => topic.endsWith('/config')));
  t.match((await daemon.get('/settings')).body, {
    ...{ mqtt_enabled: true, mqtt_url: broker.address, mqtt_username: LOGIN.user, mqtt_password_set: true },
  });
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await row.getByText('Connected').waitFor();
  await row.tap();
  t.equal(await address.inputValue(), broker.address);
  t.equal(await sheet.getByLabel('Password').inputValue(), '', 'a password is not shown');
  await save.tap();
  await state.getByText('Connected', { exact: true }).waitFor();
  t.match((await daemon.get('/settings')).body, { mqtt_password_set: true }, 'and is kept');
  await sheet.getByRole('button', { name: 'Switch MQTT off' }).tap();
  await state.getByText('Off').waitFor();
  await broker.until('nothing is left', () => broker.retained.size === 0);
  t.strictSame(complaints, []);
  t.notMatch(daemon.text, 'a secret');
});
