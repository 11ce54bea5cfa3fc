/** Stored playlists, beyond what the transcript compares with MPD. */
import t from 'tap';
import { startMpd, TRACKS } from './rig.js';

const [DAYS = '', SPRAY = '', ISI = ''] = TRACKS.map(({ name }) => name);

t.test('a playlist is replaced in one transaction', async (t) => {
  const { connect, savedPlaylists, playlistEvents } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask('add Can');
  await client.ask('save mix');
  await client.ask('clear');
  await client.ask('add Neu!');
  const lengths: (number | undefined)[] = [];
  let looking: Promise<unknown> = Promise.resolve();
  playlistEvents.subscribe(() => {
    looking = savedPlaylists.list('').then(([playlist]) => lengths.push(playlist?.trackCount));
  });
  t.strictSame(await client.ask('save mix replace'), []);
  await looking;
  t.strictSame(lengths, [1], 'never empty in between');
  t.strictSame(await client.ask('listplaylist mix'), [`file: ${ISI}`]);
  await client.ask('clear');
  t.strictSame(await client.ask('save mix replace'), [], 'with nothing it is empty');
  t.strictSame(await client.ask('listplaylist mix'), []);
  t.strictSame(await client.ask('save other replace'), ['ACK [50@0] {save} No such playlist']);
});

t.test('to add at the end does not read what is there', async (t) => {
  const { connect, savedPlaylists } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask('add Can');
  await client.ask('save mix');
  let reads = 0;
  const tracks = savedPlaylists.tracks.bind(savedPlaylists);
  savedPlaylists.tracks = (id) => {
    reads += 1;
    return tracks(id);
  };
  t.strictSame(await client.ask(`playlistadd mix "${ISI}"`), []);
  t.equal(reads, 0);
  t.strictSame(await client.ask(`playlistadd mix "${ISI}" 0`), []);
  t.equal(reads, 1);
  t.strictSame(
    await client.ask('listplaylist mix'),
    [ISI, DAYS, SPRAY, ISI].map((name) => `file: ${name}`),
  );
});
