/** Texts and numbers of tags are bounded and printable. */
import type { IAudioMetadata } from 'music-metadata';
import t from 'tap';
import { cleanText, fallbackTag, NO_REPLAY_GAIN, toTrackTag } from '../../src/tags/track-tag.js';

function metadata(common: object, format: object): IAudioMetadata {
  const base = { track: { no: null, of: null }, disk: { no: null, of: null }, movementIndex: { no: null, of: null } };
  return {
    common: { ...base, ...common },
    format: { tagTypes: [], trackInfo: [], ...format },
    native: {},
    quality: { warnings: [] },
  };
}

t.test('control characters and halves of surrogate pairs never leave a tag', async (t) => {
  t.equal(cleanText(' a\u0000\nb\u007f\u0085c\ud800 '), 'a b c');
});

t.test('long texts are cut, never inside a character', async (t) => {
  t.equal(cleanText('x'.repeat(5000)).length, 1000);
  t.equal(cleanText(`${'x'.repeat(999)}😀`), 'x'.repeat(999));
});

t.test('numbers that are none, negative or huge become ones that fit the wire', async (t) => {
  const tag = toTrackTag(
    metadata({ track: { no: -3, of: null }, disk: { no: NaN, of: null }, year: 1e300 }, { sampleRate: 44_100.7 }),
    '/a.mp3',
    0,
  );
  t.match(tag, { trackNumber: 0, discNumber: 0, year: 2 ** 31 - 1, sampleRate: 44_100 });
});

t.test('the length comes from counted frames before any duration', async (t) => {
  const counted = { numberOfSamples: 13_230_000, sampleRate: 44_100, duration: 299 };
  t.equal(toTrackTag(metadata({}, counted), '/a.mp3', 0).length, 300_000);
  t.equal(toTrackTag(metadata({}, { duration: 1.2345 }), '/a.mp3', 0).length, 1234);
});

t.test('a title of nothing but blanks is no title', async (t) => {
  t.equal(toTrackTag(metadata({ title: ' \u0000 ' }, {}), '/music/Song.mp3', 7).title, 'Song');
});

t.test('several genres and composers are joined, a full date is kept', async (t) => {
  const common = { genre: ['Jazz', 'Funk'], composer: ['A', 'B'], date: '1997-05-21', year: 1997 };
  const tag = toTrackTag(metadata(common, {}), '/a.mp3', 0);
  t.match(tag, { genre: 'Jazz, Funk', composer: 'A, B', yearString: '1997-05-21', year: 1997 });
});

t.test('the work comes before the grouping, which stands for it where there is none', async (t) => {
  const workOf = (common: object): string => toTrackTag(metadata(common, {}), '/a.mp3', 0).work;
  t.equal(workOf({ work: 'Symphony No. 5', grouping: 'Orchestral' }), 'Symphony No. 5');
  t.equal(workOf({ grouping: 'Symphony No. 5' }), 'Symphony No. 5');
  t.equal(workOf({ work: ' ' }), '');
});

t.test('what was never opened is known by name alone', async (t) => {
  t.strictSame(fallbackTag('/music/x/Song.mp3', 9), {
    title: 'Song',
    hasTitle: false,
    artist: '',
    album: '',
    albumArtist: '',
    composer: '',
    work: '',
    genre: '',
    trackNumber: 0,
    discNumber: 0,
    year: 0,
    yearString: '',
    length: 0,
    fileSize: 9,
    bitrate: 0,
    sampleRate: 0,
    replayGain: NO_REPLAY_GAIN,
    artists: [],
    genres: [],
    label: '',
    copyright: '',
    compilation: false,
    releaseId: '',
    artistSorts: [],
    albumSort: '',
    albumArtistSort: '',
    picture: '',
    cueSheet: '',
  });
});

t.test('gains and peaks of ReplayGain are kept where they can be true', async (t) => {
  const common = {
    replaygain_track_gain: { dB: -7.25, ratio: 0.19 },
    replaygain_album_gain: { dB: -900, ratio: 0 },
    replaygain_track_peak: { dB: -0.1, ratio: 0.9886 },
    replaygain_album_peak: { dB: -Infinity, ratio: 0 },
  };
  t.match(toTrackTag(metadata(common, {}), '/a.mp3', 0).replayGain, {
    trackGain: -7.25,
    albumGain: undefined,
    trackPeak: 0.9886,
    albumPeak: undefined,
  });
});
