/** What a real Samba tells of its shares, whom it lets in, and which versions it speaks. */
import t from 'tap';
import { askForShareNames } from '../../../src/network/shares/listing/share-names.js';
import { ANNA, sambaTrouble, startSamba } from './samba-server.js';

const skip = await sambaTrouble();
const NOBODY = { user: undefined, password: undefined, domain: undefined };
const NAMES = [
  { name: 'Music', comment: 'Tönende Sammlung' },
  { name: 'Private', comment: '' },
];

t.test('a real server tells its shares to those whom it lets in', { skip }, async (t) => {
  for (const [settings, expected] of [
    ['map to guest = Bad User', { nobody: NAMES, anna: NAMES }],
    ['map to guest = never', { nobody: NAMES, anna: NAMES }],
    ['map to guest = never\nrestrict anonymous = 2', { nobody: 'SHARE_PASSWORD_NEEDED', anna: NAMES }],
    ['server signing = mandatory', { nobody: NAMES, anna: NAMES }],
    ['server min protocol = SMB3', { nobody: 'SHARES_NOT_LISTED', anna: 'SHARES_NOT_LISTED' }],
    [
      'server min protocol = NT1\nserver max protocol = NT1',
      { nobody: 'SHARE_PROTOCOL_TOO_OLD', anna: 'SHARE_PROTOCOL_TOO_OLD' },
    ],
  ] as const) {
    const port = await startSamba(t, settings);
    const ask = (login: typeof NOBODY | typeof ANNA) =>
      askForShareNames({ server: '127.0.0.1', port }, login).catch(
        (error: unknown) => (error as { code: string }).code,
      );
    t.strictSame({ nobody: await ask(NOBODY), anna: await ask(ANNA) }, expected, settings);
  }
});

t.test('a wrong password', { skip }, async (t) => {
  const port = await startSamba(t, '');
  const wrong = { ...ANNA, password: 'wrong' };
  await t.rejects(askForShareNames({ server: '127.0.0.1', port }, wrong), { code: 'SHARE_PASSWORD_WRONG' });
});
