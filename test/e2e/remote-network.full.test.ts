/**
 * Networks on the web remote. Wired ones with the daemon and the real NetworkManager; Wi-Fi with a stand-in at the HTTP
 * boundary of the page, because the machine of the tests has no radio (see `networks.ts`).
 */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { until } from '../dbus/private-bus.js';
import { NETWORK_MANAGER, networkTrouble } from '../network/packages.js';
import { Machine } from '../network/rig.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { interfaceOf, known, type Networks, ON_HOME, serveNetworks, someNetworks, wifi } from './networks.js';

const SMALL = { viewport: { width: 320, height: 568 }, locale: 'en-DE', timezoneId: 'Europe/Berlin' };
const FINGER = 44;

/** A phone that opens the box by a number, as in a hotspot. */
async function open(t: Test, networks: Networks, screen: string) {
  const daemon = await (await createHouse(t)).start();
  const base = daemon.base.replace('localhost', '127.0.0.1');
  const phone = await openPhone(t, base, 'light', '/#/nowhere', SMALL);
  await serveNetworks(phone.page, networks);
  await phone.page.goto(`${base}/#/${screen}`);
  await phone.page.getByRole('list', { name: 'Networks in reach' }).locator('li').first().waitFor();
  return { ...phone, base };
}

const row = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const sent = ({ sent: all }: Networks, command: string) =>
  all.filter(([each]) => each === command).map(([, body]) => body);

t.test('a network is joined with its password, which is shown on request; a wrong one is said', async (t) => {
  const networks = someNetworks();
  const { page, complaints } = await open(t, networks, 'settings/network');
  t.strictSame(await page.getByRole('list', { name: 'Networks in reach' }).locator('.title').allTextContents(), [
    'Home',
    'FRITZ!Box 7590 XK',
    'Vodafone-A1B2C3',
    'Café am Fluss',
    '4bff00c3 284f',
    'Gartenhaus',
    'eduroam',
  ]);
  await row(page, /^FRITZ/).tap();
  const password = page.getByLabel('Password', { exact: true });
  t.equal(await password.getAttribute('type'), 'password');
  await password.fill('not this one');
  await page.getByRole('checkbox', { name: 'Show the password' }).tap();
  t.equal(await password.getAttribute('type'), 'text');
  networks.refusal = 'NETWORK_WRONG_PASSWORD';
  await page.getByRole('button', { name: 'Join', exact: true }).tap();
  await page.getByRole('alert').getByText('The password is wrong.').waitFor();
  t.equal(await password.inputValue(), 'not this one', 'what was typed is there to be corrected');

  networks.refusal = undefined;
  await password.fill('but this one');
  await page.getByRole('button', { name: 'Join', exact: true }).tap();
  await page.getByText('The box is in the network FRITZ!Box 7590 XK.').waitFor();
  const hex = Buffer.from('FRITZ!Box 7590 XK').toString('hex');
  t.strictSame(sent(networks, 'POST /join').at(-1), { ssid_hex: hex, password: 'but this one', country: 'DE' });

  for (const [code, words] of [
    ['NETWORK_NOT_FOUND', 'It is not in reach'],
    ['NETWORK_NO_ADDRESS', 'It gives no address'],
    ['NETWORK_TIMED_OUT', 'It did not answer in time'],
    ['INVALID_BODY', 'A Wi-Fi password has 8 to 63'],
  ] as const) {
    networks.refusal = code;
    await row(page, /^Café/).tap();
    await page.getByText('This network has no password').waitFor();
    await page.getByRole('button', { name: 'Join', exact: true }).tap();
    await page.getByRole('alert').getByText(words).waitFor();
    await page.keyboard.press('Escape');
  }
  await row(page, /^eduroam/).tap();
  await page.getByText('The box cannot join networks with WEP').waitFor();
  t.equal(await page.getByRole('button', { name: 'Join', exact: true }).count(), 0);
  t.strictSame(
    complaints.filter((text) => !/status of 503/.test(text)),
    [],
  );
});

t.test('a hidden network is joined by its name, with a password or without', async (t) => {
  const networks = someNetworks();
  const { page } = await open(t, networks, 'settings/network');
  await row(page, 'Hidden network').tap();
  await page.getByLabel('Name of the network').fill('Attic');
  await page.getByRole('button', { name: 'Join', exact: true }).tap();
  await page.getByText('The box is in the network Attic.').waitFor();
  t.strictSame(sent(networks, 'POST /join'), [{ ssid: 'Attic', hidden: true, country: 'DE' }]);
});

