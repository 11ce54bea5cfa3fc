/** Clients of Debian 13 drive the daemon: mpc, and python-mpd2, which Home Assistant uses. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { packageTrouble, unpacked } from '../network/packages.js';
import { CLIENTS, mpcAt, startBox } from './box.js';

const run = promisify(execFile);
const skip = await packageTrouble(CLIENTS);

t.test('mpc', { skip, timeout: 300_000 }, async (t) => {
  const { port } = await startBox(t);
  const mpc = mpcAt(port);
  t.match(await mpc('version'), ['mpd version: 0.24.0']);
  t.match(await mpc(), [/^volume:/]);
  t.strictSame(await mpc('list', 'artist'), ['Band', 'Can', 'Guest', 'Neu!', 'One', 'Two', 'Öäü']);
  t.strictSame(await mpc('ls'), ['Can', 'Neu!', 'Öäü', 'Tagged', 'Various']);
  t.strictSame(await mpc('listall', 'Neu!'), ['Neu!/Neu! 75/01 Isi.flac', 'Neu!/Neu! 75/02 Seeland.flac']);
  await mpc('add', 'Can');
  t.equal((await mpc('playlist')).length, 5);
  t.match(await mpc('play', '2'), [/Can - Spray/, /^\[playing\] #2\/5/]);
  t.match(await mpc('pause'), [/Spray/, /^\[paused\]/]);
  t.match(await mpc('toggle'), [/Spray/, /^\[playing\]/]);
  t.match(await mpc('next'), [/Moonshake/]);
  t.match(await mpc('prev'), [/Spray/]);
  t.match(await mpc('seek', '+00:00:10'), [/Spray/, /0:1\d\/1:00/]);
  t.match((await mpc('volume', '30')).at(-1), /volume: ?30%/);
  t.match((await mpc('repeat', 'on')).at(-1), /repeat: on/);
  t.strictSame(await mpc('current', '-f', '%artist% %title% %position%'), ['Can Spray 2']);
  await mpc('save', 'mix');
  t.strictSame(await mpc('lsplaylists'), ['mix']);
  t.strictSame((await mpc('playlist', 'mix')).length, 5);
  await mpc('del', '2');
  t.match(await mpc(), [/Moonshake/, /^\[playing\] #2\/4/], 'the next one plays');
  await mpc('move', '1', '4');
  await mpc('crop');
  t.equal((await mpc('playlist')).length, 1);
  await mpc('clear');
  t.strictSame(await mpc('playlist'), []);
  await mpc('load', 'mix');
  await mpc('findadd', 'artist', 'Neu!');
  t.equal((await mpc('playlist')).length, 7);
  t.strictSame(await mpc('search', 'title', 'straße'), ['Öäü/Straße/01 Größe.flac']);
  t.strictSame(await mpc('sticker', 'Can/Future Days/02 Spray.flac', 'set', 'rating', '9'), []);
  t.strictSame(await mpc('sticker', 'Can/Future Days/02 Spray.flac', 'get', 'rating'), ['rating=9']);
  t.match(await mpc('outputs'), [/Output 1 \(.*\) is enabled/]);
  t.match(await mpc('stats'), [/Artists:/]);
  t.match(await mpc('update', '--wait'), [/volume/]);
});

/** What Home Assistant's integration asks for, and an asynchronous client that waits for changes. */
const SCRIPT = `
import asyncio, sys
from mpd import MPDClient, CommandError
from mpd.asyncio import MPDClient as AsyncClient
port = int(sys.argv[1])
client = MPDClient()
client.connect('127.0.0.1', port)
assert client.mpd_version == '0.24.0', client.mpd_version
client.clear()
client.add('Can')
client.play(1)
status = client.status()
assert status['state'] == 'play' and status['song'] == '1', status
song = client.currentsong()
assert song['title'] == 'Spray' and song['pos'] == '1', song
assert [each['title'] for each in client.find('artist', 'Neu!')] == ['Isi', 'Seeland']
assert client.list('album', 'group', 'artist')
assert {each['directory'] for each in client.lsinfo() if 'directory' in each} >= {'Can', 'Neu!'}
client.command_list_ok_begin()
client.status()
client.playlistinfo()
first, second = client.command_list_end()
assert first['playlistlength'] == '5' and len(second) == 5
client.setvol(20)
assert client.status()['volume'] == '20'
try:
    client.readpicture(song['file'])
except CommandError:
    pass
assert client.commands() and client.outputs()

async def waits():
    other = AsyncClient()
    await other.connect('127.0.0.1', port)
    heard = []
    async def listen():
        async for subsystems in other.idle():
            heard.extend(subsystems)
            if 'player' in heard and 'playlist' in heard:
                return
    task = asyncio.create_task(listen())
    await other.status()
    client.pause(1)
    client.deleteid(client.playlistinfo()[4]['id'])
    await asyncio.wait_for(task, 20)
    other.disconnect()

asyncio.run(waits())
client.stop()
client.close()
print('well')
`;

t.test('python-mpd2', { skip, timeout: 300_000 }, async (t) => {
  const packages = join(await unpacked(CLIENTS), 'usr', 'lib', 'python3', 'dist-packages');
  if (!existsSync('/usr/bin/python3')) t.comment('no Python here');
  const { port } = await startBox(t);
  const { stdout } = await run('/usr/bin/python3', ['-c', SCRIPT, port], { env: { PYTHONPATH: packages } });
  t.equal(stdout, 'well\n');
});
