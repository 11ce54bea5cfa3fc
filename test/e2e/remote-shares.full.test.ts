/** Network folders on the page, whose server is a real Samba; mounting is for the booted box (`npm run test:image -- --shares`). */
import t, { type Test } from 'tap';
import { ANNA, sambaTrouble, startSamba } from '../network/shares/samba-server.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { serveServers } from './shares.js';

const skip = await sambaTrouble();

/** The page with the sheet of a server at this port. */
async function openServer(t: Test, port: number) {
  const daemon = await (await createHouse(t)).start();
  const { page } = await openPhone(t, daemon.base, 'light', '/#/settings/shares');
  await serveServers(page, port);
  await page.getByRole('button', { name: /^Look for servers/ }).tap();
  await page.getByRole('button', { name: /^NAS/ }).tap();
  return { page, sheet: page.getByRole('dialog', { name: 'NAS' }) };
}

t.test('a server tells its folders, and one is added with a tap', { skip }, async (t) => {
  const port = await startSamba(t, 'map to guest = Bad User');
  const { page, sheet } = await openServer(t, port);
  await sheet.getByRole('button', { name: /^Music/ }).waitFor();
  t.strictSame(await sheet.getByRole('listitem').allTextContents(), ['MusicTönende Sammlung', 'Private']);
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.url().endsWith('/system/shares') && each.method() === 'POST'),
    sheet.getByRole('button', { name: /^Music/ }).tap(),
  ]);
  t.strictSame(request.postDataJSON(), { kind: 'smb', server: '127.0.0.1', port, path: 'Music' });
  await sheet.getByRole('alert').waitFor();
});

t.test('a server that lets no guests in asks for user and password', { skip }, async (t) => {
  const port = await startSamba(t, 'restrict anonymous = 2');
  const { page, sheet } = await openServer(t, port);
  await sheet.getByText(/user and password are needed/).waitFor();
  const login = async (password: string): Promise<void> => {
    await sheet.getByLabel(/^User/).fill(ANNA.user);
    await sheet.getByLabel('Password').fill(password);
    await sheet.getByRole('button', { name: 'Show its folders' }).tap();
  };
  await login('wrong');
  await sheet.getByText(/does not accept/).waitFor();
  await login(ANNA.password);
  await sheet.getByRole('button', { name: /^Private/ }).waitFor();
  await sheet.getByRole('button', { name: 'Type in the name of the folder' }).tap();
  await page.getByLabel('Share or folder').waitFor();
});
