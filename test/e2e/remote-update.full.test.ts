/** An update on the web remote with the real daemon: sent from the phone, installed, started, and taken back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { PrivateBus } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { temporaryDirectory } from '../http/rig.js';
import { StandInRauc } from '../system/stand-in-rauc.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

async function openUpdate(t: Test) {
  const house = await createHouse(t);
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  const rauc = await StandInRauc.start(t, bus);
  const daemon = await house.start({ environment: { DBUS_SYSTEM_BUS_ADDRESS: bus.address } });
  const phone = await openPhone(t, daemon.base, 'light', '/#/settings/box');
  const open = () => phone.page.getByRole('button', { name: /^Update/ }).click();
  const choose = async (text: string): Promise<void> => {
    const file = join(await temporaryDirectory(t), 'tonearm.raucb');
    await writeFile(file, text);
    await phone.page.getByLabel('Install an update…').setInputFiles(file);
  };
  return { ...phone, systemd, rauc, daemon, open, choose };
}

t.test('an update from the phone runs after three touches, and leads back', async (t) => {
  const { page, complaints, systemd, rauc, daemon, open, choose } = await openUpdate(t);
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
  await daemon.until('it restarts', async () => systemd.asked.some((each) => /^StartUnit reboot/.test(each)));
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
