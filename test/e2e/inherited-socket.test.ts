import { hostname } from 'node:os';
import t from 'tap';
import { createHouse } from './daemon.js';

/**
 * Program that does what systemd does for a socket unit (sd_listen_fds(3)): opens the listening socket, then execs the
 * daemon.
 */
const SERVICE_MANAGER = `
import os, socket, sys
listening = socket.socket()
listening.bind(('127.0.0.1', 0))
listening.listen(16)
print('inherited', listening.getsockname()[1], flush=True)
os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')
os.execv(sys.argv[1], sys.argv[1:])
`;

t.test('a socket of the service manager is answered beside the own port', async (t) => {
  const { start } = await createHouse(t);
  const daemon = await start({ launcher: ['python3', '-c', SERVICE_MANAGER] });
  const port = /inherited (\d+)/.exec(daemon.text)?.[1] ?? '';
  const own = await daemon.get('/version');
  const inherited = await fetch(`http://127.0.0.1:${port}/version`);
  t.strictSame(await inherited.json(), own.body);
  const refused = { status: 400, body: { code: 'STREAM_ADDRESS_FORBIDDEN' } };
  t.match(
    await daemon.play([`http://${hostname()}.local:${port}/player/status`]),
    refused,
    'it is one of its own ports',
  );
  await daemon.stop();
  t.equal(daemon.process.exitCode, 0);
});
