/** The switch of GraphQL: a setting, a port that is taken, and what it costs while nobody asks. */
import { createServer } from 'node:net';
import t from 'tap';
import { Graphql } from '../../src/graphql/graphql.js';
import { keptLog } from '../fixtures/log.js';
import { settingsInMemory } from '../http/fake-settings.js';
import { startRig } from '../http/rig.js';

t.test('it follows its setting, and loads nothing while nobody asks', async (t) => {
  const { deps, server } = await startRig(t);
  const settings = settingsInMemory();
  const { log, lines } = keptLog('graphql');
  const load = () => {
    throw new Error('nobody has asked');
  };
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const graphql = new Graphql({
    ...{ host: '127.0.0.1', port, settings, log },
    deps: () => ({ ...deps, follow: (follower) => server.follow(follower), load }),
  });
  t.teardown(() => graphql.stop());
  await graphql.start();
  t.equal(graphql.port, undefined);
  t.match(lines.join('\n'), /not opened \(GraphQL clients cannot connect\)/);
  await new Promise((resolve) => taken.close(resolve));
  const switched = async (isOn: boolean): Promise<void> => {
    await settings.change({ graphqlServer: isOn });
    // The change is followed behind it.
    await graphql.start();
  };
  await switched(false);
  await switched(true);
  t.equal(graphql.port, port);
  t.equal((await fetch(`http://127.0.0.1:${port}/covers/none.jpg`)).status, 404);
  await switched(false);
  t.equal(graphql.port, undefined);
  await switched(true);
  await graphql.stop();
  await graphql.stop();
  t.equal(graphql.port, undefined);
});

t.test('port 0 leaves it out', async (t) => {
  const { deps, server } = await startRig(t);
  const graphql = new Graphql({
    ...{ host: '127.0.0.1', port: 0, settings: settingsInMemory(), log: keptLog('graphql').log },
    deps: () => ({ ...deps, follow: (follower) => server.follow(follower), load: () => ({}) as never }),
  });
  await graphql.start();
  t.equal(graphql.port, undefined);
});
