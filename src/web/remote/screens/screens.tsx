/** The table of screens: those of the first moment, and those that are loaded after them (`later-screens.tsx`). */
import { useEffect } from 'preact/hooks';
import { Empty, Failed, Loading } from '../parts/states.js';
import { Page } from '../parts/page.js';
import { say } from '../state/language.js';
import { later, laterError, loadLater } from '../state/later.js';
import { type Params, paramsIn, type RoutePath } from '../state/route-path.js';
import { HomeScreen } from './home.js';
import { NowScreen } from './now.js';
import { isTab, type Screen } from './screen.js';

/** The first is shown at the bare address. */
const FIRST_SCREENS: readonly Screen[] = [
  { path: 'home', tab: 'home', show: HomeScreen },
  { path: 'now', show: NowScreen, isFull: true },
];

const NOWHERE: Screen = { path: '', show: Nowhere };

export function screenAt(path: RoutePath): { readonly screen: Screen; readonly params: Params } {
  if (path.length === 0) return { screen: FIRST_SCREENS[0] ?? NOWHERE, params: {} };
  for (const screen of [...FIRST_SCREENS, ...(later.value?.LATER_SCREENS ?? [])]) {
    const params = paramsIn(screen.path, path);
    if (params !== undefined) return { screen, params };
  }
  if (later.value !== undefined) return { screen: NOWHERE, params: {} };
  const [tab] = path;
  return { screen: { path: '', show: Opening, ...(isTab(tab) && { tab }) }, params: {} };
}

/** Whether the address is that of a screen whose script has not come yet. */
export const needsLater = (path: RoutePath): boolean => screenAt(path).screen.show === Opening;

/** In the place of a screen whose script has not come yet. */
function Opening() {
  useEffect(() => void loadLater(), []);
  const error = laterError.value;
  return (
    <Page title={say('box.name')}>
      {error === undefined ? <Loading /> : <Failed error={error} again={() => location.reload()} />}
    </Page>
  );
}

function Nowhere() {
  return (
    <Page title={say('nav.nowhere')} above={[]}>
      <Empty icon="search" text={say('nav.nowhereHint')} />
    </Page>
  );
}
