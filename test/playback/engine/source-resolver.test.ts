/** What is known of a local file without a look, and what a look finds. */
import t from 'tap';
import type { ReplayGainTags } from '../../../src/dsp/replay-gain.js';
import { SourceResolver } from '../../../src/playback/engine/source-resolver.js';
import { milliseconds } from '../../../src/units.js';

const GAIN: ReplayGainTags = { trackGain: -6, albumGain: undefined, trackPeak: undefined, albumPeak: undefined };
const PART = { path: '/a.flac', start: milliseconds(1000), end: undefined };
const LOCATION = '/a.flac#track=2';

/** A resolver of a library with one part of a file; each look at the disk or the library is noted. */
function rig(needsGains = false) {
  const looks: string[] = [];
  const resolver = new SourceResolver({
    readGains: async (path) => {
      looks.push(`gains of ${path}`);
      return GAIN;
    },
    findPart: async (location) => {
      looks.push(`part at ${location}`);
      return location === LOCATION ? PART : undefined;
    },
  });
  resolver.needsGains = needsGains;
  return { resolver, looks };
}

t.test('a file is known without a look, a part of one only once it was found', async (t) => {
  const { resolver, looks } = rig();
  t.strictSame(resolver.known('/a.mp3', undefined), { kind: 'localFile', location: '/a.mp3' });
  t.strictSame(resolver.known('/a#track=2.mp3', undefined), { kind: 'localFile', location: '/a#track=2.mp3' });
  t.equal(resolver.known(LOCATION, undefined), undefined);
  const part = { kind: 'cuePart', location: LOCATION, part: PART } as const;
  t.strictSame(await resolver.resolve(LOCATION), part);
  t.strictSame(resolver.known(LOCATION, undefined), part);
  t.strictSame(looks, [`part at ${LOCATION}`]);
});

t.test('a file that is only named like a part is looked up each time', async (t) => {
  const { resolver } = rig();
  const file = { kind: 'localFile', location: '/b#track=2' } as const;
  t.strictSame(await resolver.resolve(file.location), file);
  t.equal(resolver.known(file.location, undefined), undefined);
});

t.test('with ReplayGain only a source whose tags were read is known, also where they say nothing', async (t) => {
  const { resolver, looks } = rig(true);
  const file = { kind: 'localFile', location: '/a.mp3' } as const;
  t.equal(resolver.known('/a.mp3', undefined), undefined);
  t.equal(resolver.known('/a.mp3', file), undefined);
  t.strictSame(resolver.known('/a.mp3', { ...file, gain: undefined }), { ...file, gain: undefined });
  t.strictSame(await resolver.resolve('/a.mp3'), { ...file, gain: GAIN });
  t.strictSame(resolver.known('/a.mp3', undefined), { ...file, gain: GAIN });
  t.strictSame(await resolver.resolve(LOCATION), { kind: 'cuePart', location: LOCATION, part: PART, gain: GAIN });
  t.strictSame(looks, ['gains of /a.mp3', `part at ${LOCATION}`, 'gains of /a.flac']);
});

t.test('the source of a loaded track comes before what was resolved', async (t) => {
  const { resolver } = rig(true);
  await resolver.resolve('/a.mp3');
  const loaded = { kind: 'localFile', location: '/a.mp3', gain: undefined } as const;
  t.equal(resolver.known('/a.mp3', loaded), loaded);
});

t.test('the three sources that were resolved last are known', async (t) => {
  const { resolver } = rig(true);
  const known = () => ['/1', '/2', '/3', '/4'].filter((path) => resolver.known(path, undefined) !== undefined);
  for (const path of ['/1', '/2', '/3']) await resolver.resolve(path);
  t.strictSame(known(), ['/1', '/2', '/3']);
  await resolver.resolve('/1');
  await resolver.resolve('/4');
  t.strictSame(known(), ['/1', '/3', '/4'], 'one that is resolved again is the newest');
});
