/** Search while typing; an answer to an older text is dropped. */
import { signal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.js';
import { IconButton, Page } from '../parts/page.js';
import { Empty, Loaded } from '../parts/states.js';
import { TrackRow } from '../parts/list/track-row.js';
import { bodyOf, box, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { useResource } from '../state/resource.js';
import { AlbumRow } from './library/albums.js';
import { ArtistRow } from './library/lists.js';

/** Milliseconds after the last key until the request. */
const REST = 150;
const LONGEST = 200;
/** Artists and albums that are shown. */
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

type ResultsProps = Readonly<{ results: Schemas['SearchResults']; asked: string }>;

function Results({ results: { artists, albums, tracks }, asked }: ResultsProps) {
  if (artists.length + albums.length + tracks.length === 0) {
    return <Empty icon="search" text={say('search.nothing', { question: asked })} />;
  }
  return (
    <>
      <Section title={say('library.artists')} of={artists.slice(0, FEW)} row={(artist) => <ArtistRow {...artist} />} />
      <Section title={say('library.albums')} of={albums.slice(0, FEW)} row={(album) => <AlbumRow album={album} />} />
      <Section title={say('library.tracks')} of={tracks} row={(track) => <TrackRow track={track} />} />
    </>
  );
}

type SectionProps<Item> = Readonly<{ title: string; of: readonly Item[]; row: (item: Item) => ComponentChildren }>;

function Section<Item extends { readonly id: string }>({ title, of: items, row }: SectionProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 class="section">{title}</h2>
      {items.map((item) => (
        <Fragment key={item.id}>{row(item)}</Fragment>
      ))}
    </section>
  );
}
