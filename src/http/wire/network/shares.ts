/** Network shares, and the servers that have them, on the wire. */
import { isIP } from 'node:net';
import { InvalidInput } from '../../../errors.js';
import type { ShareReading } from '../../../network/shares/network-shares.js';
import type { ShareName } from '../../../network/shares/listing/share-names.js';
import type { ShareServer } from '../../../network/shares/share-servers.js';
import {
  LONGEST_PATH,
  LONGEST_SERVER,
  LONGEST_TEXT,
  type ShareAddress,
  type ShareLogin,
} from '../../../network/shares/share.js';
import * as schema from '../../schema.js';

const KIND = schema.choice(['smb', 'nfs'], '`smb`: Windows, Samba, and nearly every NAS.');

export const ShareSchema = schema.named('Share').record('A network share that the box mounts as a library folder.', {
  id: schema.text('Kept for good.'),
  kind: KIND,
  server: schema.text('Host name or address.'),
  port: schema.countOrNull('Null for the usual one.'),
  path: schema.text('SMB: name of the share, and folders in it. NFS: folder on the server.'),
  user: schema.textOrNull('Null for a guest.'),
  domain: schema.textOrNull('Domain of Windows; null for none.'),
  name: schema.text('Name of its folder in the library.'),
  state: schema.choice(
    ['mounting', 'mounted', 'waiting'],
    '`waiting`: it cannot be mounted now, and is tried again by itself.',
  ),
  folder: schema.textOrNull('Absolute path in the library; null unless it is mounted.'),
  code: schema.textOrNull('Why it is waiting, as `POST /system/shares` refuses; null in other states.'),
  detail: schema.textOrNull('The reason in words.'),
});

export const SharesSchema = schema.listOf(ShareSchema);

const SERVER = schema.words(LONGEST_SERVER, 'Host name or address, such as `nas.local`.');
const PORT = schema.whole(1, 65535, 'Left out for the usual one.');
const LOGIN = {
  user: schema.words(LONGEST_TEXT, 'Left out for a guest, and for NFS.'),
  password: schema.words(LONGEST_TEXT, 'Kept by the box where nothing but its system reads it; never told.'),
  domain: schema.words(LONGEST_TEXT, 'Domain of Windows; left out for none.'),
};

export const NewShareSchema = schema.named('NewShare').object('', ['kind', 'server', 'path'], {
  kind: KIND,
  server: SERVER,
  port: PORT,
  path: schema.words(
    LONGEST_PATH,
    'SMB: name of the share, and folders in it, such as `Music/Flac`. NFS: folder on the server, such as `/volume1/music`.',
  ),
  ...LOGIN,
});

export const ShareLoginSchema = schema.named('ShareLogin').object('', [], LOGIN);

export const ShareServersSchema = schema.listOf(
  schema.named('ShareServer').record('A server that announces its shares in the network.', {
    kind: KIND,
    name: schema.text('For people.'),
    server: schema.text('Host name, for `POST /system/shares`.'),
    address: schema.text('Its address now.'),
    port: schema.countOrNull('Null for the usual one.'),
    path: schema.textOrNull('Folder that an NFS server announces; null where it announces none.'),
  }),
);

export const ShareLookupSchema = schema.named('ShareLookup').object('', ['server'], {
  server: SERVER,
  port: PORT,
  ...LOGIN,
});

export const ShareNamesSchema = schema.listOf(
  schema.named('ShareName').record('A share of an SMB server.', {
    name: schema.text('For `path` of `POST /system/shares`.'),
    comment: schema.text('What its owner has written about it; empty for nothing.'),
  }),
);

/** Letters of host names and addresses; the scope of an IPv6 address follows a `%`. */
const HOST = /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/i;

function refuse(member: string, message: string): never {
  throw new InvalidInput('INVALID_BODY', `/${member} ${message}.`, [{ path: `/${member}`, message }]);
}

function requirePlain(texts: Readonly<Record<string, string | undefined>>): void {
  for (const [member, text] of Object.entries(texts)) {
    if (text !== undefined && /\p{Cc}/u.test(text)) refuse(member, 'must not have control characters');
  }
}

/** @throws InvalidInput INVALID_BODY for what no server can have */
export function toShareServerAddress(sent: schema.Static<typeof ShareLookupSchema>) {
  const server = sent.server.trim();
  const isAddress = isIP(server.split('%')[0] ?? '') !== 0;
  if (!isAddress && !HOST.test(server)) refuse('server', 'must be a host name or an address, without a path');
  return { server, port: sent.port };
}

/** @throws InvalidInput INVALID_BODY for what no server can have */
export function toShareAddress(sent: schema.Static<typeof NewShareSchema>): ShareAddress {
  const { kind } = sent;
  const { server, port } = toShareServerAddress(sent);
  const parts = sent.path.split(kind === 'smb' ? /[/\\]/ : '/').filter(Boolean);
  requirePlain({ path: sent.path });
  if (parts.some((part) => part === '.' || part === '..')) refuse('path', 'must not lead through . or ..');
  if (kind === 'smb' && parts.length === 0) refuse('path', 'must name a share');
  return { kind, server, port, path: kind === 'smb' ? parts.join('/') : `/${parts.join('/')}` };
}

/** @throws InvalidInput INVALID_BODY */
export function toShareLogin(sent: schema.Static<typeof ShareLoginSchema>, kind: ShareAddress['kind']): ShareLogin {
  const { password } = sent;
  const user = sent.user === '' ? undefined : sent.user;
  const domain = sent.domain === '' ? undefined : sent.domain;
  requirePlain({ user, password, domain });
  if (kind === 'nfs' && user !== undefined) refuse('user', 'must be left out for NFS, which has no passwords');
  return { user, password: user === undefined ? undefined : password, domain };
}

export function toShare(share: ShareReading) {
  return {
    ...{ id: share.id, kind: share.kind, server: share.server, port: share.port ?? null, path: share.path },
    ...{ user: share.user ?? null, domain: share.domain ?? null, name: share.folder, state: share.state },
    folder: share.mountPoint ?? null,
    code: share.failure?.code ?? null,
    detail: share.failure?.detail ?? null,
  };
}

export function toShareServer({ kind, name, host, address, port, path }: ShareServer) {
  return { kind, name, server: host, address, port: port ?? null, path: path ?? null };
}

export const toShareName = ({ name, comment }: ShareName) => ({ name, comment });
