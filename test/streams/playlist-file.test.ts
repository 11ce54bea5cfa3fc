/** Playlists that stations hand out: addresses, recognition, and texts written to hold the reader up. */
import t from 'tap';

import { isHls } from '../../src/formats/m3u.js';
import { isPlaylist, playlistEntries } from '../../src/streams/locate.js';

const BASE = new URL('http://radio.example/lists/all.m3u');

t.test('an M3U gives its addresses in their order, relative ones too', async (t) => {
  const text = '\ufeff#EXTM3U\r\n#EXTINF:-1,One\r\nhttp://a.example/1\r\n\r\nother/2\r\n/3\r\n';
  t.strictSame(playlistEntries(text, BASE), [
    'http://a.example/1',
    'http://radio.example/lists/other/2',
    'http://radio.example/3',
  ]);
});

t.test('a PLS gives its files', async (t) => {
  const text = '[playlist]\nNumberOfEntries=2\nFile1=http://a.example/1\nTitle1=One\nfile2 = http://a.example/2 \n';
  t.strictSame(playlistEntries(text, BASE), ['http://a.example/1', 'http://a.example/2']);
});

t.test('an XSPF gives its locations', async (t) => {
  const text =
    '<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>' +
    'http://a.example/?x=1&amp;y=2 </location></track></trackList></playlist>';
  t.strictSame(playlistEntries(text, BASE), ['http://a.example/?x=1&y=2']);
});

t.test('only http and https come out, and never more than 32', async (t) => {
  t.strictSame(playlistEntries('file:///etc/passwd\nftp://x/\nhttps://a.example/\nhttp://[bad\n', BASE), [
    'https://a.example/',
  ]);
  t.equal(playlistEntries('http://a.example/\n'.repeat(1000), BASE).length, 32);
});

t.test('a playlist is known by its type, its first bytes or its name', async (t) => {
  t.ok(isPlaylist('audio/x-mpegurl', '/x', ''));
  t.ok(isPlaylist('application/vnd.apple.mpegurl; charset=utf-8', '/x', ''));
  t.ok(isPlaylist('audio/x-scpls', '/x', ''));
  t.ok(isPlaylist('audio/mpeg', '/x', '#EXTM3U\n'));
  t.ok(isPlaylist('text/html', '/x', '[playlist]\n'));
  t.ok(isPlaylist('text/plain', '/listen.pls', 'File1=x'));
  t.notOk(isPlaylist('audio/mpeg', '/listen.m3u', '\xff\xfb\x90\x00'));
  t.notOk(isPlaylist('text/html', '/listen.m3u', '<html>'));
  t.ok(isHls('#EXTM3U\n#EXT-X-TARGETDURATION:4\n'));
  t.notOk(isHls('#EXTM3U\n#EXTINF:4,\n'));
});

t.test('a playlist that was written to hold the reader up is read at once', async (t) => {
  // Searched again from each of its characters, a quarter of a mebibyte would take hours.
  const many = (text: string) => text.repeat(Math.ceil((256 * 1024) / text.length));
  for (const text of [
    `<playlist><location>${many(' ')}`,
    `<playlist>${many('<location> ')}`,
    `[playlist]${many('\n')}`,
    `[playlist]\nFile${many('1')}`,
    `[playlist]\nFile1=a${many(' ')}\u0000`,
    `[playlist]\nFile1${many(' ')}`,
  ]) {
    t.ok(playlistEntries(text, BASE).length <= 1, text.slice(0, 30));
  }
  t.notOk(isPlaylist('audio/mpeg', '/x', many('<playlist ')));
});
