import t from 'tap';
import { EventHistory } from '../../src/http/events/events-history.js';
import { eventFrame } from '../../src/http/events/events-stream.js';
import { follow } from './event-client.js';
import { startRig } from './rig.js';

t.test('who comes back with its last id gets what it missed, once, and where things are now', async (t) => {
  const { player, volume, port } = await startRig(t);
  const client = await follow(t, port);
  await volume.set(41);
  const { id: lastId } = await client.event('volume');
  const other = await follow(t, port);
  await other.event('snapshot');
  client.close();
  await volume.set(42);
  await other.event('volume');
  player.kind = 'playing';
  player.hold(['/music/a.mp3']);
  player.elapsed = 900;
  player.emit('status');
  await other.event('status');

  const back = await follow(t, port, { lastId });
  await back.event('scan');
  t.strictSame(
    back.events.map(({ event }) => event),
    ['volume', 'status', 'position', 'sleep_timer', 'scan', 'bluetooth'],
  );
  t.match((await back.event('position')).data, { elapsed: 900 });
});

t.test('what changed while nobody listened is told to the first who comes back', async (t) => {
  const { player, volume, port } = await startRig(t);
  const client = await follow(t, port);
  const { id: lastId } = await client.event('snapshot');
  client.close();
  await new Promise<void>((resolve) => client.response.once('close', resolve));
  for (let level = 50; level < 90; level++) await volume.set(level);
  player.index = 0;
  player.emit('queue');
  const back = await follow(t, port, { lastId });
  await back.event('scan');
  t.strictSame(
    back.events.map(({ event }) => event),
    ['volume', 'position', 'sleep_timer', 'scan', 'bluetooth'],
    'only what differs, and only the last of it',
  );
  t.match((await back.event('volume')).data, { volume: 89 });
});

t.test('who missed nothing gets nothing again', async (t) => {
  const { port } = await startRig(t);
  const { id: lastId } = await (await follow(t, port)).event('snapshot');
  const back = await follow(t, port, { lastId });
  await back.event('scan');
  t.strictSame(
    back.events.map(({ event }) => event),
    ['position', 'sleep_timer', 'scan', 'bluetooth'],
  );
});

t.test('an id that is unknown, from another run, or none at all, gets a snapshot', async (t) => {
  const { port } = await startRig(t);
  for (const lastId of ['00000000-1', 'nonsense', '-', '99999999999999999999', `${'a'.repeat(8)}-${'9'.repeat(15)}`]) {
    const client = await follow(t, port, { lastId });
    await client.event('snapshot');
    t.equal(client.events[0]?.event, 'snapshot', lastId);
  }
});

t.test('the history is bounded in events and in bytes', async (t) => {
  const history = new EventHistory();
  const first = history.latestId;
  for (let at = 0; at < 200; at++) history.add((id) => eventFrame('volume', String(at), id));
  t.equal(history.after(first)?.length, 200);
  t.strictSame(history.after(history.latestId), []);
  history.add((id) => eventFrame('volume', 'x', id));
  t.equal(history.after(first), undefined);

  const large = new EventHistory();
  const before = large.latestId;
  large.add((id) => eventFrame('queue', 'é'.repeat(20_000), id));
  const between = large.latestId;
  large.add((id) => eventFrame('queue', 'é'.repeat(20_000), id));
  t.equal(large.after(before), undefined);
  t.equal(large.after(between)?.length, 1);
  t.equal(large.after(`${large.epoch}-3`), undefined, 'an id that is still to come');
});

t.test('who missed more than it may leave unread gets a snapshot instead, and is not dropped', async (t) => {
  const { volume, port } = await startRig(t);
  const client = await follow(t, port, { isUndescribed: true });
  const { id: lastId } = await client.event('snapshot');
  const read = volume.read.bind(volume);
  volume.read = () => ({ ...read(), volume: `${read().volume}${'x'.repeat(20_000)}` as never });
  for (let level = 1; level <= 8; level++) {
    await volume.set(level);
    await client.event('volume', level);
  }
  const back = await follow(t, port, { lastId, isUndescribed: true });
  await back.event('snapshot');
  await volume.set(9);
  await back.event('volume');
  t.notOk(back.ended);
});
