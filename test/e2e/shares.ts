/** A network with servers of shares for the page: the daemon of a test has no Avahi that hears of them, and mounts nothing. */
import type { Page } from 'playwright-core';
import type { Schemas } from '../../src/client/client.js';

export const NAS = { kind: 'smb', name: 'NAS', server: '127.0.0.1', address: '127.0.0.1', path: null } as const;

const SHARE = {
  ...{ id: 'a1b2', kind: 'smb', server: 'nas.local', port: null, path: 'Music', user: 'anna', domain: null },
  ...{ name: 'Music on nas', state: 'mounted', folder: '/media/tonearm/Music on nas', code: null, detail: null },
} satisfies Schemas['Share'];

const NAMES = [
  { name: 'homes', comment: '' },
  { name: 'Music', comment: 'Everything of the family, and the records of grandfather' },
];

/** Serves servers, found at this port of the loopback. */
export async function serveServers(page: Page, port: number | null): Promise<void> {
  await page.route('**/system/shares/servers', (route) => route.fulfill({ json: [{ ...NAS, port }] }));
}

/** A share that is mounted, one that is not, and a server that has some; names of its shares are told, or a password is asked for. */
export async function serveShares(page: Page, wantsPassword = false): Promise<void> {
  await serveServers(page, null);
  const waiting = {
    id: 'c3',
    name: 'Old on attic',
    state: 'waiting',
    folder: null,
    code: 'SHARE_NOT_ANSWERING',
    detail: '',
  };
  const shares = [SHARE, { ...SHARE, ...waiting }];
  await page.route('**/system/shares', (route) => route.fulfill({ json: shares }));
  const refusal = { type: 'about:blank', title: '', status: 503, detail: '', code: 'SHARE_PASSWORD_NEEDED' };
  await page.route('**/system/shares/names', (route) =>
    wantsPassword
      ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(refusal) })
      : route.fulfill({ json: NAMES }),
  );
}
