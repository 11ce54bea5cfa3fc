/** What the CUE sheets of a folder cost, and which files they mean. */
import { join } from 'node:path';
import t from 'tap';
import { CueSheets } from '../../../src/library/scan/cue-sheets.js';
import { fallbackTag } from '../../../src/tags/track-tag.js';
import { temporaryDirectory } from '../../http/rig.js';
import { put } from './rig.js';

const sheetOf = (file: string): string =>
  `FILE "${file}" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:10:00\n`;

t.test('each name of a folder with CUE sheets is folded once, however many files ask for their parts', async (t) => {
  const folder = await temporaryDirectory(t);
  const [files, sheets] = [200, 20];
  const names = Array.from({ length: files }, (_, index) => `${index}.flac`);
  const cues = Array.from({ length: sheets }, (_, index) => `${index}.cue`);
  for (const [index, cue] of cues.entries()) await put(join(folder, cue), sheetOf(`${index}.WAV`));
  const seen = [...cues, ...names].map((name) => ({ name, size: 1, modified: 1, problem: undefined }));
  const folded = t.capture(String.prototype, 'normalize', function (this: unknown) {
    return String(this);
  });
  const cueSheets = new CueSheets(
    folder,
    { files: seen, folders: [], images: [], count: seen.length, text: '', isLeftOut: false },
    'auto',
  );
  await cueSheets.read();
  const parts = names.map((name) => cueSheets.tracksOf(name, { ...fallbackTag(name, 1), length: 60_000 }).length);
  t.equal(parts.filter((count) => count === 2).length, sheets);
  t.equal(parts.filter((count) => count === 1).length, files - sheets);
  const count = folded().length;
  t.ok(count <= files + sheets, `${count} names`);
});
