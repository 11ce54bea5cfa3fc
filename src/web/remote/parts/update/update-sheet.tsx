/** The system of the box: its version, an update from an address or this phone, the restart into it, and the way back. */
import { useEffect } from 'preact/hooks';
import { explainCode } from '../../state/box.js';
import { say } from '../../state/language.js';
import { bytesText, versionText } from '../../state/measures.js';
import { useInterval, useResource } from '../../state/resource.js';
import { countDown, dismissRestart, isWatched, restart, restartInto, restartLater } from '../../state/restart.js';
import { openSheet } from '../../state/sheets.js';
import { askForUpdate, cancelDownload, restartsWhenReady, rollBack, sending, sendUpdate } from '../../state/update.js';
import { Action, FilePick } from '../form.js';
import { Loaded } from '../states.js';
import { Offer, type PartProps, type Update } from './offer.js';
import { Restarting } from './restarting.js';

type Slot = Update['slots'][number];

/** Milliseconds between two looks. */
const PAUSE = 1000;
const MOVING: readonly string[] = ['receiving', 'downloading', 'installing'];

export function openUpdate(): void {
  openSheet({ title: say('update.title'), body: () => <UpdateSheet /> });
}

function UpdateSheet() {
  const found = useResource('system/update', askForUpdate);
  const now = found.value;
  const isMoving = sending.value !== undefined || MOVING.includes(now?.state ?? '');
  useInterval(() => {
    if (isMoving && !document.hidden) found.again();
  }, PAUSE);
  useEffect(() => {
    isWatched.value = true;
    return () => {
      isWatched.value = false;
      // Nothing happens to a box that nobody watches any more.
      restartsWhenReady.value = false;
      restartLater();
      dismissRestart();
    };
  }, []);
  useEffect(() => {
    if (now === undefined || !restartsWhenReady.value) return;
    if (now.state === 'ready') countDown(targetOf(now));
    if (now.state === 'ready' || now.state === 'idle') restartsWhenReady.value = false;
  }, [now]);
  if (restart.value !== undefined) return <Restarting now={restart.value} again={found.again} />;
  return (
    <Loaded of={found}>
      {(state) => (
        <div class="group-rows">
          <Running version={state.version} />
          <Moving now={state} again={found.again} />
          {state.state === 'ready' && <Ready now={state} again={found.again} />}
          {state.state === 'idle' && sending.value === undefined && <Idle now={state} again={found.again} />}
        </div>
      )}
    </Loaded>
  );
}

/** The running version, in short and as it is written. */
function Running({ version }: { readonly version: string | null }) {
  const text = version === null ? say('update.unknown') : versionText(version);
  return (
    <div class="version">
      <p class="strong">{say('update.version', { version: text })}</p>
      {version !== null && text !== version && <p class="faint small">{version}</p>}
    </div>
  );
}

/** How far the sending, the download or the installation is. */
function Moving({ now, again }: PartProps) {
  if (now.state === 'installing') {
    const percent = now.percent ?? 0;
    return <Bar text={say('update.installing', { percent })} hint={say('update.musicPlays')} done={percent / 100} />;
  }
  const { received, total } = now;
  if (now.state === 'downloading') {
    const part = Math.min(1, (received ?? 0) / Math.max(1, total ?? 0));
    const sizes = say('update.sizes', { done: bytesText(received ?? 0), all: bytesText(total ?? 0) });
    return (
      <>
        <Bar text={say('update.downloading', { percent: Math.floor(part * 100) })} hint={sizes} done={part} />
        <Action icon="close" label={say('update.cancel')} act={() => void cancelDownload().then(again)} />
      </>
    );
  }
  const size = sending.value;
  if (size === undefined) return now.state === 'receiving' ? <p class="hint">{say('update.elsewhere')}</p> : null;
  const part = Math.min(1, (received ?? 0) / Math.max(1, size));
  const percent = Math.floor(part * 100);
  return <Bar text={say('update.sending', { percent })} hint={say('update.stay')} done={part} />;
}

function Bar({ text, hint, done }: { readonly text: string; readonly hint: string; readonly done: number }) {
  return (
    <div class="progress-row">
      <p class="hint strong" role="status">
        {text}
      </p>
      <progress value={done} max={1} aria-label={text} />
      <p class="hint">{hint}</p>
    </div>
  );
}

const nameOf = (slot: Slot | undefined): string => versionText(slot?.version ?? say('update.ofCard'));

/** The system of the slot that does not run. */
function targetOf(now: Update) {
  const slot = now.slots.find(({ running }) => !running);
  return { slot: slot?.name ?? '', version: nameOf(slot) };
}

function Ready({ now, again }: PartProps) {
  const target = targetOf(now);
  return (
    <>
      <p class="hint strong">{say('update.ready', { version: target.version })}</p>
      <Action
        icon="refresh"
        label={say('update.restartNow')}
        hint={say('box.restartText')}
        act={() => countDown(target)}
      />
      <Action label={say('update.callOff')} act={() => void rollBack().then(again)} />
    </>
  );
}

function Idle({ now, again }: PartProps) {
  const other = now.slots.find(({ running }) => !running);
  const takenBack = other?.good === false ? other.version : null;
  const target = targetOf(now);
  const { problem, failure } = now;
  const reason = problem === null ? failure : explainCode(problem.code, problem.detail);
  return (
    <>
      {reason !== null && <p class="hint problem">{say('update.failed', { reason })}</p>}
      {takenBack !== null && <p class="hint problem">{say('update.takenBack', { version: versionText(takenBack) })}</p>}
      <Offer now={now} again={again} />
      <FilePick
        icon="upload"
        label={say('update.choose')}
        hint={say('update.chooseHint')}
        accept=".raucb"
        chosen={([file]) => file && void sendUpdate(file).then(again)}
      />
      {other?.good === true && (
        <Action
          label={say('update.back', { version: target.version })}
          confirm={{
            title: say('update.back', { version: target.version }),
            text: say('update.backText'),
            label: say('box.restart'),
          }}
          act={() => {
            void rollBack().then((isDone) => {
              if (isDone) return restartInto(target);
              return undefined;
            });
          }}
        />
      )}
    </>
  );
}
