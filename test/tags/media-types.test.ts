/** Media types of the files that can be played. */
import t from 'tap';
import { PLAYABLE, mediaType } from '../../src/tags/media-types.js';

t.test('every file that can be played has a media type of sound, whatever the case of its ending', async (t) => {
  for (const ending of PLAYABLE) {
    t.match(mediaType(`/music/a.${ending}`), /^audio\/[\w.-]+$/, ending);
    t.equal(mediaType(`/music/a.${ending.toUpperCase()}`), mediaType(`/music/a.${ending}`));
  }
});

t.test('some of them are registered', async (t) => {
  const types = ['a.mp3', 'a.opus', 'a.m4b', 'a.wv', 'a.ac3', 'a.dts', 'a.3gp', 'a.mp+'].map(mediaType);
  const expected = ['mpeg', 'ogg', 'mp4', 'x-wavpack', 'ac3', 'vnd.dts', '3gpp', 'x-musepack'];
  t.strictSame(
    types,
    expected.map((name) => `audio/${name}`),
  );
});

t.test('anything else is just bytes', async (t) => {
  t.equal(mediaType('/music/cover'), 'application/octet-stream');
  t.equal(mediaType('/music/notes.txt'), 'application/octet-stream');
});
