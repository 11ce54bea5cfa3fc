/** The channel file that `npm run image` writes is one that a box reads. */
import { readFileSync } from 'node:fs';
import t from 'tap';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as channelStep from '../../image/steps/channel.mjs';
import { readChannelFile } from '../../src/system/update/channel-file.js';

const { channelFile, changesOf } = channelStep as {
  channelFile: (update: object) => string;
  changesOf: (changelog: string, version: string) => string[];
};
const CHANGELOG = `# Changelog

- not a change

## 0.3.0 (not yet released)

Text.

### Added

- First, which goes
  on here.
- Second \`words\`.

## [0.2.0] - 2026-11-01

- Older.

## 0.2.0-beta

- Beta.
`;

t.test('a box reads what the recipe writes', async (t) => {
  const update = {
    ...{ version: '0.3.0+20261126.230832.dd2f68bb', compatible: 'tonearm-arm64', bytes: 300_000_000 },
    ...{ sha256: '0a'.repeat(32), changes: changesOf(CHANGELOG, '0.3.0') },
  };
  const text = channelFile({ ...update, url: 'tonearm-arm64.raucb' });
  const read = readChannelFile(text, new URL('https://updates.example/a/tonearm-arm64.channel.json'));
  t.strictSame(read, { ...update, url: new URL('https://updates.example/a/tonearm-arm64.raucb') });
});

t.test('what is new is the section of the version, a line each', async (t) => {
  t.strictSame(changesOf(CHANGELOG, '0.3.0+20261126.230832.dd2f68bb'), [
    'First, which goes on here.',
    'Second `words`.',
  ]);
  t.strictSame(changesOf(CHANGELOG, '0.2.0'), ['Older.']);
  t.strictSame(
    changesOf(CHANGELOG, '0.4.0'),
    ['First, which goes on here.', 'Second `words`.'],
    'without one: the newest',
  );
  t.strictSame(changesOf('', '0.4.0'), []);
});

t.test('the changelog of this tree has what is new in its version', async (t) => {
  const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const changes = changesOf(read('CHANGELOG.md'), version);
  t.ok(changes.length > 0 && changes.every((line) => line.length < 400), `${changes.length} lines`);
});
