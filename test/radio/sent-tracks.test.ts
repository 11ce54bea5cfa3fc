import t from 'tap';
import { SentTracks } from '../../src/radio/sent-tracks.js';

const TRACK = {
  url: 'http://192.168.7.7/1.flac',
  title: 'Spray',
  artist: 'Can',
  album: 'Future Days',
  genre: '',
  length: 1,
};

t.test('what was sent last is known, with a cover that is found by name', async (t) => {
  const asked: unknown[] = [];
  const cover = { etag: '"1"', read: () => Promise.reject(new Error('nobody reads it here')) };
  const sent = new SentTracks({
    find(address, size) {
      asked.push([address, size]);
      return cover;
    },
  });
  t.equal(sent.find(TRACK.url), undefined);
  sent.note({ ...TRACK, art: '' });
  t.strictSame(sent.find(TRACK.url), { ...TRACK, cover: null });
  sent.note({ ...TRACK, title: 'Moonshake', art: 'http://192.168.7.7/1.jpg' });
  const { title, cover: name = '' } = sent.find(TRACK.url) ?? {};
  t.equal(title, 'Moonshake');
  t.ok(sent.isCover(name ?? ''), name ?? 'none');
  t.notOk(sent.isCover('cabcdefghijklmnopqrstuvwx'), 'a cover of the library');
  t.equal(sent.coverOf(name ?? '', 300), cover);
  sent.coverOf(name ?? '', 0);
  t.strictSame(asked, [
    ['http://192.168.7.7/1.jpg', 300],
    ['http://192.168.7.7/1.jpg', 1200],
  ]);
  for (let at = 0; at < 300; at++)
    sent.note({ ...TRACK, url: `http://192.168.7.7/${at}`, art: `http://192.168.7.7/${at}.jpg` });
  t.equal(sent.find(TRACK.url), undefined, 'only the last ones are kept');
  t.throws(() => sent.coverOf(name ?? '', 300), { code: 'UNKNOWN_COVER' });
});
