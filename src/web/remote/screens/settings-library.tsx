/** Settings of the library: scan, folders, tags, and files that could not be read. */
import { Action, Choice, Group, ProgressBar, Switch, TextField } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { Lines, List } from '../parts/list/row.js';
import { Loaded, Loading } from '../parts/states.js';
import { bodyOf, box, done, explainCode, type Schemas } from '../state/box.js';
import { say, texts } from '../state/language.js';
import { bytesText, momentText } from '../state/measures.js';
import { part } from '../state/player.js';
import { useInterval, useResource } from '../state/resource.js';
import { change, settings } from '../state/settings.js';

type Root = Schemas['Roots']['roots'][number];
type Stick = NonNullable<Schemas['Roots']['sticks']>[number];
type ScanState = Schemas['EventSnapshot']['scan'];

/** Problems that are shown. */
const PROBLEMS = 100;

export function LibrarySettingsScreen() {
  const scan = part.scan.value;
  return (
    <Page title={say('nav.library')} above={['more']}>
      {scan === undefined ? (
        <Loading />
      ) : (
        <>
          <Scan scan={scan} />
          <Roots revision={scan.revision} />
          <Tags />
          <LyricsSettings />
          <Problems revision={`${scan.revision}/${scan.last?.at ?? 0}`} isDue={!scan.scanning} />
        </>
      )}
    </Page>
  );
}

function Scan({ scan }: { readonly scan: ScanState }) {
  const { scanning, phase, files, read, failed, last } = scan;
  const start = (rebuild: boolean): void => {
    // The answer comes when the scan is over; events report its progress.
    void done(box.PUT('/scan-library', { params: { query: { rebuild_index: rebuild } } }));
  };
  return (
    <Group title={say('scan.title')}>
      {scanning ? (
        <div class="whole" role="status">
          <p>{say(`scan.phase.${phase === '' ? 'starting' : phase}`)}</p>
          <progress aria-label={say('scan.title')} />
          <p class="faint">
            {say('scan.progress', { files, read })}
            {failed > 0 && ` · ${say('scan.failed', { count: failed })}`}
          </p>
        </div>
      ) : (
        <p class="hint">{lastText(last)}</p>
      )}
      <Action icon="refresh" label={say('scan.now')} busy={scanning} act={() => start(false)} />
      {!scanning && (
        <Action
          label={say('scan.rebuild')}
          confirm={{ title: say('scan.rebuild'), text: say('scan.rebuildText'), label: say('scan.rebuild') }}
          act={() => start(true)}
        />
      )}
    </Group>
  );
}

function lastText(last: ScanState['last']): string {
  if (last === null) return say('scan.never');
  if (last.code !== '') return say('scan.lastFailed', { reason: last.reason });
  return say('scan.last', { when: momentText(last.at), count: last.files });
}

