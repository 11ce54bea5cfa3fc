/** CPU while playing FLAC and Vorbis: one player at a time, measured after the first 20 s of each track. */
import { setTimeout as delay } from 'node:timers/promises';
import { Mpd } from './mpd.mjs';
import { makeOtherFormats } from './music.mjs';
import { observe } from './process.mjs';
import { Tonearm } from './tonearm.mjs';

const SETTLE_MILLISECONDS = 20_000;

export async function formats({ music: all, quick, formats: sampleFormats, say }) {
  const [rounds, window] = quick ? [1, 10_000] : [3, 30_000];
  const music = { ...all, files: await makeOtherFormats(all) };
  const contenders = {
    tonearm: new Tonearm(music, { formats: sampleFormats }),
    mpd: new Mpd(music, { formats: sampleFormats }),
  };
  const seen = music.files.map(() => ({ tonearm: [], mpd: [] }));
  try {
    for (const player of Object.values(contenders)) {
      await player.start();
      await player.fillQueue();
      await player.scanned?.();
    }
    for (let round = 0; round < rounds; round++) {
      for (const [index, file] of music.files.entries()) {
        for (const [name, player] of Object.entries(contenders)) {
          say(`playing ${file.split('.').at(-1)}, round ${round + 1} of ${rounds}: ${player.name}`);
          await player.play(index);
          await delay(SETTLE_MILLISECONDS);
          seen[index][name].push((await observe(player.pid, window)).cpuPercent);
          await player.silence();
        }
      }
    }
  } finally {
    for (const player of Object.values(contenders)) await player.stop();
  }
  return {
    rows: music.files.map((file, index) => ({
      title: `playing ${file.split('.').at(-1)}, CPU`,
      unit: '% of a core',
      tonearm: seen[index].tonearm,
      reference: seen[index].mpd,
      referenceName: 'MPD',
      limit: 1.5,
    })),
    notes: [`xruns: Tonearm ${contenders.tonearm.sink.xruns()}, MPD ${contenders.mpd.sink.xruns()}`],
  };
}
