/** Lists that are longer than what is read or written in one turn of the event loop. */
import t from 'tap';
import { recordId } from '../../../src/library/ids.js';
import { libraryRig } from '../rig.js';
import { putOnShelf } from '../shelf.js';

const TEXTS = { name: 'A', description: null, image: null, folderId: null };

t.test('a long playlist keeps every id in its order, known or not', async (t) => {
  const { savedPlaylists } = await libraryRig(t);
  for (const count of [249, 250, 251, 499, 500, 501, 1000, 1203]) {
    const ids = Array.from({ length: count }, (_, at) => recordId('track', `/music/${(at * 7) % 1000}`));
    const { id, trackCount } = await savedPlaylists.create(TEXTS, ids);
    t.equal(trackCount, count);
    t.strictSame(await savedPlaylists.tracks(id), ids, `${count} ids`);
  }
});

t.test('the queue gets the location of every track of a long list once, in its order', async (t) => {
  const { library, write } = await libraryRig(t);
  const names = Array.from({ length: 40 }, (_, at) => `${String(at).padStart(2, '0')}.mp3`);
  await write((sql) =>
    putOnShelf(
      sql,
      '/music',
      names.map((name) => ({ name, title: name })),
    ),
  );
  const keys = await library.matching('track', { sort_by: 'title', sort_order: 'ASC' });
  const expected = Array.from({ length: 5000 }, (_, at) => at % 40);
  const locations = await library.locations(Uint32Array.from(expected, (at) => keys[at] ?? 0));
  t.strictSame(
    locations,
    expected.map((at) => `/music/${names[at]}`),
  );
});
