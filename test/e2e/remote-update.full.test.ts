/** An update on the web remote with the real daemon: from the phone or an address, installed, started, and taken back. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { PrivateBus } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { temporaryDirectory } from '../http/rig.js';
import { StandInRauc } from '../system/stand-in-rauc.js';
import { UpdateServer } from '../system/update/update-server.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

type Options = BrowserContextOptions & { readonly scheme?: 'light' | 'dark' };

async function openUpdate(t: Test, { scheme = 'light', ...options }: Options = {}) {
  const house = await createHouse(t);
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  const rauc = await StandInRauc.start(t, bus);
  const environment = { DBUS_SYSTEM_BUS_ADDRESS: bus.address, TONEARM_STREAM_ALLOW: '127.0.0.0/8' };
  const daemon = await house.start({ environment });
  const phone = await openPhone(t, daemon.base, scheme, '/#/settings/box', options);
  const open = () => phone.page.getByRole('button', { name: /^Update/ }).click();
  const choose = async (text: string): Promise<void> => {
    const file = join(await temporaryDirectory(t), 'tonearm.raucb');
    await writeFile(file, text);
    await phone.page.getByLabel('Install an update…').setInputFiles(file);
  };
  /** The box starts anew at the same address. */
  const startAnew = async (): Promise<void> => {
    await daemon.stop();
    await house.start({ environment: { ...environment, TONEARM_HTTP_PORT: new URL(daemon.base).port } });
  };
  const restarted = () =>
    daemon.until('it restarts', async () => systemd.asked.some((each) => /^StartUnit reboot/.test(each)));
  return { ...phone, systemd, rauc, daemon, house, open, choose, startAnew, restarted };
}

/** As on a box of version 1.0.0: the machine of a test has no version, so that the daemon cannot say what is newer. */
async function beVersion(page: Page): Promise<void> {
  const asOffer = (offer: object | null) => offer && { ...offer, order: 'newer' };
  await page.route('**/system/update', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const json = (await response.json()) as {
      offer: object | null;
      slots: { running: boolean; version: string | null }[];
    };
    const version = json.slots.find(({ running }) => running)?.version ?? '1.0.0';
    return route.fulfill({ response, json: { ...json, version, offer: asOffer(json.offer) } });
  });
  await page.route('**/system/update/offer', async (route) => {
    const response = await route.fetch();
    const { offer } = (await response.json()) as { offer: object | null };
    return route.fulfill({ response, json: { offer: asOffer(offer) } });
  });
  await page.route('**/system/update/download', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return route.continue({ postData: { ...(route.request().postDataJSON() as object), older: true } });
  });
}

t.test('an update from the phone runs after three touches, and leads back', async (t) => {
  const { page, complaints, rauc, open, choose, restarted } = await openUpdate(t);
  t.notOk(rauc.asked.length > 0, 'RAUC is left alone until somebody asks');
  await open();
  await choose('tonearm-arm64 2.0.0');
  await page.getByText('Installing: 40 %').waitFor();
  rauc.progress = [80, 'Copying image to boot.1', 3];
  await page.getByText('Installing: 80 %').waitFor();
  rauc.complete();
  await page.getByText('Version 2.0.0 is installed. It runs after a restart.').waitFor();
  await page.getByRole('button', { name: 'Do not use it' }).click();
  await page.getByRole('button', { name: 'Back to version 2.0.0' }).click();
  const question = page.getByRole('dialog', { name: 'Back to version 2.0.0' });
  await question.getByRole('button', { name: 'Restart' }).click();
  await page.getByText('The box restarts. It is back in about a minute.').waitFor();
  t.equal(rauc.primary, 'rootfs.1');
  await restarted();
  t.strictSame(complaints, []);
});

t.test('an update that is refused, that failed and that did not start is told with its reason', async (t) => {
  const { page, rauc, open, choose } = await openUpdate(t);
  rauc.addOther('2.0.0', false);
  rauc.lastError = 'no room in slot rootfs.1';
  await open();
  await page.getByText('The update was not installed: no room in slot rootfs.1').waitFor();
  await page.getByText('Version 2.0.0 did not start, and the box went back by itself.').waitFor();
  t.equal(await page.getByRole('button', { name: /^Back to version/ }).count(), 0);
  await choose('damaged');
  await page.getByText(/^The file is no update for this box, is damaged/).waitFor();
  await choose('other-box 2.0.0');
  await page.getByText('The update is for another kind of box.').waitFor();
});

