/** Search as somebody types: an answer to letters that are not there any more is dropped. */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Cover } from '../parts/cover.js';
import { Icon } from '../parts/icon.js';
import { openAlbumMenu, openArtistMenu } from '../parts/music-menu.js';
import { IconButton, Page } from '../parts/page.js';
import { ListRow } from '../parts/row.js';
import { Empty, Loaded } from '../parts/states.js';
import { TrackRow } from '../parts/track-row.js';
import { bodyOf, box, type Schemas } from '../state/box.js';
import { albumTitle, artistName, say } from '../state/language.js';
import { addressOf } from '../state/route-path.js';
import { useResource } from '../state/resource.js';

/** Milliseconds without a key after which it is asked. */
const REST = 150;
const LONGEST = 200;
/** Results shown of each kind; of tracks all that came. */
const FEW = 6;

/** Kept for the way back. */
const question = signal('');

export function SearchScreen() {
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState(question.value.trim());

  useEffect(() => {
    const wanted = question.value.trim();
    const timer = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : REST);
    return () => {
      clearTimeout(timer);
    };
  }, [question.value]);
  useEffect(() => {
    if (question.value === '') field.current?.focus();
  }, []);

  const found = useResource(
    `library/search/${asked}`,
    asked === '' ? undefined : () => bodyOf(box.GET('/search', { params: { query: { q: asked } } })),
  );
  const head = (
    <form class="search" role="search" onSubmit={(event) => event.preventDefault()}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        enterkeyhint="search"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={LONGEST}
        aria-label={say('search.label')}
        placeholder={say('search.label')}
        value={question.value}
        onInput={({ currentTarget }) => (question.value = currentTarget.value)}
      />
      {question.value !== '' && (
        <IconButton
          icon="close"
          label={say('search.clear')}
          onClick={() => {
            question.value = '';
            field.current?.focus();
          }}
        />
      )}
    </form>
  );
  return (
    <Page title={say('nav.search')} head={head}>
      {asked === '' ? (
        <Empty icon="search" text={say('search.hint')} />
      ) : (
        <Loaded of={found}>{(results) => <Results results={results} asked={asked} />}</Loaded>
      )}
    </Page>
  );
}

interface ResultsProps {
  readonly results: Schemas['SearchResults'];
  readonly asked: string;
}

function Results({ results: { artists, albums, tracks }, asked }: ResultsProps) {
  if (artists.length + albums.length + tracks.length === 0) {
    return <Empty icon="search" text={say('search.nothing', { question: asked })} />;
  }
  return (
    <>
      {artists.length > 0 && (
        <section aria-label={say('library.artists')}>
          <h2 class="section">{say('library.artists')}</h2>
          {artists.slice(0, FEW).map(({ id, name, image }) => (
            <ListRow
              key={id}
              title={artistName(name)}
              lead={<Cover name={image} size={48} icon="artist" isRound />}
              href={addressOf('library', 'artists', id)}
              onMenu={() => openArtistMenu({ id, name })}
            />
          ))}
        </section>
      )}
      {albums.length > 0 && (
        <section aria-label={say('library.albums')}>
          <h2 class="section">{say('library.albums')}</h2>
          {albums.slice(0, FEW).map((album) => (
            <ListRow
              key={album.id}
              title={albumTitle(album.title)}
              text={artistName(album.artist)}
              lead={<Cover name={album.album_art} size={48} />}
              href={addressOf('library', 'albums', album.id)}
              onMenu={() => openAlbumMenu(album)}
            />
          ))}
        </section>
      )}
      {tracks.length > 0 && (
        <section aria-label={say('library.tracks')}>
          <h2 class="section">{say('library.tracks')}</h2>
          {tracks.map((track) => (
            <TrackRow key={track.id} track={track} />
          ))}
        </section>
      )}
    </>
  );
}
