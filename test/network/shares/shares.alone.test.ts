/** Network shares with the real program, the kernel's SMB and NFS, Samba and NFS-Ganesha, in a virtual machine. */
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { SHARE_MACHINE, unpacked } from '../packages.js';
import { pcTrouble, startProgram } from '../radio-checks.js';
import { runWithServers } from './share-machine.js';

const skip = await pcTrouble(SHARE_MACHINE);

t.test('shares are mounted, refused with the reason, and outlast their servers', { skip }, async (t) => {
  const checks = fileURLToPath(new URL('share-checks.ts', import.meta.url));
  const machine = await unpacked(SHARE_MACHINE);
  const running = await startProgram(t, checks, {}, (scratch, program, options) =>
    runWithServers({ scratch, machine, program }, options),
  );
  const { steps, lines } = await running.ended;
  const by = (name: string) => steps.find((each) => each.name === name);
  t.equal(steps.length, 24, lines.slice(-80).join('\n'));
  const isReadOnly = /^ro,nosuid,nodev,noexec,/;
  t.match(by('guest')?.value, {
    ...{ at: '/media/tonearm/Folder on 127.0.0.1', names: ['Größe.txt', 'large'], text: 'content\n', mode: 0o444 },
    ...{ options: isReadOnly, looked: ['/media/tonearm/Folder on 127.0.0.1'] },
  });
  const kept = { names: ['secret.txt'], kept: 0o600, hasPassword: true, requests: [] };
  t.strictSame(by('with a password')?.value, kept, 'only root reads what is kept, and the request is gone');
  t.equal(by('written to')?.code, 'EROFS');
  t.equal(by('mounted again as kept')?.value, 'mounted');
  t.strictSame(by('the old password stays')?.value, ['secret.txt']);
  for (const [name, code] of [
    ['wrong password', 'SHARE_PASSWORD_WRONG'],
    ['no password', 'SHARE_PASSWORD_NEEDED'],
    ['no such share', 'SHARE_NO_SUCH_SHARE'],
    ['no such folder', 'SHARE_NO_SUCH_SHARE'],
    ['no such host', 'SHARE_NO_SUCH_HOST'],
    ['port closed', 'SHARE_NOT_ANSWERING'],
    ['protocol too old', 'SHARE_PROTOCOL_TOO_OLD'],
    ['nfs, no such folder', 'SHARE_NO_SUCH_SHARE'],
    ['nfs, port closed', 'SHARE_NOT_ANSWERING'],
  ] as const) {
    t.equal(by(name)?.code, code, name);
  }
  t.equal(by('can be mounted')?.code, undefined);
  const failures = /^(Host is down|Resource temporarily unavailable|Input\/output error|Connection timed out)$/;
  t.match(by('server hangs')?.value, failures);
  // The kernel lets some readers of a dead server wait for the right to send, until the server is back: nothing that must
  // not stop reads from a share by itself.
  t.match(by('server dead')?.value, new RegExp(`${failures.source}|^stuck: .*smb2_wait_mtu_credits`));
  t.strictSame([by('server goes on')?.value, by('server anew')?.value], ['read', 'read']);
  t.match(by('nfs')?.value, { names: ['Größe.txt', 'large'], options: isReadOnly });
  const refused = by('hostile requests')?.value as readonly string[];
  t.match(refused, Array(5).fill(/SHARE_FAILED/));
  t.match(refused[5], /SHARE_PASSWORD_NEEDED/, 'one that is too long is not read');
  t.match(by('a link for a request')?.value, [/SHARE_PASSWORD_NEEDED/, false, true], 'it is not followed');
  t.strictSame(by('wrong ids')?.value, [2, 2, 2, 2, 2]);
  t.strictSame(by('removed')?.value, [[], [], []], 'neither folders nor passwords stay');
});
