/** Addresses of all screens of the web remote: what its tables of screens list, with ids of what a daemon has. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import type { Daemon } from './daemon.js';

const TABLES = ['screens.tsx', 'later-screens.tsx']
  .map((name) => readFileSync(new URL(`../../src/web/remote/screens/${name}`, import.meta.url), 'utf8'))
  .join('');
/** Such as `library/albums/:id`. */
const PATHS = [...TABLES.matchAll(/\{ path: '([^']+)', /g)].map(([, path = '']) => path);
/** What is searched for: a word of no language of the page. */
const SOMETHING = encodeURIComponent('Κύμα');

/**
 * Lists the addresses of all screens by their paths in the table, and one without a screen.
 * @throws Error when the daemon lacks what a screen shows: a track, a saved and a smart playlist, a playlist folder
 */
export async function everyScreen(daemon: Daemon): Promise<Map<string, string>> {
  const [track] = await bodyOf(daemon.api.GET('/tracks', { params: { query: { limit: 1 } } }));
  const [folder] = await bodyOf(daemon.api.GET('/saved-playlists/folders'));
  const [saved] = await bodyOf(daemon.api.GET('/saved-playlists'));
  const smart = (await bodyOf(daemon.api.GET('/smart-playlists'))).find(({ is_system: isOfSystem }) => !isOfSystem);
  const values: Readonly<Record<string, string | null | undefined>> = {
    'library/albums': track?.album_id,
    'library/artists': track?.artist_id,
    'library/genres': track?.genre_id,
    'library/folders': track && encodeURIComponent(dirname(track.path)),
    'playlists/folders': folder?.id,
    'playlists/saved': saved?.id,
    'playlists/smart': smart?.id,
    search: 'tracks',
    'radio/tags': SOMETHING,
    outputs: 'builtin',
  };
  const addressOf = (path: string): string =>
    path.replace(':question', SOMETHING).replace(/^(.+?)\/:\w+/, (_, kind: string) => {
      const value = values[kind];
      if (!value) throw new Error(`the daemon has nothing to show at ${path}`);
      return `${kind}/${value}`;
    });
  return new Map([...PATHS, 'nowhere'].map((path) => [path, addressOf(path)]));
}

/** Shows a screen, and waits until what it fetches is there. */
export async function showScreen(page: Page, base: string, screen: string): Promise<void> {
  await page.goto(`${base}/#/${screen}`);
  await page.locator('#page h1').waitFor();
  await page.locator('.spinner').waitFor({ state: 'detached' });
}
