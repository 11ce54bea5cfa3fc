import t from 'tap';
import { addressIn } from '../../../src/web/remote/state/network/share-address.js';

t.test('what somebody types or pastes for a server', async (t) => {
  for (const [text, kind, server, port, path] of [
    ['nas', undefined, 'nas', undefined, ''],
    [' nas.local ', undefined, 'nas.local', undefined, ''],
    ['\\\\nas\\Music\\Flac', 'smb', 'nas', undefined, 'Music/Flac'],
    ['smb://anna@nas/Music/', 'smb', 'nas', undefined, 'Music'],
    ['SMB://nas:4450/Music', 'smb', 'nas', 4450, 'Music'],
    ['nfs://nas/volume1/music', 'nfs', 'nas', undefined, '/volume1/music'],
    ['nas:/volume1/music', 'nfs', 'nas', undefined, '/volume1/music'],
    ['192.168.1.20/Music', undefined, '192.168.1.20', undefined, 'Music'],
    ['fe80::1', undefined, 'fe80::1', undefined, ''],
  ] as const) {
    t.strictSame(addressIn(text), { kind, server, port, path }, text);
  }
});
