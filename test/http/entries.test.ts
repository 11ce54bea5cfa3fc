/** What the player holds, joined with what is known of it: who is asked for what, and which of them is believed. */
import t from 'tap';
import { currentEntry, type EntrySources, nextEntry, queueRows, type QueueRows } from '../../src/http/entries.js';
import { toCurrentMp3Entry, toMp3Entry, toStreamEntry } from '../../src/http/wire/mp3-entry.js';
import { fallbackTag, type TrackTag } from '../../src/tags/track-tag.js';
import { milliseconds, sampleRateHz } from '../../src/units.js';
import { FakePlayer } from './fake-player.js';

const KNOWN = { title: 'Known', path: '/music/known.mp3' };
const TIMES = { createdAt: 1, updatedAt: 2 };
const STREAM = {
  id: 's1',
  url: 'http://told.example/live',
  title: 'Told',
  artist: 'A',
  album: 'B',
  length: 7,
  ...TIMES,
};

/** A library that knows one track and one stream; `asked` is what it and the tag reader were asked for. */
function sources() {
  const asked: [part: string, of: readonly string[]][] = [];
  const note = (part: string, of: readonly string[]) => void asked.push([part, of]);
  const library = {
    entries: async (locations: readonly string[]) => {
      note('entries', locations);
      return new Map([[KNOWN.path, JSON.stringify(KNOWN)]]);
    },
    revision: async () => '1',
    streamsRevision: 1,
    streamsAt: async (urls: readonly string[]) => {
      note('streams', urls);
      return urls.includes(STREAM.url) ? [STREAM] : [];
    },
  };
  const tags = {
    read: async (locations: readonly string[]) => {
      note('tags', locations);
      const read = locations.filter((location) => location.includes('read'));
      return new Map<string, TrackTag>(
        read.map((location) => [location, { ...fallbackTag(location), title: 'Read', artist: 'By tag' }]),
      );
    },
  };
  return { asked, from: { library, tags, sentTracks: { find: () => undefined } } as unknown as EntrySources };
}

function playing(...locations: string[]): FakePlayer {
  const player = new FakePlayer();
  player.hold(locations);
  player.kind = 'playing';
  return player;
}

const rowsOf = async (asked: Promise<QueueRows>) => {
  const pieces: Buffer[] = [];
  for await (const piece of (await asked).pieces) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString()) as { title: string; position: number }[];
};

t.test('the library is believed first, then what clients told of a stream, then the tag, then the name', async (t) => {
  const { asked, from } = sources();
  const unheard = 'http://unheard.example/live';
  const all = [KNOWN.path, STREAM.url, '/music/read.mp3', '/music/nameless.mp3', unheard, 'bluetooth:phone'];
  const player = playing(...all);
  const rows = await rowsOf(queueRows(player.entries, from));
  t.match(rows[0], { ...KNOWN, position: 0, key: player.entries[0]?.key });
  t.match(rows[1], { id: 's1', title: 'Told', artist: 'A', album: 'B', length: 7, album_art: '', position: 1 });
  t.match(rows[2], { id: null, title: 'Read', artist: 'By tag', position: 2 });
  t.match(rows[3], { id: null, title: 'nameless', artist: '' });
  t.match(rows[4], { path: unheard, title: fallbackTag(unheard).title });
  t.match(rows[5], { path: 'bluetooth:phone', position: 5 });
  t.equal(rows.length, 6);
  t.strictSame(asked, [
    ['entries', all],
    ['streams', [STREAM.url, unheard]],
    ['tags', ['/music/read.mp3', '/music/nameless.mp3', unheard]],
    // Once more for each piece, so that nothing of it is held for a client that is slow.
    ['entries', all],
    ['streams', [STREAM.url, unheard]],
  ]);
});

t.test('when the library knows all of them nobody else is asked', async (t) => {
  const { asked, from } = sources();
  const { entries } = playing(KNOWN.path, KNOWN.path);
  t.equal((await rowsOf(queueRows(entries, from))).length, 2);
  t.strictSame(new Set(asked.map(([part]) => part)), new Set(['entries', 'streams']));
  t.ok(asked.every(([part, of]) => part === 'entries' || of.length === 0));
});

t.test('a part of the queue keeps its indices, however many rows it has', async (t) => {
  const { from } = sources();
  const { entries } = playing(...Array.from({ length: 2003 }, (_, at) => `/music/${at}.mp3`));
  const part = async (offset: number, limit: number) =>
    (await rowsOf(queueRows(entries, from, { offset, limit }))).map(({ position, title }) => [position, title]);
  t.strictSame(await part(1, 2), [
    [1, '1'],
    [2, '2'],
  ]);
  t.strictSame(await part(2002, 5), [[2002, '2002']]);
  t.strictSame(await part(2003, 5), []);
  t.strictSame(await part(0, 0), []);
  t.strictSame(
    (await part(0, 2003)).map(([position]) => position),
    Array.from({ length: 2003 }, (_, at) => at),
  );
});

