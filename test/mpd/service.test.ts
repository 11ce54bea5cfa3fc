/** The protocol is switched by a setting; a port that is taken is no reason to fail. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import t from 'tap';
import { Mpd } from '../../src/mpd/mpd.js';
import { keptLog } from '../fixtures/log.js';
import { settingsInMemory } from '../http/fake-settings.js';
import { connectTo } from './real-mpd.js';
import { startMpd } from './rig.js';

t.test('the server is loaded with the first client, and goes when it is switched off', async (t) => {
  const { deps } = await startMpd(t);
  const settings = settingsInMemory();
  let loads = 0;
  let changes = 0;
  const { log, lines } = keptLog('mpd');
  const mpd = new Mpd({
    listen: { host: '127.0.0.1', port: 0 },
    settings,
    deps: () => {
      loads += 1;
      return deps;
    },
    log,
  });
  t.teardown(() => mpd.stop());
  mpd.subscribe(() => (changes += 1));
  await mpd.start();
  t.type(mpd.port, 'number');
  t.equal(loads, 0);
  const client = await connectTo(t, mpd.port ?? 0);
  t.strictSame(await client.ask('ping'), []);
  t.equal(loads, 1);
  const switched = new Promise<void>((resolve) => {
    const end = mpd.subscribe(() => {
      end();
      resolve();
    });
  });
  await settings.change({ mpdServer: false });
  await client.closed();
  await switched;
  t.equal(mpd.port, undefined);
  t.equal(changes, 2);
  await mpd.stop();
  await mpd.stop();
  t.match(lines.join('\n'), /MPD clients can connect/);
});

t.test('a port that is taken is logged', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.teardown(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { log, lines } = keptLog('mpd');
  const mpd = new Mpd({
    listen: { host: '127.0.0.1', port },
    settings: settingsInMemory(),
    deps: () => {
      throw new Error('not asked for');
    },
    log,
  });
  await mpd.start();
  t.equal(mpd.port, undefined);
  t.match(lines.join('\n'), /^<4>mpd: port: not opened .*another MPD may run here/);
  await mpd.stop();
});

t.test('without a port nothing listens', async (t) => {
  const { log } = keptLog('mpd');
  const mpd = new Mpd({
    listen: undefined,
    settings: settingsInMemory(),
    deps: () => {
      throw new Error('not asked for');
    },
    log,
  });
  await mpd.start();
  t.equal(mpd.port, undefined);
  await mpd.stop();
});
