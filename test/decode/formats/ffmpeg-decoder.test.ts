/** Some formats that ffmpeg decodes: samples, seeks, byte positions and estimated lengths. */
import t from 'tap';
import { decoderKit } from './decoder-kit.js';
import { bytePositionsLeadBack, decodesExactly, estimatesLength } from './ffmpeg-cases.js';

const kit = await decoderKit(t);

/** One of each way in which ffmpeg is led to a frame, and of each way in which the length is known. */
const KINDS = [
  'AAC in M4A',
  'AAC in ADTS',
  'Opus in Matroska',
  'ALAC in CAF',
  'AC-3',
  'WMA',
  'WavPack',
  'AU',
  'ADPCM in WAV',
  'Musepack',
  'DSD',
];

for (const name of KINDS) {
  t.test(`${name}: decoded as ffmpeg does by itself, and seeks land on the exact frame`, (t) =>
    decodesExactly(t, kit, name, 2),
  );
}

t.test('the estimated length is close, where it is estimated', async (t) => {
  for (const name of ['AAC in ADTS', 'AAC in Matroska', 'AC-3', 'WMA']) await estimatesLength(t, kit, name);
});

for (const name of ['AAC in M4A', 'AAC in ADTS']) {
  t.test(`${name}: the byte position of a frame is that of the packet that holds it, and leads back`, (t) =>
    bytePositionsLeadBack(t, kit, name),
  );
}
