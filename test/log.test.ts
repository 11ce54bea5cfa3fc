import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { createLog, LOG_LEVELS, LOG_ROOMS, type LogLevel } from '../src/log.js';
import { lineOf } from './fixtures/log.js';

function linesAt(level: LogLevel, journal = true): { lines: string[]; log: ReturnType<typeof createLog> } {
  const lines: string[] = [];
  return { lines, log: createLog(level, (line) => lines.push(line), journal) };
}

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;

for (const [limit, level] of LEVELS.entries()) {
  t.test(`at level ${level} what is below it is dropped`, async (t) => {
    const { lines, log } = linesAt(level);
    for (const own of LEVELS) log[own](`of ${own}`);
    t.strictSame(
      lines.map((line) => line.replace(/^<\d>tonearm: of /, '')),
      LEVELS.slice(0, limit + 1),
    );
  });
}

t.test('the levels are in order, the gravest first', async (t) => {
  t.strictSame(LOG_LEVELS, LEVELS);
});

t.test('for the journal each line begins with its priority', async (t) => {
  const { lines, log } = linesAt('debug');
  for (const own of LEVELS) log[own]('m');
  t.strictSame(lines, ['<3>tonearm: m', '<4>tonearm: m', '<6>tonearm: m', '<7>tonearm: m']);
});

t.test('elsewhere each line begins with its time and level', async (t) => {
  const { lines, log } = linesAt('debug', false);
  log.warn('m', { a: 1 });
  t.match(lines, [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARN {2}tonearm: m a=1$/]);
  t.ok(Math.abs(Date.parse(lines[0]!.slice(0, 24)) - Date.now()) < 60_000);
});

t.test('a child names its room and keeps level and form', async (t) => {
  const { lines, log } = linesAt('info');
  log.child('audio').info('heard');
  log.child('audio').child('output').warn('lost');
  log.child('audio').debug('dropped');
  t.strictSame(lines, ['<6>audio: heard', '<4>output: lost']);
});

t.test('a room may have a level of its own', async (t) => {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line), true, { audio: 'debug', http: 'error' });
  log.info('dropped');
  log.child('audio').debug('heard');
  log.child('http').warn('dropped');
  log.child('http').error('kept');
  log.child('http').child('audio').debug('heard again');
  log.child('library').info('dropped');
  log.child('library').warn('kept');
  t.strictSame(lines, ['<7>audio: heard', '<3>http: kept', '<7>audio: heard again', '<4>library: kept']);
});

t.test('every room that the composition root gives a logger can be named', async (t) => {
  const compose = new URL('../src/compose/', import.meta.url);
  const files = [
    new URL('../src/appliance.ts', import.meta.url),
    ...readdirSync(compose).map((name) => new URL(name, compose)),
  ];
  const text = files.map((file) => readFileSync(file, 'utf8')).join('');
  const rooms = [...text.matchAll(/log\.child\('(\w+)'\)/g)].map(([, room]) => room);
  t.ok(rooms.length > 5);
  for (const room of rooms) t.ok(LOG_ROOMS.includes(room ?? ''), room ?? '');
});

t.test('fields are written so that they can be told apart', async (t) => {
  const fields = {
    plain: 'hw:0,0',
    path: '/music/a-b_c.mp3',
    text: 'two words',
    quoted: 'say "hi"',
    empty: '',
    forged: 'a=b',
    number: 1.5,
    big: 12n,
    yes: true,
    nothing: null,
    left: undefined,
    list: [1, 'a'],
    error: new Error('no such "file"'),
  };
  t.equal(
    lineOf('info', 'room', 'm', fields, true),
    '<6>room: m plain="hw:0,0" path=/music/a-b_c.mp3 text="two words" quoted="say \\"hi\\"" empty="" forged="a=b"' +
      ' number=1.5 big=12 yes=true nothing=null list=[1,"a"] error="no such \\"file\\""',
  );
});

t.test('nothing that is logged can begin a second line', async (t) => {
  const { lines, log } = linesAt('info');
  log.info('a\nb\r\nc\u0000d\u001b[31m\u007f', { '\nkey': '\n<0>forged', error: new Error('x\ny') });
  t.equal(lines.length, 1);
  t.equal(lines[0], '<6>tonearm: a b c d [31m   key="\\n<0>forged" error="x\\ny"');
});

t.test('whatever is logged is one line without control characters', async (t) => {
  const hostile = fc.string({ unit: 'binary' });
  const value = fc.oneof(
    hostile,
    fc.jsonValue(),
    hostile.map((message) => new Error(message)),
  );
  const claim = fc.property(
    hostile,
    hostile,
    fc.dictionary(hostile, value),
    fc.boolean(),
    (room, message, fields, journal) => {
      const line = lineOf('info', room, message, fields, journal);
      // eslint-disable-next-line no-control-regex -- that there is none is what is tested
      return !/[\u0000-\u001f\u007f]/.test(line) && (!journal || line.startsWith('<6>'));
    },
  );
  t.doesNotThrow(() => fc.assert(claim, { examples: [['valueOf', '', {}, true]] }));
});
