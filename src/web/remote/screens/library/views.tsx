/** The frame of the views of the library, and the letter rail of a long one. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { LetterRail } from '../../parts/list/letter-rail.js';
import { type Order, type Sorting, SortLine, useRested } from '../../parts/list/sort.js';
import { Page } from '../../parts/page.js';
import { LibraryButtons } from '../../parts/play-buttons.js';
import { bodyOf, box } from '../../state/box.js';
import { say } from '../../state/language.js';
import { isWide } from '../../state/browser/layout.js';
import { listOf } from '../../state/lists.js';
import type { Fetch, Pages } from '../../state/pages.js';
import { addressOf } from '../../state/route-path.js';
import { useResource } from '../../state/resource.js';
import { rowHeight } from '../../state/browser/text-size.js';

const VIEWS = ['albums', 'artists', 'liked', 'genres', 'recent', 'folders', 'tracks'] as const;

interface LibraryPageProps {
  readonly view: (typeof VIEWS)[number];
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function LibraryPage({ view, actions, children }: LibraryPageProps) {
  const views = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The chosen one may be beyond the edge.
    views.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  // Beside a sidebar its links do the same.
  const chips = !isWide.value && (
    <div ref={views} class="chips" role="group" aria-label={say('library.views')}>
      {VIEWS.map((each) => (
        <a
          key={each}
          href={each === 'albums' ? addressOf('library') : addressOf('library', each)}
          aria-current={each === view ? 'page' : undefined}
        >
          {say(`library.${each}`)}
        </a>
      ))}
    </div>
  );
  return (
    <Page title={say(isWide.value ? `library.${view}` : 'nav.library')} actions={actions} head={chips}>
      {children}
    </Page>
  );
}

interface RailProps {
  /** A view whose rows have letters. */
  readonly view: 'albums' | 'artists' | 'tracks' | 'genres';
  readonly pages: Pages<unknown>;
  /** CSS pixels. */
  readonly height?: number;
  readonly columns?: number;
}

interface RailedProps extends RailProps, Omit<LibraryPageProps, 'view'> {
  /** The order of the list: the letters are those of the titles. */
  readonly sorting?: Sorting<Order>;
  /** Whether only a part of it is shown. */
  readonly isNarrow?: boolean;
}

type Letters = readonly Readonly<{ offset: number; count: number; letter: string }>[];

/** A view with a letter rail. Music is offered unless it is known that there is none. */
export function RailedPage({ actions, children, sorting, isNarrow = false, ...rail }: RailedProps) {
  const { value: letters } = useResource(`library/letters/${rail.view}`, () =>
    bodyOf(box.GET('/library/letters', { params: { query: { of: rail.view } } })),
  );
  return (
    <LibraryPage view={rail.view} actions={actions}>
      {letters?.length !== 0 && <LibraryButtons />}
      <div class="railed">
        {letters?.length !== 0 && sorting && <SortLine of={sorting} />}
        {children}
        {!isNarrow && <Rail letters={letters} isShown={(sorting?.order ?? 'title') === 'title'} {...rail} />}
      </div>
    </LibraryPage>
  );
}

/** Shorter lists need no rail. */
const LEAST_ROWS = 30;

/** A list in its order, narrowed by its words. What was played lately counts when the screen is opened. */
export function useSorted<Row, Name extends Order>(
  list: string,
  sorting: Sorting<Name>,
  by: (order: Name, words: string) => Fetch<Row>,
): { readonly key: string; readonly pages: Pages<Row>; readonly isNarrow: boolean } {
  const { order } = sorting;
  const words = useRested(sorting.words);
  const key = `${list}/${order}/${words}`;
  const pages = listOf(key, by(order, words));
  useEffect(() => {
    if (order === 'played' && pages.isLoaded) pages.refresh();
  }, [pages]);
  return { key, pages, isNarrow: words !== '' };
}

type ShownRailProps = RailProps & Readonly<{ letters: Letters | undefined; isShown: boolean }>;

/** The letters of a list, which also give it its total. */
function Rail({ letters, isShown, pages, height = rowHeight(), columns = 1 }: ShownRailProps) {
  const last = letters?.at(-1);
  const total = last ? last.offset + last.count : 0;
  useEffect(() => {
    if (letters !== undefined) pages.expect(total);
  }, [letters, pages]);
  if (!isShown || letters === undefined || letters.length < 2 || total < LEAST_ROWS) return null;
  return (
    <LetterRail
      letters={letters}
      onGo={(offset) => {
        const list = document.querySelector('main .virtual');
        const head = document.querySelector('.head');
        if (list === null || head === null) return;
        const top = list.getBoundingClientRect().top + scrollY - head.clientHeight;
        scrollTo(0, top + Math.floor(offset / columns) * height);
      }}
    />
  );
}
