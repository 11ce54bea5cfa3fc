/** What decoders share, as the worker has it. */
import type { Test } from 'tap';
import { ChildPrograms } from '../../src/audio/formats/child-programs.js';
import { createMpg123 } from '../../src/audio/formats/mpg123.js';
import type { DecoderKit } from '../../src/audio/formats/open-file.js';

/** Freed at the end of the test. */
export async function decoderKit(t: Test): Promise<DecoderKit> {
  const mpg123 = await createMpg123();
  const children = new ChildPrograms();
  t.teardown(async () => {
    mpg123.free();
    await children.buried();
  });
  return { mpg123, children };
}
