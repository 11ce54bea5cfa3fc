/** Stations of the directory, part by part; each can be played and kept. */
import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../parts/page.js';
import { List } from '../parts/list/row.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { done, Refused } from '../state/box.js';
import { say } from '../state/language.js';
import { shownTrack } from '../state/player.js';
import {
  askForStations,
  type Found,
  findStations,
  keepStation,
  playAddress,
  radioRevision,
  type StationQuestion,
} from '../state/radio.js';
import { useResource } from '../state/resource.js';
import { StationRow } from './radio.js';

const PIECE = 30;

interface Answer {
  readonly question: StationQuestion;
  readonly stations: readonly Found[];
  /** Requested stations, including those that the daemon leaves out. */
  readonly asked: number;
  readonly hasMore: boolean;
  readonly error?: unknown;
}

interface StationsProps {
  readonly question: StationQuestion;
  readonly label: string;
  /** Milliseconds until the request, for a question that is being typed: the directory is a public service. */
  readonly pause?: number;
}

/** The stations that were found last stay until others come. */
export function DirectoryStations({ question, label, pause = 0 }: StationsProps) {
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);
  const kept = useResource('radio', askForStations, radioRevision.value);

  useEffect(() => {
    let isCurrent = true;
    const show = (found: Omit<Answer, 'question'>): void => {
      if (isCurrent) setAnswer({ question, ...found });
    };
    const timer = setTimeout(() => {
      findStations(question, 0, PIECE).then(
        (stations) => show({ stations, asked: PIECE, hasMore: stations.length > 0 }),
        (error: unknown) => show({ stations: [], asked: 0, hasMore: false, error }),
      );
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [JSON.stringify(question), attempt]);

  if (answer === undefined) return <Loading />;
  const { stations, hasMore, error } = answer;
  const more = async (): Promise<void> => {
    let next: readonly Found[] = [];
    if (!(await done(findStations(answer.question, answer.asked, PIECE).then((found) => (next = found))))) return;
    const known = new Set(stations.map(({ id }) => id));
    const all = [...stations, ...next.filter(({ id }) => !known.has(id))];
    const longer = { ...answer, stations: all, asked: answer.asked + PIECE, hasMore: next.length > 0 };
    // Another answer may have come first.
    setAnswer((now) => (now === answer ? longer : now));
  };
  const again = (): void => {
    setAnswer(undefined);
    setAttempt(attempt + 1);
  };
  if (error !== undefined) return <DirectoryFailed error={error} again={again} />;
  if (stations.length === 0) return <Empty icon="radio" text={say('radio.searchNone')} />;
  const addresses = new Set(kept.value?.map(({ url }) => url));
  return (
    <>
      <List
        label={label}
        of={stations}
        keyOf={({ id }) => id}
        row={(station) => (
          <StationRow
            station={station}
            isCurrent={shownTrack.value?.path === station.url}
            onTap={() => void playAddress(station)}
          >
            {addresses.has(station.url) ? (
              <IconButton icon="check" label={say('radio.isKept')} disabled onClick={() => undefined} />
            ) : (
              <IconButton
                icon="add"
                label={say('radio.keep', { name: station.name })}
                onClick={() => void keepStation(station).then(kept.again)}
              />
            )}
          </StationRow>
        )}
      />
      {hasMore && (
        <p class="buttons">
          <Button label={say('radio.more')} act={() => void more()} />
        </p>
      )}
    </>
  );
}

export function DirectoryFailed({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  if (error instanceof Refused && error.code === 'RADIO_DIRECTORY_OFF')
    return <Empty icon="radio" text={say('radio.off')} />;
  return <Failed error={error} again={again} />;
}
