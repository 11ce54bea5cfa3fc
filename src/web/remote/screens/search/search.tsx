/**
 * Search while typing, in all that the box can play; an answer to an older text is dropped, and shown until the next
 * comes. Searches that led somewhere are offered again.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.js';
import { List, ListRow } from '../../parts/list/row.js';
import { Button, IconButton, Page } from '../../parts/page.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { bodyOf, box } from '../../state/box.js';
import { say } from '../../state/language.js';
import { connected } from '../../state/player.js';
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from './recent-searches.js';
import { useResource } from '../../state/resource.js';
import { BestHit, bestOf, type Found, GROUP_NAMES, type GroupName, GROUPS, itemsOf, withBuiltIn } from './found.js';
import { Section } from '../home.js';

/** Milliseconds after the last key until the request. */
const REST = 150;
const LONGEST = 200;
/** Hits of a group that are shown; one more says that there are more. */
const FEW = 4;

/** Kept for the way back. */
const question = signal('');

interface Answer {
  readonly found: Found;
  readonly asked: string;
}

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

  const head = (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        rememberSearch(asked);
        // The keyboard of a phone covers what was found.
        field.current?.blur();
      }}
    >
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
      {asked === '' ? <Recent /> : <Answered asked={asked} />}
    </Page>
  );
}

/** What was searched for lately. */
function Recent() {
  const searches = recentSearches.value;
  if (searches.length === 0) return <Empty icon="search" text={say('search.hint')} />;
  return (
    <section>
      <div class="line shelf-head">
        <h2>{say('search.recent')}</h2>
        <Button label={say('search.forgetAll')} act={forgetSearches} />
      </div>
      <List
        of={searches}
        label={say('search.recent')}
        keyOf={(each) => each}
        row={(each) => (
          <ListRow lead={<Icon name="clock" />} title={each} onTap={() => (question.value = each)}>
            <IconButton icon="close" label={say('search.forget', { name: each })} onClick={() => forgetSearch(each)} />
          </ListRow>
        )}
      />
    </section>
  );
}

function Answered({ asked }: { readonly asked: string }) {
  const query = { q: asked, of: 'everything', forgive: true, limit: FEW + 1 } as const;
  const { value, error, again } = useResource(
    `library/search/${asked}`,
    async () => withBuiltIn(await bodyOf(box.GET('/search', { params: { query } })), asked),
    // Asked anew when the box is back.
    connected.value ? '' : 'offline',
  );
  const last = useRef<Answer | undefined>(undefined);
  if (value !== undefined) last.current = { found: value, asked };
  const shown = last.current;
  if (error !== undefined) {
    return connected.value ? (
      <Failed error={error} again={again} />
    ) : (
      <Empty icon="box" text={say('state.noAnswer')} hint={say('search.offline')} />
    );
  }
  if (shown === undefined) return <Loading text={say('search.searching')} />;
  return (
    <div
      class={shown.asked === asked ? undefined : 'outdated'}
      aria-busy={shown.asked !== asked}
      onClickCapture={() => rememberSearch(shown.asked)}
    >
      <Results {...shown} />
    </div>
  );
}

function Results({ found, asked }: Answer) {
  const corrected = found.corrected ?? undefined;
  const best = bestOf(found, corrected ?? asked);
  if (GROUP_NAMES.every((name) => itemsOf(found, name).length === 0)) {
    return <Empty icon="search" text={say('search.nothing', { question: asked })} hint={say('search.nothingHint')} />;
  }
  return (
    <>
      {corrected !== undefined && (
        <p class="corrected" role="status">
          {say('search.corrected', { question: corrected })}
        </p>
      )}
      {best && <BestHit hit={best} />}
      {GROUP_NAMES.map((name) => (
        <GroupSection
          key={name}
          {...{ name, found }}
          question={corrected ?? asked}
          best={best?.name === name ? best.key : ''}
        />
      ))}
    </>
  );
}

interface GroupSectionProps<Name extends GroupName> {
  readonly name: Name;
  readonly found: Found;
  readonly question: string;
  /** Key of the best hit, which is shown above. */
  readonly best: string;
}

function GroupSection<Name extends GroupName>({ name, found, question: text, best }: GroupSectionProps<Name>) {
  const { title, keyOf, row } = GROUPS[name];
  const items = itemsOf(found, name);
  const others = items.filter((item) => keyOf(item) !== best).slice(0, FEW);
  if (others.length === 0) return null;
  return (
    <Section title={say(title)} all={items.length > FEW ? ['search', name, text] : undefined}>
      <List of={others} label={say(title)} keyOf={keyOf} row={row} />
    </Section>
  );
}
