/** Sheets of the web remote, and other states of a screen that a touch makes. */
import type { Page } from 'playwright-core';
import type { Schemas } from '../../src/client/client.js';
import { serveShares } from './shares.js';
import { type Networks, serveNetworks, someNetworks } from './networks.js';

export interface Sheet {
  readonly name: string;
  /** Address of the screen on which it opens. */
  readonly screen: string;
  /** Resolves when it is open. */
  readonly open: (page: Page) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

async function opened(page: Page, ...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) await button(page, name).click();
  await page.getByRole('dialog').waitFor();
  await page.locator('.spinner').waitFor({ state: 'detached' });
}

/** As `opened`, by a switch that asks for something first. */
async function openedBySwitch(page: Page, name: string): Promise<void> {
  await page.getByRole('switch', { name }).click();
  await page.getByRole('dialog').waitFor();
}

/** Shows a screen of networks anew, with those of a stand-in: the daemon of a test has none. */
async function withNetworks(page: Page, networks: Networks): Promise<void> {
  await serveNetworks(page, networks);
  const address = page.url();
  await page.goto(`${new URL(address).origin}/#/nowhere`);
  await page.goto(address);
  await page.getByRole('list', { name: 'Networks in reach' }).locator('li').first().waitFor();
}

const FAILURE = { network: 'Home', code: 'NETWORK_WRONG_PASSWORD', detail: 'The password is wrong.', at: 1 };

/** The page that a phone opens in the hotspot of the box. */
async function inHotspot(page: Page, ...names: readonly (string | RegExp)[]): Promise<void> {
  const networks = someNetworks(true);
  if (networks.hotspot) networks.hotspot.failure = FAILURE;
  await withNetworks(page, networks);
  for (const name of names) await button(page, name).click();
}

const UPDATE: Schemas['Update'] = {
  ...{
    version: '0.1.0+20261126.230832.dd2f68bb',
    state: 'idle',
    received: null,
    total: null,
    percent: null,
    step: null,
  },
  ...{ failure: null, problem: { code: 'UPDATE_CHANNEL_UNREACHABLE', detail: 'It answers 503.' } },
  offer: {
    ...{
      version: '0.2.0+20261130.101500.3fa1c2d4',
      order: 'newer',
      bytes: 312_400_000,
      checked_at: '2026-11-30T10:20:00Z',
    },
    changes: Array.from(
      { length: 9 },
      (_, at) => `Line ${at + 1} of what is new, as long as lines of a changelog are.`,
    ),
  },
  slots: [
    { name: 'A', running: true, good: true, version: null },
    { name: 'B', running: false, good: true, version: '0.0.9+20261001.120000.0a1b2c3d' },
  ],
};

/** The system of a box that an update is offered to: the daemon of a test has no RAUC. */
async function withUpdate(page: Page): Promise<void> {
  await page.route('**/system/update', (route) => route.fulfill({ json: UPDATE }));
  await opened(page, /^Update/);
}

/** Sheets, each from a menu, where a library has tracks and the queue plays. */
export const EVERY_SHEET: readonly Sheet[] = [
  { name: 'menu of a track', screen: 'library/tracks', open: (page) => opened(page, /^More about/) },
  {
    name: 'add to playlist',
    screen: 'library/tracks',
    open: (page) => opened(page, /^More about/, 'Add to playlist'),
  },
  {
    name: 'new playlist',
    screen: 'library/tracks',
    open: (page) => opened(page, /^More about/, 'Add to playlist', 'New playlist…'),
  },
  {
    name: 'menu of an album',
    screen: 'library',
    async open(page) {
      await page.getByRole('main').locator('a').first().click({ button: 'right' });
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'menu of a playlist', screen: 'playlists', open: (page) => opened(page, /^More about/) },
  { name: 'another playlist', screen: 'playlists', open: (page) => opened(page, 'New playlist') },
  { name: 'menu of what plays', screen: 'now', open: (page) => opened(page, /^More about/) },
  { name: 'order of albums', screen: 'library', open: (page) => opened(page, /^Sort by/) },
  { name: 'outputs', screen: 'library', open: (page) => opened(page, /^Where the box plays/) },
  { name: 'menu of an entry of the queue', screen: 'queue', open: (page) => opened(page, /^More about/) },
  { name: 'sleep timer', screen: 'now', open: (page) => opened(page, 'Sleep timer') },
  { name: 'outputs', screen: 'now', open: (page) => opened(page, /^Where the box plays/) },
  { name: 'save the queue', screen: 'queue', open: (page) => opened(page, 'Save as playlist') },
  { name: 'new alarm', screen: 'alarms', open: (page) => opened(page, 'New alarm') },
  { name: 'folders to add', screen: 'settings/folders', open: (page) => opened(page, 'Add a folder') },
  {
    name: 'password of the network folder',
    screen: 'add',
    open: (page) => openedBySwitch(page, 'Network folder (WebDAV)'),
  },
  { name: 'add a station', screen: 'radio', open: (page) => opened(page, 'Add by address') },
  {
    name: 'selected tracks',
    screen: 'library/tracks',
    async open(page) {
      await opened(page, /^More about/);
      await button(page, 'Select').click();
      await page.getByText('1 selected').waitFor();
    },
  },
  { name: 'networks', screen: 'settings/network', open: (page) => withNetworks(page, someNetworks()) },
  {
    name: 'a network to join',
    screen: 'settings/network',
    async open(page) {
      await withNetworks(page, someNetworks());
      await opened(page, /^FRITZ/);
    },
  },
  {
    name: 'a network interface',
    screen: 'settings/network',
    async open(page) {
      await withNetworks(page, someNetworks());
      await opened(page, /^Wi-Fi/);
    },
  },
  {
    name: 'addresses of a known network',
    screen: 'settings/network',
    async open(page) {
      await withNetworks(page, someNetworks());
      await page
        .getByRole('button', { name: /^Gartenhaus/ })
        .last()
        .click();
      await opened(page, 'Addresses');
    },
  },
  {
    name: 'a box that leaves for another network',
    screen: 'settings/network',
    async open(page) {
      await withNetworks(page, { ...someNetworks(), leavesTo: 'Gartenhaus' });
      await page
        .getByRole('button', { name: /^Gartenhaus/ })
        .last()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText(/^The box leaves for/).waitFor();
    },
  },
  {
    name: 'folders of a server',
    screen: 'settings/shares',
    async open(page) {
      await serveShares(page);
      await opened(page, /^Look for servers/, /^NAS/);
    },
  },
  {
    name: 'a server with a password',
    screen: 'settings/shares',
    async open(page) {
      await serveShares(page, true);
      await opened(page, /^Look for servers/, /^NAS/);
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'a new version', screen: 'settings/box', open: withUpdate },
  { name: 'the MQTT broker', screen: 'settings/box', open: (page) => opened(page, /^Sensors and buttons by MQTT/) },
  { name: 'networks in the hotspot', screen: 'welcome/network', open: (page) => inHotspot(page) },
  {
    name: 'a password in the hotspot',
    screen: 'welcome/network',
    open: (page) => inHotspot(page, /^FRITZ/),
  },
];
