import t from 'tap';
import { createLog, RecentLog, withoutSecrets } from '../src/log.js';
import { lineOf } from './fixtures/log.js';

t.test('the last five hundred records are kept, the oldest first', async (t) => {
  const recent = new RecentLog();
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line), true, {}, 'tonearm', recent);
  for (let at = 0; at < 3; at++) log.info(`record ${at}`);
  t.strictSame(
    recent.read().map(({ level, text }) => [level, text]),
    [0, 1, 2].map((at) => ['info', `tonearm: record ${at}`]),
  );
  log.debug('too fine');
  for (let at = 3; at < 1234; at++) log.child('audio').warn(`record ${at}`, { at });
  const texts = recent.read().map(({ text }) => text);
  t.equal(texts.length, 500);
  t.equal(texts[0], 'audio: record 734 at=734');
  t.equal(texts.at(-1), 'audio: record 1233 at=1233');
  t.equal(lines.at(-1), '<4>audio: record 1233 at=1233', 'what is written is the same');
});

t.test('a record that is too long is cut', async (t) => {
  const recent = new RecentLog();
  createLog('info', () => undefined, true, {}, 'http', recent).error('x'.repeat(100_000));
  t.equal(recent.read()[0]?.text.length, 1000);
});

t.test('what an address carries before its @ and after its ? is not told', async (t) => {
  for (const [text, expected] of [
    ['http://user:pass@radio.example/live', 'http://radio.example/live'],
    ['https://token@radio.example:8000/live?key=1&b=2', 'https://radio.example:8000/live?…'],
    ['"HTTP://u:p@h/a?b=c" and http://h/?x', '"HTTP://h/a?…" and http://h/?…'],
    ['smb://guest:word@nas/music', 'smb://nas/music'],
    ['/music/What? Who@Home/a.mp3', '/music/What? Who@Home/a.mp3'],
    ['http://radio.example/me@home/a.mp3', 'http://radio.example/me@home/a.mp3'],
    ['nothing of that kind', 'nothing of that kind'],
  ] as const) {
    t.equal(withoutSecrets(text), expected);
  }
});

t.test('no record shows it', async (t) => {
  const url = 'http://user:pass@radio.example/live?key=1';
  const record = lineOf('warn', 'audio', `lost ${url}`, { url, error: new Error(url), deep: { url } }, true);
  t.notMatch(record, /pass|key=/);
  t.equal(
    record,
    '<4>audio: lost http://radio.example/live?… url="http://radio.example/live?…" ' +
      'error="http://radio.example/live?…" deep={"url":"http://radio.example/live?…"}',
  );
});
