import t from 'tap';
import { metadataOf, NO_TRACK, trackId } from '../../src/mpris/metadata.js';
import { describedAs } from './scene.js';

const coverOf = (name: string): string => `http://127.0.0.1:6063/covers/${name}`;

/** Type and value of each field. */
function shown(...from: Parameters<typeof metadataOf>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadataOf(...from)).map(([name, { signature, value }]) => [name, [signature, value]]),
  );
}

t.test('what is known of a track is shown, with the types of the field', async (t) => {
  const track = describedAs('/music/A & B/1 #1.flac', {
    title: 'One',
    artist: 'Ann',
    album: 'First',
    albumArtist: 'Various',
    composer: 'Bob',
    genre: 'Jazz, Blues',
    trackNumber: 3,
    discNumber: 2,
    yearString: '1999-05-01',
    length: 61_234,
    cover: 'c123.jpg',
  });
  t.strictSame(shown(trackId(7), track, coverOf), {
    'mpris:trackid': ['o', '/org/tonearm/queue/7'],
    'mpris:length': ['x', 61_234_000n],
    'mpris:artUrl': ['s', 'http://127.0.0.1:6063/covers/c123.jpg'],
    'xesam:url': ['s', 'file:///music/A%20&%20B/1%20%231.flac'],
    'xesam:title': ['s', 'One'],
    'xesam:album': ['s', 'First'],
    'xesam:artist': ['as', ['Ann']],
    'xesam:albumArtist': ['as', ['Various']],
    'xesam:composer': ['as', ['Bob']],
    'xesam:genre': ['as', ['Jazz', 'Blues']],
    'xesam:trackNumber': ['i', 3],
    'xesam:discNumber': ['i', 2],
    'xesam:contentCreated': ['s', '1999-05-01'],
  });
});

t.test('what is not known is left out, and no text breaks the bus', async (t) => {
  const facts = { title: 'a\0b', length: 0, yearString: 'about 1990', cover: '', trackNumber: 2 ** 40 };
  t.strictSame(shown(trackId(1), describedAs('http://radio/live', facts), coverOf), {
    'mpris:trackid': ['o', '/org/tonearm/queue/1'],
    'xesam:url': ['s', 'http://radio/live'],
    'xesam:title': ['s', 'ab'],
    'xesam:trackNumber': ['i', 2 ** 31 - 1],
  });
  t.strictSame(shown(NO_TRACK, undefined, coverOf), { 'mpris:trackid': ['o', NO_TRACK] });
});
