/** Times, descriptions of tracks, and XML. */
import t from 'tap';
import { milliseconds } from '../../src/units.js';
import { readDidl } from '../../src/upnp/didl.js';
import { isForeign } from '../../src/upnp/protocol-info.js';
import { readTime, timeText } from '../../src/upnp-wire/time.js';
import { MalformedXml, parseXml } from '../../src/xml.js';
import { didl, URI } from './rig.js';

t.test('times', async (t) => {
  for (const [time, text] of [
    [0, '0:00:00'],
    [999, '0:00:00'],
    [65_400, '0:01:05'],
    [36_000_000, '10:00:00'],
    [-5, '0:00:00'],
  ] as const) {
    t.equal(timeText(milliseconds(time)), text);
  }
  for (const [text, time] of [
    ['0:01:05', 65_000],
    ['00:01:05.250', 65_250],
    [' 1:0:0 ', 3_600_000],
    ['+0:00:02', 2000],
    ['0:00:01.5/10', 1500],
    ['0:60:00', undefined],
    ['1:05', undefined],
    ['NOT_IMPLEMENTED', undefined],
    ['', undefined],
    ['-0:01:05', undefined],
  ] as const) {
    t.equal(readTime(text), time, text);
  }
});

t.test('what a controller says of a track', async (t) => {
  t.match(readDidl(didl(URI, 'A & B'), URI), {
    title: 'A & B',
    artist: 'Can & Co.',
    album: 'Future Days',
    length: 180_500,
    type: 'audio/flac',
    art: '',
  });
  const more =
    '<upnp:artist role="Performer">Singer</upnp:artist><upnp:genre>Rock</upnp:genre>' +
    '<upnp:albumArtURI dlna:profileID="JPEG_TN">http://192.168.7.7/a.jpg</upnp:albumArtURI>';
  t.match(
    readDidl(didl(URI, 'x', more), URI),
    { artist: 'Singer', genre: 'Rock', art: 'http://192.168.7.7/a.jpg' },
    'dlna: is not declared',
  );
  t.equal(readDidl(didl(URI, 'x', '<upnp:albumArtURI>javascript:1</upnp:albumArtURI>'), URI).art, '');
  t.equal(readDidl(didl(URI, 'x'.repeat(9999)), URI).title.length, 500);
  for (const damaged of [
    '',
    'NOT_IMPLEMENTED',
    '<DIDL-Lite>',
    '<a/>',
    '<!DOCTYPE x><DIDL-Lite/>',
    didl(URI, 'x').replace('</item>', ''),
  ]) {
    t.match(readDidl(damaged, URI), { title: '', artist: '', length: 0, type: '' }, damaged.slice(0, 20));
  }
  const several = didl(URI, 'x', '<res protocolInfo="http-get:*:image/png:*">http://192.168.7.7/x.png</res>');
  t.equal(readDidl(several, URI).type, 'audio/flac', 'that of the address that is played');
});

t.test('what is not played at all', async (t) => {
  for (const type of ['image/jpeg', 'text/srt', 'audio/l16;rate=44100']) t.equal(isForeign({ type }), true, type);
  for (const type of ['audio/flac', 'audio/unheard-of', 'video/mp4', 'application/ogg', ''])
    t.equal(isForeign({ type }), false, type);
});

t.test('attributes, and prefixes that nobody has declared', async (t) => {
  const { attributes, children } = parseXml('<a x="1" xmlns:b="urn:b" b:y=\'2 &amp; 3\'><b:c/></a>');
  t.strictSame(
    [...attributes],
    [
      ['x', '1'],
      ['b:y', '2 & 3'],
    ],
  );
  t.match(children[0], { name: 'c', namespace: 'urn:b' });
  t.throws(() => parseXml('<q:a/>'), MalformedXml);
  t.match(parseXml('<q:a/>', true), { name: 'a', namespace: '' });
  const declared = (count: number): string =>
    `<a ${Array.from({ length: count }, (_, at) => `xmlns:p${at}="u"`).join(' ')}/>`;
  t.equal(parseXml(declared(60)).name, 'a');
  t.throws(() => parseXml(declared(70)), MalformedXml);
});
