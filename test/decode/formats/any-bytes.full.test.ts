/** AIFF and WAV of random bytes: each plays to its end or is refused. */
import t from 'tap';
import { anyAiff, anyWav, playsOrIsRefused } from './any-bytes.js';
import { decoderKit } from './decoder-kit.js';

const kit = await decoderKit(t);

t.test('whatever the bytes are, an AIFF plays to its end or is refused', (t) =>
  playsOrIsRefused(t, kit, anyAiff(), 200),
);
t.test('whatever the bytes are, a WAV plays to its end or is refused', (t) => playsOrIsRefused(t, kit, anyWav(), 200));
