/** What is liked: tracks and albums, the newest like first. A row whose heart is taken away stays until the next visit. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { openManyMenu, tracksOfAlbum } from '../../parts/music-menu.js';
import { Button, IconButton } from '../../parts/page.js';
import { bodyOf, box, done, type Schemas } from '../../state/box.js';
import { play } from '../../state/choice.js';
import { MOST } from '../../state/commands.js';
import { say } from '../../state/language.js';
import { othersRevision } from '../../state/likes.js';
import { listOf } from '../../state/lists.js';
import type { Pages } from '../../state/pages.js';
import { parts } from '../../state/player.js';
import { addressOf } from '../../state/route-path.js';
import type { Music } from '../../state/music.js';
import { AlbumList, LayoutButton } from './albums.js';
import { TrackList } from './lists.js';
import { LibraryPage } from './views.js';

type Ask = () => Promise<readonly Schemas['Track'][]>;

export function LikedTracksScreen() {
  const rows = useLikedList('tracks', (offset, limit) =>
    bodyOf(box.GET('/likes/tracks', { params: { query: { offset, limit } } })),
  );
  const ask: Ask = () => bodyOf(box.GET('/likes/tracks', { params: { query: { offset: 0, limit: MOST } } }));
  const label = say('like.tracks');
  return (
    <LibraryPage view="liked" actions={<MenuButton {...{ label, ask }} of={{ of: 'liked' }} />}>
      <Head {...{ rows, label, ask }} shown="tracks" />
      <TrackList {...{ rows, label }} empty={{ icon: 'heart', text: say('like.noTracks'), hint: say('like.hint') }} />
    </LibraryPage>
  );
}

export function LikedAlbumsScreen() {
  const rows = useLikedList('albums', (offset, limit) =>
    bodyOf(box.GET('/likes/albums', { params: { query: { offset, limit } } })),
  );
  const label = say('like.albums');
  return (
    <LibraryPage
      view="liked"
      actions={
        <>
          <LayoutButton />
          <MenuButton {...{ label }} ask={tracksOfLikedAlbums} />
        </>
      }
    >
      <Head {...{ rows, label }} ask={tracksOfLikedAlbums} shown="albums" />
      <AlbumList {...{ rows, label }} empty={{ icon: 'heart', text: say('like.noAlbums'), hint: say('like.hint') }} />
    </LibraryPage>
  );
}

/** Tracks of the liked albums, one album after the other, as many as the queue takes at once. */
async function tracksOfLikedAlbums(): Promise<Schemas['Track'][]> {
  const tracks: Schemas['Track'][] = [];
  for (const { id } of await bodyOf(box.GET('/likes/albums'))) {
    if (tracks.length >= MOST) break;
    tracks.push(...(await tracksOfAlbum(id)));
  }
  return tracks;
}

type Fetch<Row> = (offset: number, limit: number) => Promise<readonly Row[]>;

/** A list as it was when the screen was opened; what other phones change is fetched anew. */
function useLikedList<Row>(name: string, fetch: Fetch<Row>): Pages<Row> {
  const [revision] = useState(() => parts.peek()?.likes.revision ?? 0);
  const pages = listOf(`likes/${name}/${revision}`, fetch);
  const others = othersRevision.value;
  const known = useRef(others);
  useEffect(() => {
    if (known.current !== others) pages.refresh();
    known.current = others;
  }, [others]);
  return pages;
}

type MenuButtonProps = Pick<HeadProps, 'label' | 'ask'> & { readonly of?: Music };

/** @param of what the box can shuffle, if it can */
function MenuButton({ label, ask, of }: MenuButtonProps) {
  return (
    <IconButton icon="more" label={say('state.menu', { name: label })} onClick={() => openManyMenu(label, of, ask)} />
  );
}

interface HeadProps {
  readonly rows: Pages<unknown>;
  /** Name of what is shown. */
  readonly label: string;
  readonly ask: Ask;
  readonly shown: 'tracks' | 'albums';
}

/** Tracks or albums, and what plays all of them. */
function Head({ rows, label, ask, shown }: HeadProps) {
  const [, setVersion] = useState(0);
  useEffect(() => rows.subscribe(() => setVersion((version) => version + 1)), [rows]);
  const playAll = async (): Promise<void> => {
    play({ title: label, locations: (await ask()).map(({ path }) => path) });
  };
  const kinds = [
    ['tracks', addressOf('library', 'liked')],
    ['albums', addressOf('library', 'liked', 'albums')],
  ] as const;
  return (
    <div class="line play-buttons play-line">
      <div class="chips" role="group" aria-label={say('library.liked')}>
        {kinds.map(([kind, href]) => (
          <a key={kind} href={href} aria-current={kind === shown ? 'page' : undefined} aria-label={say(`like.${kind}`)}>
            {say(`library.${kind}`)}
          </a>
        ))}
      </div>
      {rows.total > 0 && <Button main label={say('play.play')} act={() => void done(playAll)} />}
    </div>
  );
}
