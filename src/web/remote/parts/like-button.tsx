/** Hearts: of the current track, of rows, and the items of menus. */
import { say } from '../state/language.js';
import { isLiked, type Likeable, lookUp, setLiked, useLiked } from '../state/likes.js';
import { shownTrack } from '../state/player.js';
import { IconButton } from './page.js';
import type { MenuItem } from './sheet.js';

/** The heart of the current track. Renders nothing where there is no like, as for a station. */
export function LikeButton() {
  const { id = null, is_liked: reported = null, title = '' } = shownTrack.value ?? {};
  if (id === null || reported === null) return null;
  return <Heart kind="track" id={id} title={title} reported={reported} label={say('play.like')} isQuiet />;
}

interface HeartProps extends Likeable {
  /** What is known of it otherwise. */
  readonly reported?: boolean;
  readonly label?: string;
  /** Whether no notice offers to undo it. */
  readonly isQuiet?: boolean;
}

/** A heart that shows and changes whether a track or album is liked. */
export function Heart({ kind, id, title, reported, label, isQuiet = false }: HeartProps) {
  const liked = useLiked(kind, id) ?? reported ?? false;
  return (
    <IconButton
      icon="heart"
      class="heart"
      filled={liked}
      pressed={liked}
      label={label ?? say('like.of', { name: title })}
      onClick={() => void setLiked([{ kind, id, title }], !liked, isQuiet)}
    />
  );
}

/** The item of a menu; reads Like until the daemon has said that it is liked. */
export function likeItem(of: Likeable): MenuItem {
  lookUp(of);
  return {
    icon: 'heart',
    // Read when the menu is drawn, and again when the answer has come.
    get label() {
      return say(isLiked(of) ? 'like.unlike' : 'play.like');
    },
    act: () => void setLiked([of], !isLiked(of)),
  };
}
