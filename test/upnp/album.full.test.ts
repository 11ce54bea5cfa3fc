/** A control point of Debian pushes an album track by track: the card gets it sample by sample, and then the queue again. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { createHouse, xruns } from '../e2e/daemon.js';
import { serve } from '../e2e/web-server.js';
import { freePort } from '../fixtures/free-port.js';
import { makeMp3, noiseWav, referenceS32 } from '../fixtures/mp3.js';
import { partOfWav, widened } from '../fixtures/wav.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { controllerTrouble, python } from './python.js';
import { controllerAt } from './rig.js';

const run = promisify(execFile);
const FRAME_BYTES = 8;
const RATE = 44_100;
/** Frames at which the tracks of the album begin, and its end: multiples of nothing. */
const CUTS = [0, 130_001, 291_778, 433_003, 601_777, 750_211];
/** Frame of the queue at which the card is held until the album interrupts it. */
const INTERRUPTED = 2 * RATE;
/** Frames in which music that another one interrupts may be faded. */
const FADE = 1500;

const skip = await controllerTrouble();

/** Writes a FLAC of these samples. */
async function putFlac(path: string, wav: Buffer): Promise<void> {
  await writeFile(`${path}.wav`, wav);
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', `${path}.wav`, path]);
}

interface Kind {
  readonly type: string;
  /** Writes the tracks as `0.NAME`, `1.NAME` …; resolves with what the card has to get of each. */
  readonly make: (folder: string) => Promise<Buffer[]>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  flac: {
    type: 'audio/flac',
    async make(folder) {
      const whole = noiseWav({ seconds: (CUTS.at(-1) ?? 0) / RATE, seed: 6 });
      const tracks = CUTS.slice(1).map((end, at) => partOfWav(whole, CUTS[at] ?? 0, end));
      for (const [at, track] of tracks.entries()) await putFlac(join(folder, `${at}.flac`), track);
      return tracks.map(widened);
    },
  },
  mp3: {
    type: 'audio/mpeg',
    async make(folder) {
      const files = CUTS.slice(1).map((_, at) => join(folder, `${at}.mp3`));
      for (const [at, file] of files.entries()) await makeMp3(file, { seconds: 3 + at / 7, seed: 20 + at });
      return Promise.all(files.map(referenceS32));
    },
  },
};

/** Each track is named as soon as the one before it is the current one, as control points do. */
const SCRIPT = `
port, mime_type, *uris = sys.argv[1:]

async def main():
    point = ControlPoint()
    dmr = await point.open(f'http://127.0.0.1:{port}/description.xml')
    await point.is_in(TransportState.NO_MEDIA_PRESENT)
    await point.set_current(uris[0], 'Track 1', mime_type)
    await dmr.async_wait_for_can_play()
    await dmr.async_play()
    for at, uri in enumerate(uris):
        await point.until(uri, lambda: dmr.current_track_uri == uri)
        await point.is_in(TransportState.PLAYING)
        assert dmr.media_title == f'Track {at + 1}', dmr.media_title
        if at + 1 < len(uris):
            await point.set_next(uris[at + 1], f'Track {at + 2}', mime_type)
    await point.is_in(TransportState.STOPPED)
    await point.close()

asyncio.run(main())
print('well')
`;

for (const [name, { type, make }] of Object.entries(KINDS)) {
  t.test(
    `an album in ${name} is played without a gap, then the queue goes on`,
    { skip, timeout: 300_000 },
    async (t) => {
      // Slower than others: the network could not keep up with the fastest clock.
      const { rig, library, start } = await createHouse(t, { speed: 2, patient: true });
      const tracks = await make(library);
      const queue = join(library, 'queue.flac');
      const queueWav = noiseWav({ seconds: 20, seed: 4 });
      await putFlac(queue, queueWav);
      const { base } = await serve(t, library);
      const port = await freePort();
      const daemon = await start({
        environment: { TONEARM_UPNP_PORT: String(port), TONEARM_STREAM_ALLOW: '127.0.0.0/8' },
      });
      const { call } = controllerAt(port);
      const uris = tracks.map((_, at) => `${base}/${at}.${name}`);
      // The card waits for the control point: no track is over before the next one is named.
      await rig.holdAt(INTERRUPTED);
      await daemon.play([queue]);
      await daemon.put('/player/play');
      await rig.waitFor('HELD');
      const watch = async (): Promise<void> => {
        let end = INTERRUPTED;
        for (const [at, uri] of uris.entries()) {
          const named = { CurrentURI: uri, NextURI: uris[at + 1] ?? '' };
          await daemon.until(`the next one of track ${at + 1} is named`, async () => {
            const { CurrentURI, NextURI } = await call('AVTransport', 'GetMediaInfo');
            return CurrentURI === named.CurrentURI && NextURI === named.NextURI;
          });
          t.match(await daemon.currentTrack(), { path: uri, title: `Track ${at + 1}` });
          end += (tracks[at]?.length ?? 0) / FRAME_BYTES;
          await rig.holdAt(end + RATE);
        }
        await daemon.until(
          'the queue plays on',
          async () => (await rig.capture()).length / FRAME_BYTES > end + RATE / 2,
        );
      };
      const [said] = await Promise.all([python(SCRIPT, String(port), type, ...uris), watch()]);
      t.equal(said, 'well\n');
      t.equal((await daemon.currentTrack())?.path, queue);
      t.equal(await daemon.playbackStatus(), 1);

      const capture = await rig.capture();
      const album = comparePcm(Buffer.concat(tracks), capture, FRAME_BYTES);
      t.ok(album.intact, describeComparison(album));
      t.comment(describeComparison(album));
      const played = widened(queueWav);
      const again = capture.subarray(-(album.trailing.frames - FADE) * FRAME_BYTES);
      const from = played.indexOf(again.subarray(0, 64 * FRAME_BYTES)) / FRAME_BYTES;
      t.ok(again.equals(played.subarray(from * FRAME_BYTES).subarray(0, again.length)), 'the queue, sample by sample');
      const lost = from - FADE - album.leading.frames;
      t.comment(`the queue was interrupted at frame ${album.leading.frames}, and goes on ${-lost} frames before that`);
      // The position of an interruption is known to a period of the card.
      t.ok(Math.abs(lost) < RATE / 5, 'from where it was');
      t.equal(await xruns(rig), 0);
    },
  );
}
