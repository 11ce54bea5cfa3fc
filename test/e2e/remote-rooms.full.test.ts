/** Multi-room from the phone: the Snapcast server in two touches, three rooms on one sheet, and all of a room behind it. */
import t, { type Test } from 'tap';
import { FakeServer } from '../snapcast/fake-server.js';
import { OWN_OUTPUT, startOwnServer } from '../snapcast/own-server-rig.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { join } from 'node:path';

t.setTimeout(240_000);

async function rig(t: Test, seed: number, ...names: string[]) {
  const snapserver = new FakeServer(...names);
  const { environment, taken, peer, systemd } = await startOwnServer(t, snapserver);
  const house = await createHouse(t);
  const file = join(house.library, 'a.mp3');
  await makeMp3(file, { seconds: 240, seed });
  const daemon = await house.start({ environment });
  await daemon.put('/settings', { snapcast_server: true });
  await daemon.until('the server is an output', async () =>
    (await daemon.get('/devices')).text.includes(`"id":"${OWN_OUTPUT}"`),
  );
  await daemon.play([file]);
  await daemon.put('/player/play');
  const client = (name: string) => snapserver.clients.find((each) => each.name === name);
  return { snapserver, taken, peer, systemd, daemon, client };
}

t.test('the server is chosen in two touches, and three rooms have their volumes on one sheet', async (t) => {
  const { snapserver, taken, daemon, client } = await rig(t, 640, 'Kitchen', 'Attic', 'Bath');
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/library');
  await bringAxe(page);
  const outputs = page.getByRole('dialog', { name: 'Outputs' });
  await page.getByRole('button', { name: /^Where the box plays/ }).tap();
  t.equal(await outputs.getByRole('button', { name: 'Rooms' }).count(), 0, 'only for a server that plays');
  await outputs.getByRole('button', { name: /^Snapcast/ }).tap();
  await outputs.waitFor({ state: 'detached' });
  const before = taken();
  await daemon.until('the server gets sound', () => Promise.resolve(taken() > before));

  await page.getByRole('button', { name: /^Where the box plays/ }).tap();
  await outputs.getByRole('button', { name: /^Rooms/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Rooms' });
  await sheet.getByRole('slider').nth(2).waitFor();
  t.equal(await sheet.getByRole('slider').count(), 3);
  for (const [name, volume] of [
    ['Attic', 25],
    ['Bath', 60],
    ['Kitchen', 75],
  ] as const) {
    await sheet.getByRole('slider', { name }).fill(String(volume));
    await daemon.until(`${name} is at ${volume}`, () => Promise.resolve(client(name)?.percent === volume));
  }
  await sheet.getByRole('button', { name: 'Mute Bath' }).tap();
  await daemon.until('it is muted', () => Promise.resolve(client('Bath')?.muted === true));
  t.equal(client('Bath')?.percent, 60, 'at the same volume');
  await sheet.getByText('Muted').waitFor();
  t.strictSame(await violationsOf(page), []);

  // Somebody else turns a room down, and one is switched off.
  Object.assign(client('Kitchen') ?? {}, { percent: 10, connected: false });
  await daemon.put(`/devices/${OWN_OUTPUT}/rooms/${snapserver.clients[1]?.id}`, { volume: 30 });
  await sheet.getByText('Off').waitFor();
  for (const [name, volume] of [
    ['Kitchen', '10'],
    ['Attic', '30'],
  ] as const) {
    const slider = sheet.getByRole('slider', { name });
    await daemon.until(`${name} is shown at ${volume}`, async () => (await slider.inputValue()) === volume);
  }
  t.strictSame(complaints, []);

  // The server does not answer any more: what was known of it is not shown as if it worked.
  const path = '**/devices/*/rooms';
  await page.route(path, (route) => route.abort());
  await sheet.getByRole('alert').waitFor();
  t.equal(await sheet.getByRole('slider').count(), 3);
  await page.unroute(path);
  await sheet.getByRole('alert').waitFor({ state: 'detached' });
});

t.test('a room has its group, its name and its latency behind one touch', async (t) => {
  const { snapserver, daemon, client } = await rig(t, 641, 'Kitchen', 'Attic', 'Bath');
  Object.assign(snapserver.groups[1] ?? {}, { stream: 'default' });
  await daemon.put(`/devices/${OWN_OUTPUT}/connect`);
  const { page, complaints } = await openPhone(t, daemon.base, 'dark', '/#/library');
  await bringAxe(page);
  await page.getByRole('button', { name: /^Where the box plays/ }).tap();
  await page.getByRole('button', { name: /^Rooms/ }).tap();
  await page.getByText('Plays something else').waitFor();
  await page.getByRole('button', { name: 'More about Attic' }).tap();
  const room = page.getByRole('dialog', { name: 'Attic' });
  await room.getByRole('button', { name: 'Play this here' }).tap();
  await daemon.until('it plays this', () => Promise.resolve(snapserver.groups[1]?.stream === 'Tonearm'));
  const box = (name: string) => room.getByRole('checkbox', { name });
  await box('Kitchen').tap();
  await box('Bath').tap();
  await daemon.until('they are one group', () => Promise.resolve(snapserver.groups.length === 1));
  t.strictSame(
    snapserver.groups.map(({ stream }) => stream),
    ['Tonearm'],
  );
  t.equal(await box('Kitchen').isChecked(), true);
  t.equal(await box('Bath').isChecked(), true);
  await box('Kitchen').tap();
  await daemon.until('one of them is alone', () => Promise.resolve(snapserver.groups.length === 2));
  const kitchen = client('Kitchen')?.id ?? '';
  t.strictSame(snapserver.groups.find(({ clients }) => clients.includes(kitchen))?.clients, [kitchen]);
  await room.getByRole('slider', { name: 'Play early by' }).fill('-20');
  await daemon.until('it plays later', () => Promise.resolve(client('Attic')?.latency === -20));
  t.strictSame(await violationsOf(page), []);
  await room.getByRole('textbox', { name: 'Name' }).fill('Loft');
  await room.getByRole('textbox', { name: 'Name' }).blur();
  await daemon.until('it has the name', () => Promise.resolve(client('Loft') !== undefined));
  await page.getByRole('dialog', { name: 'Loft' }).waitFor();

  await page.getByRole('dialog', { name: 'Loft' }).getByRole('button', { name: 'Close' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Rooms' });
  await sheet.getByText('with Bath', { exact: true }).waitFor();
  await sheet.getByText('with Loft', { exact: true }).waitFor();
  await sheet.getByRole('button', { name: 'Mute Bath' }).tap();
  await sheet.getByText('Muted · with Loft', { exact: true }).waitFor();
  t.strictSame(complaints, []);
});

t.test('all rooms that are there are muted by one button, and heard again by the same', async (t) => {
  const { snapserver, daemon, client } = await rig(t, 644, 'Kitchen', 'Attic', 'Bath', 'Garden');
  Object.assign(client('Garden') ?? {}, { connected: false });
  Object.assign(client('Bath') ?? {}, { muted: true });
  await daemon.put(`/devices/${OWN_OUTPUT}/connect`);
  const { page, complaints } = await openPhone(t, daemon.base, 'dark', '/#/library');
  await bringAxe(page);
  await page.getByRole('button', { name: /^Where the box plays/ }).tap();
  await page.getByRole('button', { name: /^Rooms/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Rooms' });
  const muted = () => snapserver.clients.map((each) => each.muted);
  await sheet.getByRole('button', { name: 'Mute all' }).tap();
  await daemon.until('they are', () => Promise.resolve(String(muted()) === 'true,true,true,false'));
  t.equal(await sheet.getByText('Muted', { exact: true }).count(), 3);
  t.strictSame(await violationsOf(page), []);
  await sheet.getByRole('button', { name: 'Unmute all' }).tap();
  await daemon.until('they are heard', () => Promise.resolve(String(muted()) === 'false,false,false,false'));
  t.strictSame(complaints, []);

  // One that refuses: what was not sent is not shown as if it were done.
  await page.route('**/rooms/*', (route) => route.abort());
  await sheet.getByRole('button', { name: 'Mute all' }).tap();
  await sheet.getByRole('button', { name: 'Mute all' }).waitFor();
  await sheet.getByText('Muted').first().waitFor({ state: 'detached' });
  t.strictSame(muted(), [false, false, false, false]);
});

t.test('a single room has nothing for all of them', async (t) => {
  const { daemon } = await rig(t, 645, 'Kitchen');
  await daemon.put(`/devices/${OWN_OUTPUT}/connect`);
  const { page } = await openPhone(t, daemon.base, 'light', '/#/library');
  await page.getByRole('button', { name: /^Where the box plays/ }).tap();
  await page.getByRole('button', { name: /^Rooms/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Rooms' });
  await sheet.getByRole('slider', { name: 'Kitchen' }).waitFor();
  t.equal(await sheet.getByRole('button', { name: 'Mute all' }).count(), 0);
});

t.test('a server without rooms says how they come', async (t) => {
  const { daemon } = await rig(t, 642);
  await daemon.put(`/devices/${OWN_OUTPUT}/connect`);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/library');
  await page.getByRole('button', { name: /^Where the box plays/ }).tap();
  await page.getByRole('button', { name: /^Rooms/ }).tap();
  await page.getByText('Each Snapcast client that connects is a room.').waitFor();
  t.strictSame(complaints, []);
});

t.test('the settings say why a program of the box does not run, for as long as it does not', async (t) => {
  const { systemd, daemon } = await rig(t, 643, 'Kitchen');
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/box');
  const group = page.getByRole('region', { name: 'Multi-room' });
  await group.getByText('Rooms play in step by Snapcast.').waitFor();
  const unit = 'tonearm-snapserver.service';
  systemd.units.set(unit, { active: 'activating', status: '' });
  await group.getByText(`${unit} does not run now. The system starts it again.`).waitFor();
  systemd.units.set(unit, { active: 'active', status: '' });
  await group.getByText('Rooms play in step by Snapcast.').waitFor();
  t.strictSame(complaints, []);
});
