/** The first screen: what to go on with, ways to music for somebody who looks for nothing, and shelves of albums. */
import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Cover } from '../parts/cover.js';
import { Icon, type IconName } from '../parts/icon.js';
import { tracksOfAlbum } from '../parts/music-menu.js';
import { Page } from '../parts/page.js';
import { Lines, List } from '../parts/list/row.js';
import { Loaded } from '../parts/states.js';
import { TrackRow } from '../parts/list/track-row.js';
import { STOPPED } from '../model.js';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { play } from '../state/choice.js';
import { resume } from '../state/commands.js';
import { albumTitle, bylineOf, say } from '../state/language.js';
import { isWide } from '../state/browser/layout.js';
import { earlyValue, takeEarly } from '../state/browser/early.js';
import { playMusic, playRandomAlbum } from '../state/music.js';
import { isPlaying, part, reported, shownTrack } from '../state/player.js';
import { useResource } from '../state/resource.js';
import { addressOf } from '../state/route-path.js';
import { withText } from '../state/browser/text-size.js';
import { AlbumCell } from './library/albums.js';
import { MusicWays } from './music-ways.js';

type Home = Schemas['Home'];

/** CSS pixels of a cover on a shelf, on a phone and beside a sidebar. */
const COVER = 132;
const WIDE_COVER = 168;
/** Liked tracks that are shown. */
const TRACKS = 5;

export function HomeScreen() {
  const ask = () => takeEarly('/home', () => bodyOf(box.GET('/home')));
  const found = useResource('home', ask, useChanges(), earlyValue('/home') as Home | undefined);
  return (
    <Page title={say('nav.home')}>
      <QueueCard />
      <Loaded of={found}>{(home) => (home.recently_added.length === 0 ? <MusicWays /> : <Shelves of={home} />)}</Loaded>
    </Page>
  );
}

/** Another text whenever the shelves may be others. */
const shelves = computed(() => {
  const now = reported.value?.parts;
  return now && `${now.scan.revision} ${now.likes.revision} ${now.current_track?.path}`;
});

/** That text; `''` as long as nothing has changed since the screen was opened. */
function useChanges(): string {
  const text = shelves.value;
  const first = useRef(text);
  first.current ??= text;
  return text === first.current ? '' : String(text);
}

function Shelves({ of: home }: { readonly of: Home }) {
  const { liked_tracks: liked } = home;
  const locations = liked.map(({ path }) => path);
  return (
    <>
      {home.unfinished && part.queue.value?.amount === 0 && <AlbumCard of={home.unfinished} />}
      <div class="tiles">
        <Tile
          icon="smart"
          label={say('home.mix')}
          act={() => void playMusic({ of: 'smart_playlist', id: home.daily_mix })}
        />
        <Tile icon="album" label={say('play.randomAlbum')} act={() => void playRandomAlbum()} />
        <Tile icon="shuffle" label={say('play.mixedAll')} act={() => void playMusic({ of: 'library' }, true)} />
        <a class="line tile" href={addressOf('library', 'liked')}>
          <Icon name="heart" />
          {say('library.liked')}
        </a>
      </div>
      <Shelf title={say('home.played')} albums={home.recently_played} />
      <Shelf title={say('library.recent')} albums={home.recently_added} all={['library', 'recent']} />
      <Shelf title={say('home.rediscover')} albums={home.rediscover} />
      <Shelf title={say('like.albums')} albums={home.liked_albums} all={['library', 'liked', 'albums']} />
      {liked.length > 0 && (
        <Section title={say('like.tracks')} all={['library', 'liked']}>
          <List
            of={liked.slice(0, TRACKS)}
            keyOf={({ id }) => id}
            row={(track, start) => <TrackRow track={track} among={() => ({ locations, start })} />}
          />
        </Section>
      )}
    </>
  );
}

type TileProps = Readonly<{ icon: IconName; label: string; act: () => void }>;

/** A touch plays. */
function Tile({ icon, label, act }: TileProps) {
  return (
    <button type="button" class="line tile" onClick={act}>
      <Icon name={icon} />
      {label}
    </button>
  );
}

interface SectionProps {
  readonly title: string;
  /** Where the whole list is shown, if there is one. */
  readonly all?: readonly string[] | undefined;
  readonly children: ComponentChildren;
}

export function Section({ title, all, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div class="line shelf-head">
        <h2 id={id}>{title}</h2>
        {all && (
          <a class="text-button" href={addressOf(...all)} aria-label={say('home.allOf', { name: title })}>
            {say('home.all')}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

type ShelfProps = Readonly<{ title: string; albums: Home['recently_added']; all?: readonly string[] }>;

/** Albums side by side; nothing where there are none. */
function Shelf({ title, albums, ...section }: ShelfProps) {
  if (albums.length === 0) return null;
  return (
    <Section title={title} {...section}>
      <List
        class="shelf"
        of={albums}
        label={title}
        keyOf={({ id }) => id}
        row={(album) => <AlbumCell album={album} size={isWide.value ? WIDE_COVER : COVER} isPlain />}
      />
    </Section>
  );
}

type CardProps = Readonly<{ cover: string | null | undefined; title: string; text: string; act: () => void }>;

/** What to go on with: a touch plays. */
function Card({ cover, title, text, act }: CardProps) {
  return (
    <button type="button" class="line continue" onClick={act}>
      <Cover key={cover} name={cover} size={withText(64)} />
      <span class="lines">
        <span class="faint">{say('home.continue')}</span>
        <Lines title={title} text={text} />
      </span>
      <Icon name="play" />
    </button>
  );
}

/** The queue that is paused or stopped. What is paused here goes on in the small player: nothing moves under the finger. */
function QueueCard() {
  const hasPlayed = useRef(false);
  hasPlayed.current ||= isPlaying.value;
  const queue = part.queue.value;
  const status = part.status.value;
  const track = shownTrack.value;
  const isStopped = track === null && status?.status === STOPPED && queue !== undefined && queue.amount > 0;
  const at = queue === undefined ? 0 : queue.resume_index > -1 ? queue.resume_index : queue.index;
  const params = { path: { id: 'current' }, query: { offset: at, limit: 1 } };
  const { value: rows } = useResource(
    isStopped ? `home/queue/${queue.revision}/${at}` : 'home/queue',
    isStopped ? () => bodyOf(box.GET('/playlists/{id}/tracks', { params })) : undefined,
  );
  const shown = track ?? (isStopped ? rows?.[0] : undefined);
  if (shown === undefined || (hasPlayed.current && !isStopped)) return null;
  return <Card cover={shown.album_art} title={shown.title} text={bylineOf(shown)} act={resume} />;
}

/** The album that was played last, from the track behind the last one. */
function AlbumCard({ of: { album, track, index } }: { readonly of: NonNullable<Home['unfinished']> }) {
  const title = albumTitle(album.title);
  const act = (): void =>
    void done(async () => {
      const locations = (await tracksOfAlbum(album.id)).map(({ path }) => path);
      play({ title, locations, start: index });
    });
  return <Card cover={album.album_art} title={title} text={say('home.next', { title: track.title })} act={act} />;
}