t.test(
  'the captive page: two taps and a password, then the way on; a failure comes back with its reason',
  async (t) => {
    const networks = someNetworks(true);
    const { page, base } = await open(t, networks, 'welcome/network');
    const country = page.getByRole('combobox', { name: 'Country' });
    t.equal(await country.inputValue(), 'DE', 'by the time zone of the phone');
    t.equal(await page.getByRole('navigation').count(), 0, 'it has one purpose');
    const join = async (name: RegExp): Promise<void> => {
      await row(page, name).tap();
      await page.getByLabel('Password', { exact: true }).fill('secret words');
      await page.getByRole('button', { name: 'Join', exact: true }).tap();
      await page.getByText(/^The box joins/).waitFor();
    };
    await join(/^Vodafone/);
    t.strictSame(sent(networks, 'POST /join').at(-1), {
      ...{ ssid_hex: Buffer.from('Vodafone-A1B2C3').toString('hex'), password: 'secret words', country: 'DE' },
    });
    await page.getByRole('link', { name: 'http://tonearm.local' }).waitFor();
    const failure = { network: 'Vodafone-A1B2C3', code: 'NETWORK_WRONG_PASSWORD', detail: 'wrong', at: 1 };
    networks.hotspot = { ...networks.hotspot!, state: 'on', joining: null, failure };
    await page.getByRole('alert').getByText('Vodafone-A1B2C3: The password is wrong.').waitFor();

    // While the hotspot is on, the policy of the page lets it look for the box by its name; here it is off.
    await page.route(`${base}/`, async (route) => {
      const response = await route.fetch();
      const policy = response
        .headers()
        ['content-security-policy']?.replace("connect-src 'self'", '$& http://tonearm.local');
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy ?? '' } });
    });
    let isThere = false;
    await page.route('http://tonearm.local/**', (route) =>
      isThere ? route.fulfill({ contentType: 'text/html', body: '<title>The box</title>' }) : route.abort(),
    );
    await page.reload();
    await join(/^FRITZ/);
    isThere = true;
    await page.waitForURL('http://tonearm.local/');
  },
);

t.test('the captive page can be left for the music', async (t) => {
  const { page } = await open(t, someNetworks(true), 'welcome/network');
  await page.getByRole('button', { name: 'Play without a network' }).tap();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});

t.test('200 networks with names of any bytes fit on a small phone, and each is joined by its bytes', async (t) => {
  const networks = someNetworks(true);
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 128) % 256));
  networks.around = [
    wifi('', 99, { ssid: null, ssid_hex: bytes.toString('hex') }),
    wifi('W'.repeat(32), 98),
    wifi('‮שלום עולם‬', 97),
    wifi('<b>{name}</b> $& %s', 96),
    wifi('🏠'.repeat(8), 95),
    ...Array.from({ length: 195 }, (_, at) => wifi(`Network ${at}`, 94 - Math.floor(at / 3))),
  ];
  const { page } = await open(t, networks, 'welcome/network');
  await bringAxe(page);
  const rows = page.getByRole('list', { name: 'Networks in reach' }).locator('li');
  t.equal(await rows.count(), 200);
  t.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= SMALL.viewport.width);
  await page.getByText('<b>{name}</b> $& %s').waitFor();
  t.strictSame(await violationsOf(page), []);
  const first = rows.first().getByRole('button');
  await first.tap();
  t.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= SMALL.viewport.width);
  for (const control of await page.locator('button:visible, input:visible, label.line:visible').all()) {
    const { height } = (await control.boundingBox())!;
    const isMarked = (await control.getAttribute('type')) === 'checkbox';
    t.ok(isMarked || height >= FINGER, `${(await control.ariaSnapshot()).split('\n')[0]} is ${height} px high`);
  }
  t.strictSame(await violationsOf(page), []);
  await page.getByLabel('Password', { exact: true }).fill('secret words');
  await page.getByRole('button', { name: 'Join', exact: true }).tap();
  await page.getByText(/^The box joins/).waitFor();
  t.strictSame(sent(networks, 'POST /join'), [
    { ssid_hex: bytes.toString('hex'), password: 'secret words', country: 'DE' },
  ]);
  t.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= SMALL.viewport.width);
  t.strictSame(await violationsOf(page), []);
});

