/** Search in the directory of stations; each can be played and kept. */
import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton, Page } from '../parts/page.js';
import { List } from '../parts/list/row.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { done, Refused } from '../state/box.js';
import { say } from '../state/language.js';
import {
  askForStations,
  type Found,
  findStations,
  keepStation,
  playAddress,
  radioRevision,
  type Station,
} from '../state/radio.js';
import { useResource } from '../state/resource.js';
import { StationRow } from './radio.js';

/** Milliseconds after the last key until the request: the directory is a public service. */
const PAUSE = 500;
const PIECE = 30;

interface Answer {
  readonly words: string;
  readonly stations: readonly Found[];
  /** Requested stations, including those that the daemon leaves out. */
  readonly asked: number;
  readonly hasMore: boolean;
  readonly error?: unknown;
}

/** Kept over the way to another screen and back. */
let lastWords = '';

export function RadioFindScreen() {
  const [words, setWords] = useState(lastWords);
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);
  const kept = useResource('radio', askForStations, radioRevision.value);
  lastWords = words;
  const wanted = words.trim();

  useEffect(() => {
    if (wanted === '') return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      findStations(wanted, 0, PIECE).then(
        (stations) => {
          if (isCurrent) setAnswer({ words: wanted, stations, asked: PIECE, hasMore: stations.length > 0 });
        },
        (error: unknown) => {
          if (isCurrent) setAnswer({ words: wanted, stations: [], asked: 0, hasMore: false, error });
        },
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted, attempt]);

  const more = async (): Promise<void> => {
    if (answer === undefined) return;
    let next: readonly Found[] = [];
    const finding = findStations(answer.words, answer.asked, PIECE).then((found) => (next = found));
    if (!(await done(finding))) return;
    const known = new Set(answer.stations.map(({ id }) => id));
    const stations = [...answer.stations, ...next.filter(({ id }) => !known.has(id))];
    const more = { ...answer, stations, asked: answer.asked + PIECE, hasMore: next.length > 0 };
    // Another answer may have come first.
    setAnswer((now) => (now === answer ? more : now));
  };
  return (
    <Page
      title={say('radio.find')}
      above={['radio']}
      head={
        <input
          type="search"
          class="search"
          aria-label={say('radio.search')}
          placeholder={say('radio.search')}
          value={words}
          autocomplete="off"
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      }
    >
      {wanted === '' ? (
        <Empty icon="radio" text={say('radio.searchHint')} />
      ) : answer === undefined ? (
        <Loading />
      ) : (
        <Results
          {...{ answer, kept: kept.value ?? [], more: () => void more() }}
          again={() => {
            setAnswer(undefined);
            setAttempt(attempt + 1);
          }}
          added={kept.again}
        />
      )}
    </Page>
  );
}

interface ResultsProps extends Record<'more' | 'again' | 'added', () => void> {
  readonly answer: Answer;
  readonly kept: readonly Station[];
}

function Results({ answer: { stations, hasMore, error }, kept, more, again, added }: ResultsProps) {
  if (error instanceof Refused && error.code === 'RADIO_DIRECTORY_OFF')
    return <Empty icon="radio" text={say('radio.off')} />;
  if (error !== undefined) return <Failed error={error} again={again} />;
  if (stations.length === 0) return <Empty icon="radio" text={say('radio.searchNone')} />;
  const addresses = new Set(kept.map(({ url }) => url));
  const keepButton = (station: Found) =>
    addresses.has(station.url) ? (
      <IconButton icon="check" label={say('radio.isKept')} disabled onClick={() => undefined} />
    ) : (
      <IconButton
        icon="add"
        label={say('radio.keep', { name: station.name })}
        onClick={() => void keepStation(station).then(added)}
      />
    );
  return (
    <>
      <List
        label={say('radio.find')}
        of={stations}
        keyOf={({ id }) => id}
        row={(station) => (
          <StationRow station={station} onTap={() => void playAddress(station)}>
            {keepButton(station)}
          </StationRow>
        )}
      />
      {hasMore && (
        <p class="buttons">
          <Button label={say('radio.more')} act={more} />
        </p>
      )}
    </>
  );
}
