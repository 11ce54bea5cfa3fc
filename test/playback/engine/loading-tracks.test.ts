/** The tracks on their way into the pipeline, and the streams that are connected to meanwhile. */
import t from 'tap';
import { LoadingTracks } from '../../../src/playback/engine/loading-tracks.js';
import { FROM_START, type RequestedTrack } from '../../../src/playback/engine/queue-track.js';
import { SourceResolver } from '../../../src/playback/engine/source-resolver.js';
import type { FeedEvents } from '../../../src/streams/feed.js';
import { milliseconds } from '../../../src/units.js';
import { FakeFeed } from './fake-pipeline.js';

const FILE = { playId: 1, location: '/a.mp3' };
const RADIO = { playId: 2, location: 'http://radio/' };
const request = (track: RequestedTrack['track'], elapsed = 0): RequestedTrack => ({
  ...{ track, from: { kind: 'elapsed', elapsed: milliseconds(elapsed) }, elapsed: milliseconds(elapsed) },
});

/** Tracks of which the current one and the next one are these; streams are connected to. */
function rig(current?: RequestedTrack['track'], next?: RequestedTrack['track']) {
  const tracks = new LoadingTracks(
    new SourceResolver({ readGains: async () => undefined, findPart: async () => undefined }),
  );
  const connect = (track: LoadingTracks['currentStream']): FakeFeed => {
    const feed = new FakeFeed('http://radio/', FROM_START, {} as FeedEvents);
    if (track !== undefined) track.feed = feed;
    return feed;
  };
  if (current !== undefined) tracks.load(request(current));
  tracks.follow(next);
  const feeds = [connect(tracks.currentStream), connect(tracks.nextStream)] as const;
  /** Play ids of the current and the next track, and whether the connections of the two were closed. */
  const sketch = () => {
    const ids = [tracks.current, tracks.next].map((track) => track?.track.playId ?? '-').join(' ');
    return `${ids}, closed: ${feeds.filter(({ isClosed }) => isClosed).length}`;
  };
  return { tracks, connect, feeds, sketch };
}

t.test('files and streams are told apart', async (t) => {
  const { tracks } = rig(FILE, RADIO);
  t.match(tracks.current, { kind: 'file', source: { kind: 'localFile', location: '/a.mp3' } });
  t.strictSame([tracks.currentStream, tracks.nextStream?.track], [undefined, RADIO]);
  t.strictSame(
    tracks.files.map(({ track }) => track),
    [FILE],
  );
  tracks.advance();
  t.strictSame([tracks.currentStream?.track, tracks.nextStream, tracks.files.length], [RADIO, undefined, 0]);
});

for (const [what, act, expected] of [
  ['another load closes both', (tracks) => tracks.load(request(FILE)), '1 -, closed: 2'],
  ['another follower closes the next', (tracks) => tracks.follow(FILE), '2 1, closed: 1'],
  ['no follower closes the next', (tracks) => tracks.follow(undefined), '2 -, closed: 1'],
  ['the next one takes the place of the current', (tracks) => tracks.advance(), '3 -, closed: 1'],
  ['to forget closes both', (tracks) => tracks.forget(), '- -, closed: 2'],
  ['to disconnect keeps both', (tracks) => tracks.disconnect(), '2 3, closed: 2'],
  ['the current one can be dropped', (tracks) => tracks.drop(2), '- 3, closed: 1'],
  ['the next one can be dropped', (tracks) => tracks.drop(3), '2 -, closed: 1'],
  ['another one cannot', (tracks) => tracks.drop(4), '2 3, closed: 0'],
] as const satisfies readonly (readonly [string, (tracks: LoadingTracks) => unknown, string])[]) {
  t.test(what, async (t) => {
    const { tracks, sketch } = rig(RADIO, { ...RADIO, playId: 3 });
    act(tracks);
    t.equal(sketch(), expected);
  });
}

t.test('a file that is dropped is let go too', async (t) => {
  const { tracks, sketch } = rig(FILE, { ...FILE, playId: 2 });
  tracks.drop(1);
  t.equal(sketch(), '- 2, closed: 0');
});

t.test('a connection belongs to the track that has it now', async (t) => {
  const { tracks, connect, feeds } = rig(RADIO, { ...RADIO, playId: 3 });
  t.strictSame(
    feeds.map((feed) => tracks.ownerOf(feed)?.track.playId),
    [2, 3],
  );
  tracks.advance();
  t.equal(tracks.ownerOf(feeds[0]), undefined);
  t.equal(tracks.ownerOf(connect(tracks.currentStream))?.track.playId, 3);
});

t.test('another place of the same stream keeps what can be kept of it', async (t) => {
  const memory = new SharedArrayBuffer(64);
  const seekable = { kind: 'file', memory, size: 1000, seekable: true } as const;
  for (const [what, input, location, isKept] of [
    ['a remote file', seekable, RADIO.location, true],
    ['one that cannot be moved about in', { ...seekable, seekable: false }, RADIO.location, false],
    ['a live stream', { kind: 'mpeg', memory } as const, RADIO.location, false],
    ['another remote file', seekable, 'http://other/', false],
  ] as const) {
    const { tracks, feeds } = rig(RADIO);
    tracks.currentStream?.arrive(input);
    const loaded = tracks.load(request({ playId: 5, location }, 1000));
    t.equal(tracks.currentStream?.feed === feeds[0], isKept, what);
    t.equal(feeds[0].isClosed, !isKept, what);
    t.equal(loaded.elapsed, 1000);
    t.equal(loaded.kind === 'network' && loaded.isMovable, isKept);
  }
});
