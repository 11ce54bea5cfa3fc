/** The system of the box: its version, an update from this phone, the restart into it, and the way back. */
import type { Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { useInterval, useResource } from '../state/resource.js';
import { closeSheet, openSheet } from '../state/sheets.js';
import { askForUpdate, restartIntoUpdate, rollBack, sending, sendUpdate } from '../state/update.js';
import { Action, FilePick } from './form.js';
import { Loaded } from './states.js';

type Update = Schemas['Update'];
type Slot = Update['slots'][number];

/** Milliseconds between two looks. */
const PAUSE = 1000;

export function openUpdate(): void {
  openSheet({ title: say('update.title'), body: () => <UpdateSheet /> });
}

function UpdateSheet() {
  const found = useResource('system/update', askForUpdate);
  const state = found.value?.state;
  const isMoving = sending.value !== undefined || state === 'receiving' || state === 'installing';
  useInterval(() => {
    if (isMoving && !document.hidden) found.again();
  }, PAUSE);
  return (
    <Loaded of={found}>
      {(now) => (
        <div class="group-rows">
          <p class="hint strong">{say('update.version', { version: now.version ?? say('update.unknown') })}</p>
          <Moving now={now} />
          {now.state === 'ready' && <Ready now={now} again={found.again} />}
          {now.state === 'idle' && sending.value === undefined && <Idle now={now} again={found.again} />}
        </div>
      )}
    </Loaded>
  );
}

/** How far the sending or the installation is. */
function Moving({ now }: { readonly now: Update }) {
  const size = sending.value;
  if (now.state === 'installing') {
    const percent = now.percent ?? 0;
    return <Bar text={say('update.installing', { percent })} hint={say('update.musicPlays')} done={percent / 100} />;
  }
  if (size === undefined) return now.state === 'receiving' ? <p class="hint">{say('update.elsewhere')}</p> : null;
  const part = Math.min(1, (now.received ?? 0) / Math.max(1, size));
  const percent = Math.floor(part * 100);
  return <Bar text={say('update.sending', { percent })} hint={say('update.stay')} done={part} />;
}

function Bar({ text, hint, done }: { readonly text: string; readonly hint: string; readonly done: number }) {
  return (
    <>
      <p class="hint strong" role="status">
        {text}
      </p>
      <progress value={done} max={1} aria-label={text} />
      <p class="hint">{hint}</p>
    </>
  );
}

type PartProps = Readonly<{ now: Update; again: () => void }>;

const nameOf = (slot: Slot | undefined): string => slot?.version ?? say('update.ofCard');

function Ready({ now, again }: PartProps) {
  const next = nameOf(now.slots.find(({ running }) => !running));
  return (
    <>
      <p class="hint strong">{say('update.ready', { version: next })}</p>
      <Action
        icon="refresh"
        label={say('box.restart')}
        hint={say('box.restartText')}
        act={() => {
          closeSheet();
          void restartIntoUpdate();
        }}
      />
      <Action label={say('update.callOff')} act={() => void rollBack().then(again)} />
    </>
  );
}

function Idle({ now, again }: PartProps) {
  const other = now.slots.find(({ running }) => !running);
  const takenBack = other?.good === false ? other.version : null;
  const version = nameOf(other);
  return (
    <>
      {now.failure !== null && <p class="hint problem">{say('update.failed', { reason: now.failure })}</p>}
      {takenBack !== null && <p class="hint problem">{say('update.takenBack', { version: takenBack })}</p>}
      <FilePick
        icon="upload"
        label={say('update.choose')}
        hint={say('update.chooseHint')}
        accept=".raucb"
        chosen={([file]) => file && void sendUpdate(file).then(again)}
      />
      {other?.good === true && (
        <Action
          label={say('update.back', { version })}
          confirm={{
            title: say('update.back', { version }),
            text: say('update.backText'),
            label: say('box.restart'),
          }}
          act={() => {
            void rollBack().then((isDone) => {
              if (isDone) return restartIntoUpdate();
              return undefined;
            });
          }}
        />
      )}
    </>
  );
}
