/**
 * The current track for the controls of the phone (W3C Media Session). Most browsers show them only while the page itself
 * plays sound, which it does not; then nothing is shown.
 */
import { effect } from '@preact/signals';
import { PAUSED, PLAYING } from '../../model.js';
import { bylineOf } from '../language.js';
import { pause, resume, seek } from '../commands.js';
import { part, shownTrack } from '../player.js';
import { next, previous } from '../skip.js';

export function offerMediaSession(): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  session.setActionHandler('play', resume);
  session.setActionHandler('pause', pause);
  session.setActionHandler('nexttrack', next);
  session.setActionHandler('previoustrack', previous);
  session.setActionHandler('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) seek(seekTime * 1000);
  });
  effect(() => {
    const status = part.status.value?.status;
    session.playbackState = status === PLAYING ? 'playing' : status === PAUSED ? 'paused' : 'none';
  });
  effect(() => {
    const track = shownTrack.value;
    session.metadata =
      track &&
      new MediaMetadata({
        title: track.title,
        artist: bylineOf(track),
        album: track.album,
        artwork: track.album_art ? [{ src: `/covers/${encodeURIComponent(track.album_art)}?size=320` }] : [],
      });
  });
}
