/** The player of the box, over REST. */

/** Where the box finds what was made for it. */
export const MUSIC = '/data/music';
/** Of GET /player/status. */
export const PLAYING = 1;
export const PAUSED = 3;

/** Plays these from the first one on. Resolves when the box says that it plays. */
export async function play(box, tones) {
  await box.ask('/playlists', { method: 'POST', body: { tracks: tones.map(({ name }) => `${MUSIC}/${name}`) } });
  await box.ask('/playlists/start', { method: 'PUT', body: {} });
  await box.until('playing', async () => (await status(box)) === PLAYING);
}

export const status = async (box) => (await box.ask('/player/status')).status;

/** File name of what plays. */
export const currentTrack = async (box) => (await box.ask('/player/current-track'))?.path.split('/').at(-1);

/** In milliseconds. */
export const elapsed = async (box) => (await box.ask('/player/current-track')).elapsed;

/** @param steps louder, or quieter when negative; the box clamps */
export const setVolume = (box, steps) => box.ask('/player/volume', { method: 'PUT', body: { steps } });
