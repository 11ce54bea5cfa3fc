/** Whether what sounds is liked, and the touch that changes it. */
import { say } from '../state/language.js';
import { setLiked } from '../state/commands.js';
import { shownTrack } from '../state/player.js';
import { Icon } from './icon.js';

/** Nothing for what nobody can like, such as a station. */
export function LikeButton() {
  const { id = null, is_liked: isLiked = null } = shownTrack.value ?? {};
  if (id === null || isLiked === null) return null;
  return (
    <button
      type="button"
      class={isLiked ? 'icon-button on' : 'icon-button'}
      aria-label={say('play.like')}
      aria-pressed={isLiked}
      onClick={() => setLiked(id, !isLiked)}
    >
      <Icon name="heart" filled={isLiked} />
    </button>
  );
}
