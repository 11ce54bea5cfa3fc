/** Controls the player of the box over REST. */

/** Folder on the box with the music of the tests. */
export const MUSIC = '/data/music';
/** Values of `status` in GET /player/status. */
export const PLAYING = 1;
export const PAUSED = 3;

/** Plays the tones from the first one on. Resolves when GET /player/status reports playing. */
export async function play(box, tones) {
  await box.ask('/playlists', { method: 'POST', body: { tracks: tones.map(({ name }) => `${MUSIC}/${name}`) } });
  await box.ask('/playlists/start', { method: 'PUT', body: {} });
  await box.until('playing', async () => (await status(box)) === PLAYING);
}

export const status = async (box) => (await box.ask('/player/status')).status;

/** File name of the current track. */
export const currentTrack = async (box) => (await box.ask('/player/current-track'))?.path.split('/').at(-1);

/** Position in the current track in milliseconds. */
export const elapsed = async (box) => (await box.ask('/player/current-track')).elapsed;

/** Changes the volume by `steps`, quieter when negative; the box clamps. */
export const setVolume = (box, steps) => box.ask('/player/volume', { method: 'PUT', body: { steps } });
