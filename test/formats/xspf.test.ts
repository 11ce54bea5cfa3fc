/** XSPF playlists: entries, XML in all its forms, and what is refused. */
import t from 'tap';
import { readPlaylist } from '../../src/playlists/files/read-playlist.js';

const playlist = (tracks: string, more = ''): string => `<playlist>${more}<trackList>${tracks}</trackList></playlist>`;

async function read(text: string): Promise<string> {
  try {
    const { name, entries } = await readPlaylist(Buffer.from(text), 'xspf');
    return `${name}|${entries.map(({ line, location, seconds }) => `${line} ${location} ${seconds}`).join('|')}`;
  } catch (error) {
    return (error as Error).message;
  }
}

t.test('locations, durations, names and lines', async (t) => {
  const track = (location: string, more = '') => `<track><location>${location}</location>${more}</track>`;
  for (const [what, text, expected] of [
    ['one', playlist(track('a')), '|1 a 0'],
    ['a name', playlist('', '<title> A &amp; B </title>'), 'A & B|'],
    ['the lines where locations end', playlist(`\n\n${track('a')}\n${track('\nb\n')}`), '|3 a 0|6 b 0'],
    ['a duration', playlist(track('a', '<duration>1500</duration>')), '|1 a 1.5'],
    [
      'a duration before other elements',
      playlist('<track><location>a</location><duration>1500</duration><title>x</title></track>'),
      '|1 a 1.5',
    ],
    ['no duration', playlist(track('a', '<duration>-1</duration>')), '|1 a 0'],
    ['the longest duration', playlist(track('a', '<duration>1000000000</duration>')), '|1 a 1000000'],
    ['too long a duration', playlist(track('a', '<duration>10000000000</duration>')), '|1 a 0'],
    ['the first of several', playlist(`<track><location>a</location><location>b</location></track>`), '|1 a 0'],
    ['none', playlist('<track><title>x</title></track>'), '|'],
    ['an empty element', playlist(`${track('a')}<track/>${track('b')}`), '|1 a 0|1 b 0'],
    ['another place', playlist(track('a'), '<location>x</location>'), '|1 a 0'],
    [
      'a prefix',
      '<x:playlist><x:trackList><x:track><x:location>a</x:location></x:track></x:trackList></x:playlist>',
      '|1 a 0',
    ],
    ['comments', playlist(`<!----><!-- <track> -->${track('a<!--b-->c')}`), '|1 ac 0'],
    ['text as it is', playlist(track('a<![CDATA[]]><![CDATA[<&amp;>]]>b')), '|1 a<&amp;>b 0'],
    ['instructions', `<?xml version="1.0"?>${playlist(track('a<??>b'))}`, '|1 ab 0'],
    ['references', playlist(track('&#65;&#x42;&lt;&gt;&quot;&apos;&amp;&other;')), '|1 AB<>"\'&&other; 0'],
    [
      'no characters',
      playlist(track('a&#0;&#xD800;&#xDFFF;&#x110000;&#xD7FF;&#xE000;&#x10FFFF;b')),
      '|1 a\ud7ff\ue000\u{10ffff}b 0',
    ],
    ['a byte order mark', `\ufeff${playlist(track('a'))}`, '|1 a 0'],
    ['space behind the end', `${playlist(track('a'))}\n`, '|1 a 0'],
  ] as const) {
    t.equal(await read(text), expected, what);
  }
});

t.test('what is no playlist is refused with the reason', async (t) => {
  const deep = (depth: number) => `<playlist>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</playlist>`;
  const refusal = (why: string) => `This is no XSPF playlist: ${why}.`;
  for (const [text, expected] of [
    ['', refusal('it has no playlist')],
    ['<a></a>', refusal('it has no playlist')],
    ['<playlists></playlists>', refusal('it has no playlist')],
    ['<playlist>', refusal('it has no playlist')],
    ['<playlist', refusal('it ends in the middle')],
    ['<playlist><!-- </playlist>', refusal('it ends in the middle')],
    ['<playlist><!--></playlist>', refusal('it ends in the middle')],
    ['<playlist><![CDATA[]></playlist>', refusal('it ends in the middle')],
    ['<playlist><?></playlist>', refusal('it ends in the middle')],
    ['<!DOCTYPE x><playlist></playlist>', refusal('it has a document type')],
    ['<playlist></a>', refusal('its elements do not match')],
    ['</ ><playlist></playlist>', refusal('its elements do not match')],
    ['</playlist>', refusal('its elements do not match')],
    [deep(32), refusal('its elements are too deep')],
    [deep(31), '|'],
  ] as const) {
    t.equal(await read(text), expected, text.slice(0, 60));
  }
});
