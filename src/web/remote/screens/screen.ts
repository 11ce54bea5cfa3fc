/** A screen: a row of the table in `screens.tsx` or `later-screens.tsx`. */
import type { ComponentType } from 'preact';
import type { Params } from '../state/route-path.js';

export const TAB_NAMES = ['home', 'library', 'search', 'playlists', 'radio', 'more'] as const;
export type TabName = (typeof TAB_NAMES)[number];

export const isTab = (name: string | undefined): name is TabName => (TAB_NAMES as readonly unknown[]).includes(name);

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
