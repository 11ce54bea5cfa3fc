/** The sections in a column beside the screen: the library with its views, and everything else. */
import type { Word } from '../locales/locales.js';
import { say } from '../state/language.js';
import { addressOf } from '../state/route-path.js';
import { path } from '../state/route.js';
import { newVersion } from '../state/update-offer.js';
import { Icon, type IconName } from './icon.js';

/** An address, its icon and its name. */
type Item = readonly [address: string, icon: IconName, name: Word];

const GROUPS: readonly { readonly title?: Word; readonly items: readonly Item[] }[] = [
  {
    items: [
      ['home', 'home', 'nav.home'],
      ['search', 'search', 'nav.search'],
    ],
  },
  {
    title: 'nav.library',
    items: [
      ['library', 'album', 'library.albums'],
      ['library/artists', 'artist', 'library.artists'],
      ['library/liked', 'heart', 'library.liked'],
      ['library/genres', 'genre', 'library.genres'],
      ['library/recent', 'clock', 'library.recent'],
      ['library/folders', 'folder', 'library.folders'],
      ['library/tracks', 'track', 'library.tracks'],
    ],
  },
  {
    items: [
      ['playlists', 'playlists', 'nav.playlists'],
      ['radio', 'radio', 'nav.radio'],
      ['outputs', 'speaker', 'outputs.title'],
      ['more', 'settings', 'more.settings'],
    ],
  },
];

/** Addresses of screens that are opened from one of the items, but do not begin with its address. */
const BELOW: Readonly<Record<string, string>> = { '': 'home', settings: 'more', add: 'more' };

/** The item to which a screen belongs: the one with the longest address with which that of the screen begins. */
function itemOf(shown: readonly string[]): string | undefined {
  const [first = ''] = shown;
  const address = [BELOW[first] ?? first, ...shown.slice(1)].join('/');
  const above = GROUPS.flatMap(({ items }) => items.map(([each]) => each)).filter((each) =>
    `${address}/`.startsWith(`${each}/`),
  );
  return above.sort((one, other) => other.length - one.length)[0];
}

/** A quiet mark on the way to a new version of the system. */
export function NewVersionMark() {
  if (newVersion.value === undefined) return null;
  return (
    <>
      <span class="new-mark" aria-hidden="true" />
      <span class="unseen">{say('update.new')}</span>
    </>
  );
}

export function Sidebar() {
  const current = itemOf(path.value);
  return (
    <nav class="sidebar" aria-label={say('nav.label')}>
      {GROUPS.map(({ title, items }, at) => (
        <div key={at} role="group" aria-label={title && say(title)}>
          {title && (
            <p class="faint" aria-hidden="true">
              {say(title)}
            </p>
          )}
          {items.map(([address, icon, name]) => (
            <a
              key={address}
              class="line"
              href={addressOf(...address.split('/'))}
              aria-current={address === current ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span class="cut">{say(name)}</span>
              {address === 'more' && <NewVersionMark />}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}
