import t from 'tap';
import { recordId } from '../../../src/library/ids.js';
import { databaseIn } from '../../database/rig.js';
import { libraryRig } from '../rig.js';

const radio = (title: string, url = 'http://radio.example/') => ({ url, title, artist: 'A', album: 'B', length: 0 });

t.test('a saved stream survives a restart', async (t) => {
  const directory = t.testdir();
  const { library } = await libraryRig(t, directory);
  await library.saveStream(radio('Morning'));
  await library.saveStream(radio('Evening'));
  const again = databaseIn(directory);
  t.teardown(() => again.close());
  const rows = await again.read((sql) => sql.prepare('SELECT id, title FROM stream').raw().all());
  t.strictSame(rows, [[recordId('track', 'http://radio.example/'), 'Evening']]);
});

t.test('a stream has the time in Unix seconds at which it was saved', async (t) => {
  const { library } = await libraryRig(t);
  const now = (): number => Math.floor(Date.now() / 1000);
  const before = now();
  await library.saveStream(radio('Morning'));
  const after = now();
  const [stream] = await library.streamsAt(['http://radio.example/']);
  for (const at of [stream?.createdAt ?? 0, stream?.updatedAt ?? 0]) {
    t.ok(at >= before && at <= after, `${before} <= ${at} <= ${after}`);
  }
});

t.test('texts of a stranger are cleaned', async (t) => {
  const { library } = await libraryRig(t);
  await library.saveStream(radio(` a\u0000b\n${'x'.repeat(5000)}`));
  const [stream] = await library.streamsAt(['http://radio.example/']);
  t.match(stream?.title, /^a b x+$/);
  t.equal(stream?.title.length, 1000);
});

t.test('the streams that were saved longest ago are deleted when there are too many', async (t) => {
  const { library, state } = await libraryRig(t);
  await state.write((sql) => {
    const add = sql.prepare("INSERT INTO stream VALUES (?, ?, '', '', '', 0, 0, ?)");
    for (let at = 1; at <= 10_000; at++) add.run(`id ${at}`, `http://radio.example/${at}`, at);
  });
  await library.saveStream(radio('New'));
  t.equal((await library.streamsAt(['http://radio.example/1'])).length, 0);
  t.equal((await library.streamsAt(['http://radio.example/2', 'http://radio.example/'])).length, 2);
});
