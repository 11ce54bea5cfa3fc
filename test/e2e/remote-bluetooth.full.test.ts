/**
 * Bluetooth speakers on the web remote: found, paired with every kind of question, played on, cancelled, and errors.
 */
import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import { HCI0, pathOf, refuse, type StandInAgent } from '../bluetooth/stand-in-bluez.js';
import { flag, text } from '../bluetooth/stand-in-program.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { asking, BATH, KITCHEN, outputOf, speakerHouse, speakerRow } from './speaker-house.js';

t.setTimeout(300_000);

/** Finger that counts its touches. */
function finger() {
  const taps: string[] = [];
  const tap = async (what: string, where: Locator): Promise<void> => {
    await where.tap();
    taps.push(what);
  };
  return { taps, tap };
}

const pairingIn = (page: Page): Locator => page.getByRole('dialog', { name: 'Pairing' });

/** Question of a speaker as BlueZ passes it to its agent; a refusal ends the pairing. */
const ask =
  (member: string, signature: string, ...values: readonly unknown[]) =>
  (agent: StandInAgent, device: string): Promise<unknown> =>
    agent.ask(member, signature, [device, ...values]).catch(() => {
      throw refuse('AuthenticationRejected', 'Authentication Rejected');
    });

t.test('from the address to music on a new speaker that shows a code it takes five touches', async (t) => {
  const { bluez, daemon, builtin, speaker, currentOutput } = await speakerHouse(t);
  asking(bluez, { [KITCHEN]: ask('RequestConfirmation', 'ou', 1234) });
  bluez.show(KITCHEN, 'Kitchen');
  const { page, complaints } = await openPhone(t, daemon.base);
  const { taps, tap } = finger();
  await tap('more', page.getByRole('link', { name: 'More', exact: true }));
  await tap('outputs', page.getByRole('link', { name: /^Outputs/ }));
  await tap('the speaker', speakerRow(page, 'Kitchen'));
  const pairing = pairingIn(page);
  const code = pairing.getByText('001234');
  await code.waitFor();
  t.ok((await code.boundingBox())!.height < 60, 'a code stands in one line');
  await tap('yes', pairing.getByRole('button', { name: 'Yes, pair' }));
  await page.getByRole('button', { name: /^Kitchen/, pressed: true }).waitFor();
  await tap('play', page.getByRole('button', { name: 'Play', exact: true }));
  await daemon.until('the speaker plays', async () => (await speaker.capture()).some((byte) => byte !== 0));
  t.ok(taps.length <= 5, taps.join(', '));
  t.equal(await currentOutput(), outputOf(KITCHEN));
  t.equal(await daemon.playbackStatus(), 1);
  const elapsed = await daemon.elapsed();
  await daemon.until('it goes on', async () => (await daemon.elapsed()) > elapsed + 500);
  t.equal((await builtin.capture()).length, 0, 'and nothing elsewhere');
  t.equal(await pairing.count(), 0);
  t.strictSame(complaints, []);
});

t.test('a speaker that asks nothing takes three touches, and what plays goes on there', async (t) => {
  const { bluez, daemon, speaker, currentOutput } = await speakerHouse(t);
  await daemon.put('/playlists/start');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 500);
  bluez.show(KITCHEN, 'Kitchen');
  const { page, complaints } = await openPhone(t, daemon.base);
  const { taps, tap } = finger();
  await tap('more', page.getByRole('link', { name: 'More', exact: true }));
  await tap('outputs', page.getByRole('link', { name: /^Outputs/ }));
  await tap('the speaker', speakerRow(page, 'Kitchen'));
  await page.getByText('Kitchen plays now.').waitFor();
  await daemon.until('playing there', async () => (await speaker.capture()).some((byte) => byte !== 0));
  t.equal(taps.length, 3);
  t.equal(await currentOutput(), outputOf(KITCHEN));
  t.equal(await daemon.playbackStatus(), 1);
  t.equal(await speakerRow(page, 'Kitchen').count(), 1, 'it is an output, and no new speaker any more');
  // The screen of the speaker: details, and the button to forget it.
  await page.getByRole('button', { name: 'More about Kitchen' }).tap();
  await page.getByText('SBC').waitFor();
  await page.getByRole('button', { name: 'Forget this speaker' }).tap();
  await page.getByRole('dialog', { name: 'Kitchen' }).getByRole('button', { name: 'Forget this speaker' }).tap();
  await page.getByText('Kitchen is forgotten.').waitFor();
  await page.getByRole('heading', { name: 'Outputs' }).waitFor();
  t.equal(bluez.objects.has(pathOf(KITCHEN)), false);
  t.strictSame(complaints, []);
});

