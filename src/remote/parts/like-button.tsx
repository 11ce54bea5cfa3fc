/** Whether a track is liked, and the touch that changes it. */
import { useState } from 'preact/hooks';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { forget, useResource } from '../state/resource.js';
import { Icon } from './icon.js';

/** Ids of the tracks of an album's title that are liked: of one track nothing tells it. */
export async function likedOf(album: string): Promise<readonly string[]> {
  const body: Schemas['RuleCriteria'] = {
    conditions: [
      { field: 'is_liked', operator: 'is', value: true },
      { field: 'album', operator: 'is', value: album.slice(0, 250) },
    ],
    limit: 500,
  };
  return (await bodyOf(box.POST('/smart-playlists/preview', { body }))).map(({ id }) => id);
}

interface LikeButtonProps {
  readonly id: string;
  readonly album: string;
}

export function LikeButton({ id, album }: LikeButtonProps) {
  const key = `liked/${album}`;
  const { value } = useResource(key, () => likedOf(album));
  const [asked, setAsked] = useState<boolean>();
  const isLiked = asked ?? value?.includes(id) ?? false;

  const toggle = async (): Promise<void> => {
    const path = { params: { path: { id } } };
    setAsked(!isLiked);
    const isDone = await done(isLiked ? box.DELETE('/tracks/{id}/like', path) : box.PUT('/tracks/{id}/like', path));
    forget(key);
    if (!isDone) setAsked(undefined);
  };
  return (
    <button
      type="button"
      class={isLiked ? 'icon-button on' : 'icon-button'}
      aria-label={say('play.like')}
      aria-pressed={isLiked}
      disabled={value === undefined}
      onClick={() => void toggle()}
    >
      <Icon name="heart" filled={isLiked} />
    </button>
  );
}
