/** Every kind of damage to a file of each format that ffmpeg decodes. */
import t from 'tap';
import { survivesDamage } from './damage-cases.js';
import { RECIPES } from './ffmpeg-fixtures.js';

for (const name of Object.keys(RECIPES)) {
  if (name !== 'AAC in M4A') t.test(`${name}: every kind of damage`, (t) => survivesDamage(t, name));
}
