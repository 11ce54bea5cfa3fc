import t from 'tap';
import { OWN_FORMATS, survivesDamage } from './damage-cases.js';

// What ffmpeg decodes costs two processes for each damage: one of its formats here, the others in the full tier.
for (const name of [...OWN_FORMATS, 'AAC in M4A']) {
  t.test(`${name}: every kind of damage`, (t) => survivesDamage(t, name));
}