t.test('known networks are moved, set to connect by hand, connected and forgotten', async (t) => {
  const networks = someNetworks();
  networks.known = [
    known('home', 'Home', { in_use: true, priority: 10 }),
    known('garden', 'Garden'),
    known('cable', 'Wired connection 1', { kind: 'wired', ssid: null, ssid_hex: null }),
  ];
  const { page } = await open(t, networks, 'settings/network');
  const choose = async (name: RegExp, ...items: string[]): Promise<void> => {
    await page.getByRole('button', { name }).last().tap();
    for (const item of items)
      await page.getByRole('dialog').last().getByRole('button', { name: item, exact: true }).tap();
  };
  await choose(/^Garden/, 'Move up');
  await page.getByRole('listitem').filter({ hasText: 'Garden' }).first().waitFor();
  t.strictSame(sent(networks, 'PATCH /known/garden'), [{ priority: 11 }]);
  await choose(/^Garden/, 'Connect only by hand');
  await page.getByText('Only by hand').waitFor();
  await choose(/^Garden/, 'Connect');
  await until('it is connected', () => sent(networks, 'PUT /known/garden/connect').length === 1);
  await choose(/^Garden/, 'Forget', 'Forget');
  await page.getByText('Garden is removed.').waitFor();
  t.strictSame(sent(networks, 'DELETE /known/garden').length, 1);
  await choose(/^Wired connection 1/);
  t.equal(await page.getByRole('button', { name: 'Forget' }).count(), 0, 'a wired network stays');
});

t.test('the box leaves the network of the phone: the way after it, until it is found there, or back', async (t) => {
  const networks = someNetworks();
  const { page } = await open(t, networks, 'settings/network');
  networks.leavesTo = 'Gartenhaus';
  const sheet = page.getByRole('dialog', { name: 'Gartenhaus' });
  const radio = (other: Partial<typeof ON_HOME>): void => {
    networks.interfaces = [interfaceOf('eth0', {}), { ...ON_HOME, ...other }];
  };
  const connect = async (): Promise<void> => {
    await row(page, /^Gartenhaus .*192/).tap();
    await page.getByRole('button', { name: 'Connect', exact: true }).tap();
  };
  await connect();
  await sheet.getByText(/^The box leaves for Gartenhaus\. .* open http:\/\/tonearm\.local within 60 s\./).waitFor();
  const link = sheet.getByRole('link', { name: 'Open http://tonearm.local' });
  t.equal(await link.getAttribute('href'), 'http://tonearm.local/');
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);
  radio({ state: 'connecting', step: 'address', network: { id: 'garden', name: 'Gartenhaus' } });
  await page.getByText('Gartenhaus · Waiting for an address…').waitFor();
  t.ok(await sheet.isVisible());
  const failure = { network: 'Gartenhaus', code: 'NETWORK_UNCONFIRMED', detail: 'Nobody.', at: 1 };
  networks.hotspot = { ...networks.hotspot!, failure };
  radio({});
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('alert').getByText('Gartenhaus: Nobody found the box there in time: it came back.').waitFor();

  networks.hotspot = { ...networks.hotspot, failure: null };
  await row(page, 'Hidden network').tap();
  await page.getByLabel('Name of the network').fill('Gartenhaus');
  await page.getByRole('button', { name: 'Join', exact: true }).tap();
  await sheet.waitFor();
  radio({ network: { id: 'garden', name: 'Gartenhaus' } });
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('The box is in the network Gartenhaus.').waitFor();
});

