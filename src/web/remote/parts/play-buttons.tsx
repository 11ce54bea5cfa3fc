/** Play and Shuffle beside each other, and the items of a menu that do that. */
import type { ComponentChildren } from 'preact';
import { say } from '../state/language.js';
import { type Music, playMusic, playRandomAlbum } from '../state/music.js';
import { Icon, type IconName } from './icon.js';
import type { MenuItem } from './sheet.js';
import { Button } from './page.js';

/** @param children follow in the same line */
export function PlayButtons({ of, children }: { readonly of: Music; readonly children?: ComponentChildren }) {
  return (
    <div class="line play-buttons">
      <Button main icon="play" label={say('play.play')} act={() => void playMusic(of)} />
      <SecondButton icon="shuffle" label={say('play.mixed')} act={() => void playMusic(of, true)} />
      {children}
    </div>
  );
}

type SecondButtonProps = Readonly<{ icon: IconName; label: string; act: () => void }>;

function SecondButton({ icon, label, act }: SecondButtonProps) {
  return (
    <button type="button" class="text-button second-button" onClick={act}>
      <Icon name={icon} />
      {label}
    </button>
  );
}

/** Ways to music for somebody who looks for nothing. */
export function LibraryButtons() {
  return (
    <div class="line play-buttons play-line">
      <SecondButton icon="shuffle" label={say('play.mixedAll')} act={() => void playMusic({ of: 'library' }, true)} />
      <SecondButton icon="album" label={say('play.randomAlbum')} act={() => void playRandomAlbum()} />
    </div>
  );
}

export function playItems(of: Music): MenuItem[] {
  return [{ icon: 'play', label: say('play.play'), act: () => void playMusic(of) }, shuffleItem(of)];
}

export function shuffleItem(of: Music): MenuItem {
  return { icon: 'shuffle', label: say('play.mixed'), act: () => void playMusic(of, true) };
}
