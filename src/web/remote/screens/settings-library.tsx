/** Settings of the library: scan, tags, and files that could not be read. */
import { Action, Choice, Group, LinkRow, Switch, TextField } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { Lines, List } from '../parts/list/row.js';
import { Scan } from '../parts/scan-state.js';
import { Loading } from '../parts/states.js';
import { bodyOf, box, explainCode } from '../state/box.js';
import { say, texts } from '../state/language.js';
import { part } from '../state/player.js';
import { useResource } from '../state/resource.js';
import { addressOf } from '../state/route-path.js';
import { change, settings } from '../state/settings.js';

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
          <div class="group-rows">
            <LinkRow
              icon="folder"
              href={addressOf('settings', 'folders')}
              label={say('folders.title')}
              hint={say('folders.hint')}
            />
          </div>
          <Tags />
          <LyricsSettings />
          <Problems revision={`${scan.revision}/${scan.last?.at ?? 0}`} isDue={!scan.scanning} />
        </>
      )}
    </Page>
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