t.test(
  'with nothing in the queue either, a new speaker and the third track of an album take five touches',
  async (t) => {
    const { bluez, daemon, speaker } = await speakerHouse(t);
    await daemon.ask('DELETE', '/playlists/current/tracks', { positions: [] });
    bluez.show(KITCHEN, 'Kitchen');
    const { page, complaints } = await openPhone(t, daemon.base);
    const { taps, tap } = finger();
    await tap('where it plays', page.getByRole('button', { name: /^Where the box plays/ }));
    await tap('the speaker', speakerRow(page, 'Kitchen'));
    await page.getByText('Kitchen plays now.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tap('library', page.getByRole('link', { name: 'Library', exact: true }));
    await tap('an album', page.locator('.cell').first());
    await tap('a track', page.locator('main .virtual .tap').last());
    await daemon.until('the speaker plays', async () => (await speaker.capture()).some((byte) => byte !== 0));
    t.ok(taps.length <= 5, taps.join(', '));
    t.strictSame(complaints, []);
  },
);

t.test('a PIN and a passkey are asked for until they are such, and a code is shown until it is typed', async (t) => {
  const { bluez, daemon } = await speakerHouse(t);
  const [passkeys, clock] = ['AA:BB:CC:00:00:03', 'AA:BB:CC:00:00:04'] as const;
  const got: unknown[] = [];
  const kept = (asked: ReturnType<typeof ask>) => async (agent: StandInAgent, device: string) =>
    got.push(await asked(agent, device));
  let typed = (): void => undefined;
  asking(bluez, {
    [KITCHEN]: kept(ask('RequestPinCode', 'o')),
    [passkeys]: kept(ask('RequestPasskey', 'o')),
    [clock]: async (agent, device) => {
      await ask('DisplayPasskey', 'ouq', 77, 0)(agent, device);
      await new Promise<void>((resolve) => (typed = resolve));
    },
  });
  bluez.show(KITCHEN, 'Kitchen');
  bluez.show(passkeys, 'Workshop');
  bluez.show(clock, 'Bedroom');
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/outputs');
  const pairing = pairingIn(page);
  const isOutput = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^${name}`), pressed: true }).waitFor();

  await speakerRow(page, 'Kitchen').tap();
  const pin = pairing.getByRole('textbox', { name: 'The PIN of Kitchen; often 0000 or 1234' });
  await pairing.getByRole('button', { name: 'Pair', exact: true }).tap();
  t.equal(await pairing.locator('input:invalid').count(), 1, 'nothing is no PIN');
  await pin.fill('0000');
  await pairing.getByRole('button', { name: 'Pair', exact: true }).tap();
  await isOutput('Kitchen');

  await page.getByRole('button', { name: 'Find speakers' }).tap();
  await speakerRow(page, 'Workshop').tap();
  const passkey = pairing.getByRole('textbox', { name: 'The six digits that Workshop shows' });
  await passkey.fill('12a');
  await pairing.getByRole('button', { name: 'Pair', exact: true }).tap();
  t.equal(await pairing.count(), 1, 'no letter is a passkey');
  await passkey.fill('012345');
  await page.keyboard.press('Enter');
  await isOutput('Workshop');
  t.strictSame(got, ['0000', 12_345]);

  await page.getByRole('button', { name: 'Find speakers' }).tap();
  await speakerRow(page, 'Bedroom').tap();
  await pairing.getByText('000077').waitFor();
  await pairing.getByText('Type this code on Bedroom').waitFor();
  typed();
  await isOutput('Bedroom');
  await pairing.waitFor({ state: 'detached' });
  t.strictSame(complaints, []);
});

t.test('a prompt is answered by one of two phones, and goes away on the other', async (t) => {
  const { bluez, daemon } = await speakerHouse(t);
  asking(bluez, { [KITCHEN]: ask('RequestConfirmation', 'ou', 1234), [BATH]: ask('RequestConfirmation', 'ou', 7) });
  bluez.show(KITCHEN, 'Kitchen');
  bluez.show(BATH, 'Bath');
  const { page: one, complaints } = await openPhone(t, daemon.base, 'light', '/#/outputs');
  const { page: other, complaints: otherComplaints } = await openPhone(t, daemon.base, 'light', '/#/now');
  await speakerRow(one, 'Kitchen').tap();
  await pairingIn(one).getByText('001234').waitFor();
  await pairingIn(other).getByText('Does Kitchen show this code?').waitFor();
  await pairingIn(other).getByRole('button', { name: 'Yes, pair' }).tap();
  await pairingIn(one).waitFor({ state: 'detached' });
  await pairingIn(other).waitFor({ state: 'detached' });
  await one.getByRole('button', { name: /^Kitchen/, pressed: true }).waitFor();
  t.equal(await one.locator('dialog:modal').count(), 0, 'its page can be used again');

  // Closing the dialog without an answer is a refusal, which the page that began the pairing shows.
  await one.getByRole('button', { name: 'Find speakers' }).tap();
  await speakerRow(one, 'Bath').tap();
  await pairingIn(other).getByRole('button', { name: 'Close' }).tap();
  await one.getByText('The pairing was refused, or the code was wrong.').waitFor();
  await pairingIn(one).waitFor({ state: 'detached' });
  t.equal(bluez.value(pathOf(BATH), 'org.bluez.Device1', 'Paired'), false);

  // An answer that came too late is explained.
  await one.route('**/bluetooth/pairing', async (route) => {
    await pairingIn(other).getByRole('button', { name: 'No', exact: true }).tap();
    await pairingIn(other).waitFor({ state: 'detached' });
    await route.continue();
  });
  await speakerRow(one, 'Bath').tap();
  await pairingIn(one).getByRole('button', { name: 'Yes, pair' }).tap();
  await one.getByText('The time for the answer is over.').waitFor();
  t.strictSame(
    [...complaints, ...otherComplaints].filter((text) => !/status of (?:503|409)/.test(text)),
    [],
  );
});

/** Pairs on another phone that knows the PIN of the box. */
function pairElsewhere(base: string, address: string): Promise<Response> {
  const headers = { 'Tonearm-Pin': '2468' };
  return fetch(`${base}/bluetooth/devices/${address}/connect`, { method: 'PUT', headers });
}

t.test('the PIN of the box and a pairing are asked for at the same time, and both are answered', async (t) => {
  const { bluez, daemon } = await speakerHouse(t);
  const got: unknown[] = [];
  const kept = async (agent: StandInAgent, device: string) => got.push(await ask('RequestPinCode', 'o')(agent, device));
  asking(bluez, { [KITCHEN]: kept, [BATH]: kept });
  bluez.show(KITCHEN, 'Kitchen');
  bluez.show(BATH, 'Bath');
  await daemon.ask('POST', '/bluetooth/scan?timeout_secs=1');
  t.equal((await daemon.put('/system/pin', { pin: '2468' })).status, 204);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/box');
  const pin = page.getByRole('dialog', { name: 'PIN of the box' });
  const pairing = pairingIn(page);
  const backup = page.getByRole('button', { name: 'Download a backup' });
  const pair = (address: string) => pairElsewhere(daemon.base, address);

  // The pairing dialog opens above the PIN dialog.
  const first = page.waitForEvent('download');
  await backup.tap();
  await pin.getByLabel('PIN').pressSequentially('24');
  const kitchen = pair(KITCHEN);
  await pairing.locator('input:focus').waitFor();
  await page.keyboard.type('0000');
  await pairing.getByRole('button', { name: 'Pair', exact: true }).tap();
  await pairing.waitFor({ state: 'detached' });
  t.equal((await kitchen).status, 200);
  await pin.locator('input:focus').waitFor();
  await page.keyboard.type('68');
  await page.keyboard.press('Enter');
  await first;
  t.strictSame(got, ['0000']);

  // The PIN dialog opens above the pairing dialog.
  await page.reload();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/backup', async (route) => {
    await held;
    await route.continue();
  });
  const second = page.waitForEvent('download');
  await backup.tap();
  const bath = pair(BATH);
  await pairing.getByRole('textbox').fill('12');
  release();
  await pin.getByLabel('PIN').fill('1111');
  await page.keyboard.press('Enter');
  await pin.getByText('This was not the PIN.').waitFor();
  await pin.getByLabel('PIN').fill('2468');
  await page.keyboard.press('Enter');
  await second;
  await pin.waitFor({ state: 'detached' });
  await pairing.locator('input:focus').waitFor();
  await page.keyboard.type('34');
  await page.keyboard.press('Enter');
  t.equal((await bath).status, 200);
  t.strictSame(got, ['0000', '1234'], 'what was typed before was kept');
  await pairing.waitFor({ state: 'detached' });
  t.equal(await page.locator('dialog:modal').count(), 0);
  t.strictSame(
    complaints.filter((text) => !/status of 40[13]/.test(text)),
    [],
  );
});

t.test('a question that was open is given back, and another screen ends all of them', async (t) => {
  const { bluez, daemon } = await speakerHouse(t);
  asking(bluez, { [KITCHEN]: ask('RequestConfirmation', 'ou', 1234) });
  bluez.show(KITCHEN, 'Kitchen');
  await daemon.ask('POST', '/bluetooth/scan?timeout_secs=1');
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/more');
  await page.getByRole('link', { name: /^This box/ }).tap();
  await page.getByRole('button', { name: 'Switch off' }).tap();
  const question = page.getByRole('dialog', { name: 'Switch off' });
  await question.waitFor();
  const pair = () => daemon.put(`/bluetooth/devices/${KITCHEN}/connect`);
  const refused = pair();
  await pairingIn(page).waitFor();
  t.equal(await page.locator('dialog:modal').count(), 2, 'one above the other');
  await page.keyboard.press('Escape');
  t.match(await refused, { status: 503, body: { code: 'PAIRING_REFUSED' } });
  await question.waitFor();
  t.equal(await page.locator('dialog:modal').count(), 1);
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Cancel', 'with the focus where it was');

  const again = pair();
  await pairingIn(page).waitFor();
  await page.goBack();
  t.match(await again, { status: 503, body: { code: 'PAIRING_REFUSED' } });
  await question.waitFor();
  t.equal(await page.getByRole('dialog').count(), 1, 'Back closes the uppermost');
  await page.goBack();
  await question.waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('heading', { name: 'More' }).waitFor();
  t.equal(await page.getByRole('dialog').count(), 0);
  t.equal(await page.locator('dialog:modal').count(), 0);
  t.strictSame(complaints, []);
});

t.test('a speaker that cannot be had says why in its row, and may be tried again', async (t) => {
  const { bluez, daemon, currentOutput } = await speakerHouse(t);
  let attempts = 0;
  let begun = (): void => undefined;
  bluez.onPair = async () => {
    attempts++;
    if (attempts === 1) throw refuse('AuthenticationFailed', 'Authentication Failed');
    if (attempts === 2) throw refuse('ConnectionAttemptFailed', 'Page Timeout');
    if (attempts === 3) throw refuse('AuthenticationTimeout', 'Authentication Timeout');
    if (attempts === 4) await new Promise<void>(() => begun());
  };
  bluez.show(KITCHEN, 'Kitchen');
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/outputs');
  const row = speakerRow(page, 'Kitchen');
  for (const text of [
    'The pairing was refused, or the code was wrong.',
    /^It does not answer/,
    'Nobody answered for the pairing in time.',
  ]) {
    await row.tap();
    await page.getByRole('alert').getByText(text).waitFor();
  }
  const pairs = new Promise<void>((resolve) => (begun = resolve));
  await row.tap();
  await pairs;
  await page.getByText('Pairing and connecting…').waitFor();
  t.strictSame(await page.getByRole('alert').allTextContents(), [], 'an earlier trouble is forgotten');
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await page.getByRole('status').getByText('It was called off.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
  t.equal(await page.getByRole('alert').count(), 0, 'what somebody wants is no trouble');
  t.equal(bluez.value(pathOf(KITCHEN), 'org.bluez.Device1', 'Paired'), false);
  t.equal(await currentOutput(), 'builtin');
  await row.tap();
  await page.getByRole('button', { name: /^Kitchen/, pressed: true }).waitFor();
  t.equal(attempts, 5);

  // The speaker is switched off, so connecting fails.
  await page.locator('.outputs [aria-pressed=false]').tap();
  await daemon.until('the built-in output is chosen', async () => (await currentOutput()) === 'builtin');
  bluez.onConnect = () => Promise.reject(refuse('Failed', 'br-connection-page-timeout'));
  bluez.lose(pathOf(KITCHEN));
  await page.getByText('Not connected').waitFor();
  await speakerRow(page, 'Kitchen').tap();
  await page
    .getByRole('alert')
    .getByText(/^It does not answer/)
    .waitFor();
  t.equal(await currentOutput(), 'builtin', 'what plays plays on');
  t.strictSame(
    complaints.filter((text) => !/status of 50[34]/.test(text)),
    [],
  );
});

t.test('a box that has no radio, or may not use it, or whose service falls, says so', async (t) => {
  const { bluez, daemon } = await speakerHouse(t, []);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/outputs');
  await page.getByText('This box has no Bluetooth. A USB adapter adds it.').waitFor();
  const find = page.getByRole('button', { name: /^(?:Find|Looking for) speakers/ });
  t.equal(await find.count(), 0);
  bluez.addAdapter('hci0');
  await find.waitFor();
  bluez.change(HCI0, 'org.bluez.Adapter1', { Powered: flag(false), PowerState: text('off-blocked') });
  await page.getByText('Bluetooth is blocked by a switch of the system.').waitFor();
  t.equal(await find.count(), 0);
  bluez.leave();
  await page.getByText('The Bluetooth service of the box does not run. A restart may help.').waitFor();
  t.equal(await find.count(), 0);
  t.strictSame(complaints, []);
});

t.test('axe finds nothing to complain of on the sheets, in light and in dark', async (t) => {
  const { bluez, daemon } = await speakerHouse(t);
  const code = { [KITCHEN]: ask('RequestConfirmation', 'ou', 1234) };
  const field = { [KITCHEN]: ask('RequestPinCode', 'o') };
  bluez.show(KITCHEN, 'Kitchen');
  await daemon.ask('POST', '/bluetooth/scan?timeout_secs=1');
  await daemon.put('/system/pin', { pin: '2468' });
  for (const scheme of ['light', 'dark'] as const) {
    const { page } = await openPhone(t, daemon.base, scheme, '/#/settings/box');
    await bringAxe(page);
    const seen = async (what: string): Promise<void> => {
      t.strictSame(await violationsOf(page), [], `${what} in ${scheme}`);
      await page.keyboard.press('Escape');
    };
    await page.getByRole('button', { name: 'Switch off' }).tap();
    await page.getByRole('dialog', { name: 'Switch off' }).waitFor();
    await seen('a question');
    for (const [what, asks] of Object.entries({ 'a code': code, 'a field': field })) {
      asking(bluez, asks);
      await page.getByRole('button', { name: 'Download a backup' }).tap();
      await page.getByRole('dialog', { name: 'PIN of the box' }).waitFor();
      const pairing = pairElsewhere(daemon.base, KITCHEN);
      await pairingIn(page).waitFor();
      await seen(`${what} over the PIN`);
      await pairing;
      await pairingIn(page).waitFor({ state: 'detached' });
      await seen('the PIN');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
});