t.test('new addresses are counted down, and kept once the page gets through', async (t) => {
  const networks = someNetworks();
  const { page } = await open(t, networks, 'settings/network');
  await page
    .getByRole('button', { name: /^Home In use/ })
    .last()
    .tap();
  await page.getByRole('button', { name: 'Addresses' }).tap();
  const method = page.getByRole('combobox', { name: 'Addresses' });
  await method.selectOption('static');
  const address = page.getByLabel(/^Address with prefix/);
  t.equal(await address.inputValue(), '192.168.1.20/24', 'that of now');
  await address.fill('192.168.1.77');
  await page.getByRole('button', { name: 'Save' }).tap();
  t.equal(await page.locator('input:invalid').inputValue(), '192.168.1.77', 'it lacks its prefix');
  await address.fill('192.168.1.77/24');
  await page.getByLabel('Name servers').fill('192.168.1.1 9.9.9.9');
  // The phone gets to the box by a cable as well: an answer proves nothing of the Wi-Fi.
  networks.interfaces = [
    interfaceOf('eth0', { state: 'connected', reason: null, detail: null, network: { id: 'cable', name: 'Cable' } }),
    ON_HOME,
  ];
  await page.getByRole('button', { name: 'Save' }).tap();
  await page.getByText(/^The earlier ones come back in \d+ s/).waitFor();
  t.strictSame(sent(networks, 'PATCH /known/home'), [
    {
      ipv4: {
        ...{ method: 'static', addresses: ['192.168.1.77/24'] },
        ...{ dns: ['192.168.1.1', '9.9.9.9'], gateway: '192.168.1.1' },
      },
    },
  ]);
  const link = page.getByRole('link', { name: 'Open 192.168.1.77' });
  t.match(await link.getAttribute('href'), /^http:\/\/192\.168\.1\.77:\d+\/#\/settings\/network$/);
  networks.changeWaits = false;
  await page.getByText('The earlier addresses are back.').waitFor();
  t.strictSame(sent(networks, 'POST /confirm'), []);

  networks.changeWaits = true;
  networks.interfaces = [interfaceOf('eth0', {}), ON_HOME];
  await page.getByText('The new addresses stay.').waitFor();
  t.equal(sent(networks, 'POST /confirm').length, 1);
});

t.test('interfaces, country and hotspot', async (t) => {
  const networks = someNetworks();
  networks.silentRadio = { id: '02d0:a9a6', detail: 'no firmware' };
  networks.interfaces.push(
    interfaceOf('wlan1', { kind: 'wifi', state: 'failed', reason: 'wrong_password', detail: 'The password is wrong.' }),
  );
  const { page } = await open(t, networks, 'settings/network');
  await page.getByText('The built-in Wi-Fi radio does not work').waitFor();
  await row(page, 'Cable No cable is plugged in').waitFor();
  await row(page, 'Wi-Fi · wlan1 The password is wrong.').waitFor();
  await row(page, 'Wi-Fi · wlan0 Home · 192.168.1.20').tap();
  const facts = page.getByRole('dialog');
  for (const fact of ['78% · 5 GHz', '192.168.1.20/24', 'DC:A6:32:01:02:04', 'wlan0 · brcmfmac · 7.45.265'])
    await facts.getByText(fact, { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Austria' });
  await page.getByRole('switch', { name: /^Tonearm-3F2A/ }).tap();
  await page.getByRole('button', { name: 'Start the hotspot' }).tap();
  await page.getByRole('switch', { name: /^Tonearm-3F2A/, checked: true }).waitFor();
  await page.getByRole('switch', { name: /^Tonearm-3F2A/ }).tap();
  await page.getByRole('switch', { name: /^Tonearm-3F2A/, checked: false }).waitFor();
  t.strictSame(sent(networks, 'PATCH'), [{ country: 'AT' }]);
  t.strictSame(sent(networks, 'PUT /hotspot'), [{ on: true }, { on: false }]);

  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().endsWith('/system/network'))));
  await page.waitForRequest('**/system/network');
  await page.goto(new URL('/#/settings/time', page.url()).href);
  await page.waitForTimeout(500);
  asked = 0;
  await page.waitForTimeout(4000);
  t.equal(asked, 0, 'nobody looks, and nothing is asked');
});

const skip = await networkTrouble(NETWORK_MANAGER);

t.test('a wired box with the real NetworkManager: cable, address, and a change that is kept', { skip }, async (t) => {
  const machine = await Machine.start(t);
  await machine.startNetworkManager();
  const house = await createHouse(t);
  const daemon = await house.start({ environment: { DBUS_SYSTEM_BUS_ADDRESS: machine.bus.address } });
  await daemon.until('the network is up', async () => /10\.9\.0\.50/.test((await daemon.get('/system/network')).text));
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/network');
  await page.getByRole('button', { name: /^Cable · eth0 .*10\.9\.0\.50$/ }).waitFor();
  await machine.plug('far0', 'down');
  await page.getByRole('button', { name: 'Cable · eth0 No cable is plugged in' }).waitFor();
  await machine.plug('far0', 'up');
  await page.getByRole('button', { name: /^Cable · eth0 .*10\.9\.0\.50$/ }).waitFor();

  await page
    .getByRole('button', { name: /In use$/ })
    .first()
    .tap();
  await page.getByRole('button', { name: 'Addresses' }).tap();
  await page.getByRole('combobox', { name: 'Addresses' }).selectOption('static');
  await page.getByLabel(/^Address with prefix/).fill('10.9.0.77/24');
  await page.getByRole('button', { name: 'Save' }).tap();
  await page.getByText(/^The earlier ones come back in/).waitFor();
  await page.getByRole('button', { name: /^Cable · eth0 .*10\.9\.0\.77$/ }).waitFor();
  await page.getByText('The new addresses stay.').waitFor();
  t.match((await daemon.get('/system/network')).body, { change_waits: false });
  t.strictSame(complaints, []);
});
