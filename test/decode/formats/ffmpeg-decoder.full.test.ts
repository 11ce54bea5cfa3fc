/** All formats that ffmpeg decodes: samples, seeks and byte positions. */
import t from 'tap';
import { decoderKit } from './decoder-kit.js';
import { bytePositionsLeadBack, decodesExactly } from './ffmpeg-cases.js';
import { RECIPES } from './ffmpeg-fixtures.js';

const kit = await decoderKit(t);

for (const name of Object.keys(RECIPES)) {
  t.test(`${name}: decoded as ffmpeg does by itself, and every seek lands on the exact frame`, (t) =>
    decodesExactly(t, kit, name, 25),
  );
}

for (const name of Object.keys(RECIPES)) {
  t.test(`${name}: the byte position of a frame is that of the packet that holds it, and leads back`, (t) =>
    bytePositionsLeadBack(t, kit, name),
  );
}
