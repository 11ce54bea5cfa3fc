import fc from 'fast-check';
import t from 'tap';
import { heardOn, heardToEnd, hearingOf, movedOn, totalHeard } from '../../src/playback/hearing.js';
import { frameCount, milliseconds, sampleRateHz } from '../../src/units.js';

const ENTRY = { key: 1, location: '/a' };
const NO_END = 2 ** 31 - 1;

const course = (seconds: number, most = NO_END, ringRate = 48_000) => ({
  ...{ ringRate: sampleRateHz(ringRate), trackRate: sampleRateHz(44_100) },
  ...{ trackFrame: frameCount(seconds * 44_100), most: frameCount(most) },
});
const at = (place: number) => ({ place: milliseconds(place) });

t.test('nothing is heard before the first frames are decoded, wherever it is to begin', async (t) => {
  t.equal(totalHeard(heardOn(hearingOf(ENTRY, 1), at(90_000))), 0);
});

t.test('what was heard is the way from the first frame', async (t) => {
  const begun = heardOn(hearingOf(ENTRY, 1), { course: course(60) });
  t.equal(totalHeard(begun), 0);
  t.equal(totalHeard(heardOn(begun, at(63_500))), 3500);
  t.equal(totalHeard(heardOn(begun, at(1000))), 0, 'a place of another play is none of it');
});

t.test('a course that is reckoned anew in the same play changes nothing', async (t) => {
  const begun = heardOn(hearingOf(ENTRY, 1), { course: course(10), ...at(15_000) });
  t.equal(totalHeard(heardOn(begun, { course: course(14), ...at(20_000) })), 10_000);
});

t.test('a track that was gone over from was heard to where the next one followed', async (t) => {
  const begun = heardOn(hearingOf(ENTRY, 1), { course: course(10), ...at(12_000), length: milliseconds(60_000) });
  t.equal(totalHeard(heardToEnd(begun)), 50_000, 'its length, as long as nothing better is known');
  const joined = heardOn(begun, { course: course(10, 48_000 * 30) });
  t.equal(totalHeard(heardToEnd(joined)), 30_000, 'the frames of the ring at the rate of the ring');
  const parted = heardOn(joined, { course: course(10) });
  t.equal(totalHeard(heardToEnd(parted)), 50_000, 'another one may follow after all');
});

t.test('of a track that ends early no more counts than was seen to be heard', async (t) => {
  const begun = heardOn(hearingOf(ENTRY, 1), { course: course(0), ...at(12_000), length: milliseconds(60_000) });
  t.equal(totalHeard(heardToEnd({ ...begun, endsEarly: true })), 12_000);
});

t.test('the plays of a listening add up, and leaps are not heard', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: fc.nat(3000), heard: fc.nat(3000) }), { minLength: 1, maxLength: 30 }),
      (plays) => {
        let hearing = hearingOf(ENTRY, 0);
        for (const [number, { from, heard }] of plays.entries()) {
          hearing = heardOn(movedOn(hearing, number + 1), { course: course(from) });
          // It is looked at on the way too.
          for (const share of [0.3, 0.7, 1]) hearing = heardOn(hearing, at((from + heard * share) * 1000));
        }
        return totalHeard(hearing) === plays.reduce((sum, { heard }) => sum + heard * 1000, 0);
      },
    ),
  );
});
