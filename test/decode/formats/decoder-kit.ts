/** What decoders share, as the worker has it. */
import type { Test } from 'tap';
import { CONFINE } from '../../fixtures/confine.js';
import { ChildPrograms } from '../../../src/decode/formats/child-programs.js';
import { Mpg123 } from '../../../src/decode/formats/mpg123.js';
import type { DecoderKit } from '../../../src/decode/formats/open-file.js';
import { XiphLibraries } from '../../../src/decode/formats/ogg/xiph-libraries.js';

/** Freed at the end of the test. */
export async function decoderKit(t: Test): Promise<DecoderKit> {
  const mpg123 = await Mpg123.create();
  const children = new ChildPrograms(CONFINE);
  const xiph = new XiphLibraries();
  t.teardown(async () => {
    mpg123.free();
    await children.buried();
    await xiph.free();
  });
  return { mpg123, children, xiph };
}