function Roots({ revision }: { readonly revision: string }) {
  const found = useResource(`roots/${revision}`, () => bodyOf(box.GET('/system/roots')));
  const { again } = found;
  // A stick causes no event before it was scanned.
  useInterval(again, 5000);
  return (
    <Loaded of={found}>
      {({ roots, sticks }) => (
        <>
          <Group title={say('roots.title')}>
            {roots.map((root) => (
              <RootRow key={root.id} root={root} />
            ))}
          </Group>
          {sticks !== null && (
            <Group title={say('roots.sticks')}>
              {sticks.length === 0 && <p class="hint">{say('roots.noSticks')}</p>}
              {sticks.map((stick) => (
                <StickRow key={stick.device} stick={stick} />
              ))}
            </Group>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Offered separators; others that are set are shown too. */
const SEPARATORS = [';', ' / ', ',', ' & ', ' feat. ', ' ft. ', ' x '];
const ENCODINGS = [
  ...['auto', 'windows-1252', 'windows-1250', 'windows-1257', 'windows-1251', 'koi8-r', 'windows-1253', 'windows-1254'],
  ...['windows-1255', 'windows-1256', 'windows-874', 'shift_jis', 'gbk', 'big5', 'euc-kr'],
] as const;

/** How tags are read. Each change scans the library again. */
function Tags() {
  const now = settings.value;
  if (now === undefined) return null;
  const { artist_separators: separators, artist_exceptions: exceptions, tag_encoding: encoding } = now;
  const others = separators.filter((each) => !SEPARATORS.includes(each));
  return (
    <>
      <Group title={say('tags.separators')} hint={say('tags.separatorsHint')}>
        {[...SEPARATORS, ...others].map((each) => (
          <Switch
            key={each}
            label={`A${each}${each.endsWith(' ') ? '' : ' '}B`}
            on={separators.includes(each)}
            set={(on) =>
              change({ artist_separators: on ? [...separators, each] : separators.filter((other) => other !== each) })
            }
          />
        ))}
      </Group>
      <Group title={say('tags.exceptions')} hint={say('tags.exceptionsHint')}>
        {exceptions.map((name) => (
          <Action
            key={name}
            icon="close"
            label={name}
            hint={say('tags.exceptionRemove')}
            act={() => change({ artist_exceptions: exceptions.filter((other) => other !== name) })}
          />
        ))}
        <TextField
          label={say('tags.exceptionAdd')}
          value=""
          maxLength={200}
          set={(name) => change({ artist_exceptions: [...exceptions, name] })}
        />
      </Group>
      <Group title={say('tags.encoding')} hint={say('tags.encodingHint')}>
        <Choice
          label={say('tags.encodingOf')}
          value={encoding}
          options={texts('tags.encoding', ENCODINGS)}
          set={(value) => change({ tag_encoding: value as typeof encoding })}
          isWide
        />
      </Group>
    </>
  );
}

function LyricsSettings() {
  const now = settings.value;
  if (now === undefined) return null;
  return (
    <Group title={say('lyrics.title')} hint={say('lyrics.onlineHint')}>
      <Switch label={say('lyrics.online')} on={now.lyrics_online} set={(on) => change({ lyrics_online: on })} />
      {now.lyrics_online && (
        <TextField
          label={say('lyrics.server')}
          hint={say('lyrics.serverHint')}
          value={now.lyrics_url}
          maxLength={1024}
          pattern="https?://[^\s?#@]+"
          set={(text) => change({ lyrics_url: text })}
        />
      )}
    </Group>
  );
}

function RootRow({ root }: { readonly root: Root }) {
  const { path, present, tracks, bytes_total: total, bytes_free: free, read_only: isReadOnly } = root;
  const facts = [say('track.count', { count: tracks }), isReadOnly === true ? say('roots.readOnly') : ''];
  return (
    <div class="line field column">
      <Lines title={path} text={present ? facts.filter(Boolean).join(' · ') : say('roots.away')} />
      {total !== null && free !== null && (
        <>
          <ProgressBar label={path} value={total - free} max={total} />
          <span class="faint small">{say('roots.free', { free: bytesText(free), total: bytesText(total) })}</span>
        </>
      )}
    </div>
  );
}

function StickRow({ stick: { device, state, path, reason } }: { readonly stick: Stick }) {
  const facts = { mounted: device, mounting: say('roots.stick.mounting') };
  const text = state === 'refused' ? say('roots.stick.refused', { reason: reason ?? '' }) : facts[state];
  return (
    <div class="line field">
      <Lines title={path ?? device} text={text} isProblem={state === 'refused'} />
    </div>
  );
}

/** @param isDue whether the scan is over that found them */
function Problems({ revision, isDue }: { readonly revision: string; readonly isDue: boolean }) {
  const found = useResource(
    `scan/${revision}`,
    isDue ? () => bodyOf(box.GET('/scan', { params: { query: { limit: PROBLEMS } } })) : undefined,
  );
  const { problems = [], problem_count: count = 0 } = found.value ?? {};
  if (count === 0) return null;
  return (
    <Group title={say('scan.problems')} hint={say('scan.failed', { count })}>
      <List
        of={problems}
        keyOf={({ path }) => path}
        row={({ path, code, reason }) => (
          <div class="line field">
            <Lines title={path} text={code === 'UNREADABLE_FILE' ? reason : explainCode(code, reason)} />
          </div>
        )}
      />
      {count > problems.length && <p class="hint">{say('scan.moreProblems', { count: count - problems.length })}</p>}
    </Group>
  );
}
