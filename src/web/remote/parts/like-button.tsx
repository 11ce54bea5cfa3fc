/** The like of the current track. */
import { say } from '../state/language.js';
import { setLiked } from '../state/commands.js';
import { shownTrack } from '../state/player.js';
import { IconButton } from './page.js';

/** Renders nothing where there is no like, as for a station. */
export function LikeButton() {
  const { id = null, is_liked: isLiked = null } = shownTrack.value ?? {};
  if (id === null || isLiked === null) return null;
  const act = (): void => setLiked(id, !isLiked);
  return <IconButton icon="heart" filled={isLiked} pressed={isLiked} label={say('play.like')} onClick={act} />;
}