t.test('an update from an address is found, downloaded, installed, and runs after a countdown', async (t) => {
  const { page, rauc, systemd, open, startAnew, restarted } = await openUpdate(t, {
    viewport: { width: 390, height: 664 },
  });
  await beVersion(page);
  await bringAxe(page);
  const server = await UpdateServer.start(t);
  const changes = Array.from({ length: 7 }, (_, at) => `Change ${at + 1}: \`volume_limit\` is kept.`);
  server.announced = { changes };
  await open();
  t.equal(await page.getByRole('button', { name: /^Look for an update/ }).count(), 0, 'no address, nobody to ask');
  await page.getByRole('button', { name: 'Close' }).click();
  const address = page.getByLabel('Updates from');
  await address.fill(server.address);
  await address.blur();
  await page.getByLabel('Look for updates daily').waitFor();
  await open();
  t.strictSame(server.requests, [], 'nothing was asked yet');
  await page.getByRole('button', { name: /^Look for an update/ }).click();
  await page.getByText('Version 2.0.0 is available').last().waitFor();
  await page.getByText('Change 4: volume_limit is kept.').waitFor();
  t.notOk(await page.getByText('Change 5').isVisible());
  await page.getByText('3 more lines').click();
  t.ok(await page.getByText('Change 7').isVisible());
  t.strictSame(await violationsOf(page), []);

  let goOn = (): void => undefined;
  server.bundleAnswers((_request, response) => {
    response.writeHead(200, { 'content-length': server.bundle.length });
    response.write(server.bundle.subarray(0, 10));
    goOn = () => response.end(server.bundle.subarray(10));
  });
  await page.getByRole('button', { name: /^Install and restart/ }).click();
  await page.getByText('Downloading: 52 %').waitFor();
  await page.getByRole('button', { name: 'Cancel the download' }).click();
  await page.getByRole('button', { name: /^Install and restart/ }).click();
  await page.getByText('Installing: 40 %').waitFor();
  goOn();
  rauc.complete();
  await page.getByText('Restarts in 10 s').waitFor();
  await page.getByText('Restarts in 9 s').waitFor();
  t.strictSame(await violationsOf(page), []);
  await page.getByRole('button', { name: /^Later/ }).click();
  await page.getByText('Version 2.0.0 is installed. It runs after a restart.').waitFor();
  t.notOk(
    systemd.asked.some((each) => /reboot/.test(each)),
    'nothing restarts after Later',
  );
  await page.getByRole('button', { name: /^Restart now/ }).click();
  await page.getByText('Restarts in 9 s').waitFor();
  await page.getByRole('button', { name: 'Restart now' }).click();
  await page.getByText('The box restarts. It is back in about a minute.').waitFor();
  await restarted();
  rauc.restart('B');
  await startAnew();
  await page.getByText('Version 2.0.0 runs now.').waitFor();
  t.strictSame(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'This box' }).waitFor();
});

t.test('a version that does not start is told of when the box has gone back', async (t) => {
  const { page, rauc, open, choose, startAnew, restarted } = await openUpdate(t);
  await beVersion(page);
  await open();
  await choose('tonearm-arm64 2.0.0');
  await page.getByText('Installing: 40 %').waitFor();
  rauc.complete();
  await page.getByRole('button', { name: /^Restart now/ }).click();
  await page.getByRole('button', { name: 'Restart now' }).click();
  await restarted();
  rauc.restart('A');
  await startAnew();
  await page.getByText('Version 2.0.0 did not start. The box went back to version 1.0.0 by itself.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Version 2.0.0 did not start, and the box went back by itself.').waitFor();
});

t.test('a countdown ends with its sheet, and by itself in the restart', async (t) => {
  const { page, systemd, rauc, open, restarted } = await openUpdate(t);
  rauc.addOther('2.0.0');
  rauc.primary = 'rootfs.1';
  await open();
  await page.getByRole('button', { name: /^Restart now/ }).click();
  await page.getByText('Restarts in 10 s').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await open();
  await page.getByText('Version 2.0.0 is installed. It runs after a restart.').waitFor();
  t.notOk(systemd.asked.some((each) => /reboot/.test(each)));
  await page.getByRole('button', { name: /^Restart now/ }).click();
  await page.getByText('Restarts in 1 s').waitFor();
  await restarted();
});

t.test('a mark shows the way to a new version where the box looks daily, and nowhere else', async (t) => {
  const { page, daemon } = await openUpdate(t);
  await beVersion(page);
  await bringAxe(page);
  const server = await UpdateServer.start(t);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await daemon.put('/settings', { update_url: server.address });
  t.equal((await daemon.ask('POST', '/system/update/check')).status, 200);
  await page.reload();
  await bringAxe(page);
  await page.getByRole('link', { name: 'More', exact: true }).waitFor();
  t.notOk(asked.includes('/system/update/offer'), 'a page does not ask where the box does not look');
  await daemon.put('/settings', { update_check: true });
  await page.getByRole('link', { name: 'More new version' }).click();
  await page.getByRole('link', { name: /^This box Version 2.0.0 is available/ }).click();
  await page.getByRole('button', { name: 'Update Version 2.0.0 is available' }).waitFor();
  t.strictSame(await violationsOf(page), []);
  await daemon.put('/settings', { update_url: '' });
  await page.getByRole('link', { name: 'More', exact: true }).waitFor();
});

t.test('where a PIN is set it is asked for before the update is sent, and the update is sent once', async (t) => {
  const { page, house, daemon, open, choose } = await openUpdate(t);
  await writeFile(join(dirname(house.library), 'state', 'allow-pin'), '');
  t.equal((await daemon.put('/system/pin', { pin: '1234' })).status, 204);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/system/update') sent++;
  });
  await open();
  await choose('tonearm-arm64 2.0.0');
  const question = page.getByRole('dialog', { name: /PIN/ });
  await question.getByLabel('PIN').fill('4321');
  await question.getByRole('button').last().click();
  await question.getByRole('alert').waitFor();
  t.equal(sent, 0);
  await question.getByLabel('PIN').fill('1234');
  await question.getByRole('button').last().click();
  await page.getByText('Installing: 40 %').waitFor();
  t.equal(sent, 1);
});