t.test('the current and the next entry are those of the player, and null without one', async (t) => {
  const { from } = sources();
  const player = playing(KNOWN.path, '/music/read.mp3');
  player.elapsed = 42;
  t.match(await currentEntry(player, from), { ...KNOWN, elapsed: 42 });
  t.match(await nextEntry(player, from), { path: '/music/read.mp3', title: 'Read', elapsed: 0 });
  player.index = 1;
  t.equal(await nextEntry(player, from), null);
  player.kind = 'stopped';
  t.equal(await currentEntry(player, from), null);
  t.equal(await nextEntry(player, from), null);
});

t.test('a track that a controller has sent is shown as that says, with its cover', async (t) => {
  const url = 'http://192.168.7.7/1.flac';
  const sent = { url, title: 'Sent', artist: 'By', album: 'On', genre: 'Rock', length: 5, cover: 'u1' };
  const { asked, from: others } = sources();
  const from = { ...others, sentTracks: { find: (each: string) => (each === url ? sent : undefined) } };
  const player = playing(url, 'http://unheard.example/live');
  const shown = { title: 'Sent', artist: 'By', album: 'On', genre_string: 'Rock', length: 5, album_art: 'u1' };
  t.match(await currentEntry(player, from), { ...shown, path: url });
  t.match((await rowsOf(queueRows(player.entries, from)))[0], shown);
  t.notOk(
    asked.some(([part, of]) => part === 'tags' && of.includes(url)),
    'nobody looks for its tags',
  );
  sent.title = '';
  t.match(await currentEntry(player, from), { title: '1.flac' }, 'the name of the file stands in');
});

t.test('the position is that of the answer, unless another track came meanwhile', async (t) => {
  for (const [meanwhile, elapsed] of [
    [(player: FakePlayer) => (player.elapsed = 200), 200],
    [(player: FakePlayer) => (player.index = 1), 100],
    [(player: FakePlayer) => (player.kind = 'stopped'), 100],
  ] as const) {
    const { from } = sources();
    const player = playing(KNOWN.path, '/music/read.mp3');
    player.elapsed = 100;
    const entry = currentEntry(player, from);
    meanwhile(player);
    if (player.index === 1) player.elapsed = 300;
    t.match(await entry, { path: KNOWN.path, elapsed });
  }
});

t.test('what sounds is told as its decoder and its station know it', async (t) => {
  const known = {
    ...toMp3Entry('/a', { ...fallbackTag('/a'), length: 5000, sampleRate: 48_000, bitrate: 128 }),
    ...{ title: 'T', artist: 'A', album: 'B', genre_string: 'G' },
  };
  const of = (current: object) => toCurrentMp3Entry({ elapsed: milliseconds(9), ...current } as never, known);
  const texts = ({ title, artist, album, genre_string: genre }: typeof known) => [title, artist, album, genre];
  t.strictSame(of({}), { ...known, elapsed: 9 });
  const facts = { length: milliseconds(6000), sampleRate: sampleRateHz(44_100), bitrate: 320 };
  t.match(of({ facts }), { length: 5000, frequency: 44_100, bitrate: 320, elapsed: 9 });
  t.match(of({ facts: { ...facts, length: milliseconds(0) } }), { length: 5000, frequency: 44_100 });
  const other = (path: string, length: number) =>
    toCurrentMp3Entry({ elapsed: milliseconds(9), facts } as never, { ...known, path, length }).length;
  t.equal(other('/a', 0), 6000, 'a file that was not scanned');
  t.equal(other('http://a/b.mp3', 5000), 6000, 'what a client told of a stream');
  for (const [stream, expected] of [
    [{ station: 'S' }, ['S', 'A', 'S', 'G']],
    [{ station: 'S', title: 'On', artist: 'By', genre: 'Pop' }, ['On', 'By', 'S', 'Pop']],
    [{ title: 'On', artist: 'By', album: 'In' }, ['On', 'By', 'In', 'G']],
    [{ station: 'S', album: 'In' }, ['S', 'A', 'In', 'G']],
    [{ station: '', title: '', artist: '', album: '', genre: '' }, ['T', 'A', 'B', 'G']],
  ] as const) {
    t.strictSame(texts(of({ stream })), expected, JSON.stringify(stream));
  }
});

t.test('a stream that a client told of has ids that name nothing, and nothing of a file', async (t) => {
  t.strictSame(toStreamEntry(STREAM), {
    ...toMp3Entry(STREAM.url, fallbackTag(STREAM.url)),
    ...{ id: 's1', title: 'Told', artist: 'A', album: 'B', length: 7 },
    ...{ album_id: '', artist_id: '', genre_id: '', album_art: '', elapsed: 0, filesize: 0 },
  });
});
