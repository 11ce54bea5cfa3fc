/** A screen: a row of the table in `screens.tsx`. */
import type { ComponentType } from 'preact';
import type { Params } from '../state/route-path.js';

export type TabName = 'home' | 'library' | 'search' | 'playlists' | 'radio' | 'more';

export interface ScreenProps {
  /** Values of the parts of the path that begin with a colon. */
  readonly params: Params;
}

export interface Screen {
  /** Such as `library/albums/:id`. */
  readonly path: string;
  readonly show: ComponentType<ScreenProps>;
  readonly tab?: TabName;
  /** Fills the window, without the tabs and the small player. */
  readonly isFull?: boolean;
}
