import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readConfigFile } from '../../src/config/config-file.js';
import { readConfig } from '../../src/config/config.js';
import { SETTING_NAMES, SETTINGS, variableOf } from '../../src/config/settings.js';
import { LOG_LEVELS } from '../../src/log.js';
import { readText } from '../house/source-files.js';

const [, section = ''] = /\n## Settings\n([\s\S]*?)\n## /.exec(readText('README.md')) ?? [];

/** The cells of the README's table of settings, by their heading. */
function tableOfSettings(): Record<string, string>[] {
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [headings = [], , ...body] = rows;
  return body.map((cells) => Object.fromEntries(cells.map((cell, at) => [headings[at] ?? '', cell])));
}

const rows = tableOfSettings();
const code = (text: string): string => `\`${text}\``;

t.test('the README names every setting there is, and no other', async (t) => {
  t.strictSame(
    rows.map((row) => [row['Variable'], row['In the file']]),
    SETTING_NAMES.map((name) => [code(variableOf(name)), name === 'state_dir' ? '' : code(name)]),
  );
});

t.test('the README names the defaults that count', async (t) => {
  for (const [at, name] of SETTING_NAMES.entries()) {
    const documented = /`([^`]*)`/.exec(rows[at]?.['Default'] ?? '')?.[1];
    t.equal(documented, SETTINGS[name].fallback, name);
  }
});

t.test('the README names the levels of the log', async (t) => {
  const meaning = rows[SETTING_NAMES.indexOf('log_level')]?.['Meaning'] ?? '';
  for (const level of LOG_LEVELS) t.ok(meaning.includes(code(level)), level);
});

t.test('the file that the README shows is one', async (t) => {
  const path = join(t.testdir(), 'config.toml');
  await writeFile(path, /```toml\n([\s\S]*?)```/.exec(section)?.[1] ?? 'none');
  const file = await readConfigFile(path);
  t.match(readConfig({}, '', file === undefined ? [] : [file]), {
    httpPort: 6063,
    libraryRoots: ['/data/music', '/media/tonearm'],
    logLevels: { tonearm: 'info', audio: 'debug' },
  });
});
