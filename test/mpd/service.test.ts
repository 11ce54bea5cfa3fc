/** The server is loaded with the first client; a port that is taken is refused in words. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import t from 'tap';
import { MpdListener } from '../../src/mpd/listener.js';
import { keptLog } from '../fixtures/log.js';
import { connectTo } from './real-mpd.js';
import { startMpd } from './rig.js';

t.test('the server is loaded with the first client, who is disconnected when it stops', async (t) => {
  const { deps } = await startMpd(t);
  let loads = 0;
  const listener = new MpdListener({
    host: '127.0.0.1',
    port: 0,
    deps: () => {
      loads += 1;
      return deps;
    },
    log: keptLog('mpd').log,
  });
  t.teardown(() => listener.stop());
  await listener.start();
  t.type(listener.port, 'number');
  t.equal(loads, 0);
  const client = await connectTo(t, listener.port ?? 0);
  t.strictSame(await client.ask('ping'), []);
  t.equal(loads, 1);
  await listener.stop();
  await client.closed();
  t.equal(listener.port, undefined);
  await listener.stop();
});

t.test('a port that is taken is refused', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.teardown(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const deps = () => {
    throw new Error('not asked for');
  };
  const listener = new MpdListener({ host: '127.0.0.1', port, deps, log: keptLog('mpd').log });
  await t.rejects(listener.start(), { code: 'ADDRESS_IN_USE', message: /another MPD may run here/ });
  t.equal(listener.port, undefined);
  await listener.stop();
});
