/** An account of Last.fm is connected on the page, and the daemon then tells it what really plays. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { Page } from 'playwright-core';
import { makeMp3 } from '../fixtures/mp3.js';
import { KEY, lastFm, SECRET, SESSION } from '../listens/lastfm-server.js';
import { answer, listenBrainz } from '../listens/listenbrainz-server.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse, FAST } from './daemon.js';

/** Pictures for a person to look at: set it to a folder. */
const PICTURES = process.env['SCROBBLING_PICTURES'];

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

t.test('both services are set up on the page, and are told what plays', async (t) => {
  const { library, start } = await createHouse(t, FAST);
  const files = ['One', 'Two'].map((name) => join(library, `${name}.mp3`));
  for (const [at, file] of files.entries()) {
    const tags = ['--tt', at === 0 ? 'One' : 'Two', '--ta', 'Nova', '--tl', 'Tides'];
    await makeMp3(file, { seconds: 40, seed: 60 + at, lame: ['-V', '5', ...tags] });
  }
  const last = await lastFm(t);
  const brainz = await listenBrainz(t);
  brainz.behave = answer(200);
  const daemon = await start({ environment: { TONEARM_STREAM_ALLOW: '127.0.0.0/8' } });
  await daemon.put('/scan-library');
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/box');

  const group = page.getByRole('region', { name: 'Last.fm' });
  const fill = async (of: typeof group, label: string, text: string, saved: () => Promise<boolean>): Promise<void> => {
    await of.getByLabel(label).fill(text);
    await of.getByLabel(label).press('Enter');
    await daemon.until(`${label} is saved`, saved);
  };
  const settings = async () => (await daemon.get('/settings')).body as Record<string, unknown>;
  const is = (name: string, value: unknown) => async () => (await settings())[name] === value;

  await fill(group, 'Server', last.address, is('lastfm_url', last.address));
  t.equal(await group.getByRole('button', { name: 'Connect account' }).count(), 0, 'a key comes first');
  await picture(page, 'without-key');
  await group.getByLabel('API key').fill(KEY);
  await group.getByLabel('API key').press('Enter');
  await fill(group, 'Shared secret', SECRET, is('lastfm_key_set', true));
  await group.getByRole('button', { name: 'Connect account' }).tap();
  const link = group.getByRole('link', { name: /Allow access/ });
  t.equal(await link.getAttribute('href'), `http://127.0.0.1:${last.port}/api/auth/?api_key=${KEY}&token=a-token`);
  await group.scrollIntoViewIfNeeded();
  await picture(page, 'approve');
  await group.getByRole('button', { name: 'I have allowed it' }).tap();
  await page.getByText('The access has not been allowed yet.').first().waitFor();
  last.isApproved = true;
  await group.getByRole('button', { name: 'I have allowed it' }).tap();
  await group.getByText('Connected as listener').waitFor();
  t.ok(await is('lastfm_connected', true)());

  const other = page.getByRole('region', { name: 'ListenBrainz' });
  await fill(other, 'Server', brainz.address, is('listenbrainz_url', brainz.address));
  await fill(other, 'User token', 'token', is('listenbrainz_token_set', true));
  await other.getByRole('switch').tap();
  await daemon.until('it is on', is('listenbrainz_enabled', true));
  await group.scrollIntoViewIfNeeded();
  await picture(page, 'connected');
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);

  await daemon.play(files);
  await daemon.put('/player/play');
  await daemon.until('both are told', async () => last.taken().length === 2 && brainz.taken().length === 2);
  t.strictSame(last.taken(), ['One', 'Two']);
  t.strictSame(brainz.taken(), ['One', 'Two']);
  t.match(
    last.calls.filter(({ method }) => method === 'track.updateNowPlaying'),
    ['One', 'Two'].map((track) => ({ track, artist: 'Nova', album: 'Tides', duration: '40' })),
  );
  last.behave = (_, response) => response.writeHead(403).end('{"error":9,"message":"Invalid session key"}');
  await daemon.play(files);
  await daemon.put('/player/play');
  await daemon.until('it is refused', async () => {
    const { lastfm } = (await daemon.get('/scrobbling')).body as { lastfm: { state: string } };
    return lastfm.state === 'refused';
  });
  await group.getByText(/connect the account again/).waitFor();
  await picture(page, 'refused');
  await group.getByRole('button', { name: 'Disconnect account' }).tap();
  await daemon.until('it is forgotten', is('lastfm_connected', false));
  for (const secret of [SECRET, SESSION]) t.notMatch(daemon.text, secret);
  t.strictSame(
    complaints.filter((each) => !each.includes('409')),
    [],
  );
});
