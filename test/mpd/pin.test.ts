/** The PIN is the password: at the level `changes` it guards what removes and what changes the sound. */
import t from 'tap';
import { startMpd, TRACKS } from './rig.js';

const NEEDS = [
  'clear',
  'rm mix',
  'save mix replace',
  'playlistclear mix',
  'playlistdelete mix 0',
  'crossfade 0',
  'replay_gain_mode off',
];

t.test('without a PIN everything is allowed, and no password is right', async (t) => {
  const client = await (await startMpd(t)).connect();
  t.strictSame(await client.ask('password 1234'), ['ACK [3@0] {password} incorrect password']);
  t.strictSame(await client.ask('clear'), []);
  t.strictSame(await client.ask('notcommands'), ['command: kill']);
});

t.test('a PIN guards at its level', async (t) => {
  const { connect, pin } = await startMpd(t, { tracks: TRACKS });
  await pin.change({ pin: '1234' }, { pin: undefined, client: 'x' });
  const client = await connect();
  await client.ask('add ""');
  t.strictSame(await client.ask('clear'), [], 'the level of the box guards nothing here');
  await pin.change({ level: 'changes' }, { pin: '1234', client: 'x' });
  await client.ask('add ""');
  await client.ask('save mix');
  t.strictSame(await client.ask('save mix append'), [], 'to add something loses nothing');
  for (const command of NEEDS) {
    const [name = ''] = command.split(' ');
    const refusal = `ACK [4@0] {${name}} you don't have permission for "${name}"`;
    t.strictSame(await client.ask(command), [refusal], command);
  }
  t.strictSame(await client.ask('delete 0:'), [`ACK [4@0] {delete} you don't have permission for "delete"`]);
  t.strictSame(await client.ask('delete 0'), [], 'a part of the queue may go');
  t.strictSame(await client.ask('notcommands'), [
    ...['clear', 'crossfade', 'kill', 'playlistclear', 'playlistdelete', 'replay_gain_mode', 'rm'].map(
      (name) => `command: ${name}`,
    ),
  ]);
  t.strictSame(await client.ask('password 9999'), ['ACK [3@0] {password} incorrect password']);
  t.strictSame(await client.ask('password 1234'), []);
  for (const command of ['playlistdelete mix 0', 'playlistclear mix', 'rm mix', 'delete 0:', 'clear']) {
    t.strictSame(await client.ask(command), [], command);
  }
  t.match(await (await connect()).ask('clear'), [/permission/], 'another connection has to say it too');
});

t.test('a PIN that was changed meanwhile is asked for anew, and is no guess', async (t) => {
  const { connect, pin } = await startMpd(t);
  await pin.change({ pin: '1234', level: 'changes' }, { pin: undefined, client: 'x' });
  const client = await connect();
  await client.ask('password 1234');
  t.strictSame(await client.ask('clear'), []);
  await pin.change({ pin: '5678' }, { pin: '1234', client: 'x' });
  for (let count = 0; count < 10; count++) {
    t.notOk((await client.ask('commands')).includes('command: clear'));
    t.match(await client.ask('clear'), [/permission/]);
  }
  t.strictSame(await client.ask('password 5678'), [], 'the network is not locked out');
  t.ok((await client.ask('commands')).includes('command: clear'));
});

t.test('while guesses have to wait, commands that need the PIN are not among those that are allowed', async (t) => {
  const { connect, pin } = await startMpd(t);
  await pin.change({ pin: '1234', level: 'changes' }, { pin: undefined, client: 'x' });
  const client = await connect();
  await client.ask('password 1234');
  const guessing = await connect();
  for (let guess = 0; guess < 20; guess++) await guessing.ask('password 1');
  t.match(await client.ask('clear'), [/^ACK \[3@0\] {clear} Too many PINs/]);
  const allowed = await client.ask('commands');
  t.ok(allowed.includes('command: play'));
  t.notOk(allowed.includes('command: clear'));
});

t.test('guesses have to wait', async (t) => {
  const { connect, pin } = await startMpd(t);
  await pin.change({ pin: '1234' }, { pin: undefined, client: 'x' });
  const client = await connect();
  let answer: readonly string[] = [];
  for (let guess = 0; guess < 20 && !/wait/.test(answer[0] ?? ''); guess++) answer = await client.ask('password 1');
  t.match(answer, [/^ACK \[3@0\] {password} Too many PINs were tried; wait for \d+ s\.$/]);
});
