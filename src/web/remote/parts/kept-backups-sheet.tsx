/** Backups that the box has made by itself, each with its way back, and their copies on a USB stick. */
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { bytesText, momentText } from '../state/measures.js';
import { notify } from '../state/notices.js';
import { useInterval, useResource } from '../state/resource.js';
import { change, settings } from '../state/settings.js';
import { openSheet } from '../state/sheets.js';
import { Action, Switch } from './form.js';
import { Loaded } from './states.js';

type KeptBackups = Schemas['KeptBackups'];

/** Milliseconds between two looks at a copy. */
const PAUSE = 2000;

export function openKeptBackups(): void {
  openSheet({ title: say('box.backupsKept'), body: () => <KeptBackupsSheet /> });
}

function KeptBackupsSheet() {
  const found = useResource('system/backups', () => bodyOf(box.GET('/system/backups')));
  const isOn = settings.value?.backup_to_stick === true;
  useInterval(() => {
    // Without an answer so far the PIN is being asked for.
    if (isOn && found.value !== undefined && !document.hidden) found.again();
  }, PAUSE);
  return (
    <Loaded of={found}>
      {({ backups, stick }) => (
        <div class="group-rows">
          <Switch
            label={say('box.backupStick')}
            hint={stickHint(stick, isOn)}
            on={isOn}
            disabled={stick === null && !isOn}
            set={(on) => change({ backup_to_stick: on })}
          />
          {backups.length === 0 && <p class="hint">{say('box.backupsNone')}</p>}
          {backups.map((backup) => (
            <KeptBackupRow key={backup.name} {...backup} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

function stickHint(stick: KeptBackups['stick'], isOn: boolean): string {
  if (stick === null) return say('box.backupStickCannot');
  if (!isOn || stick.state === 'never') return say('box.backupStickHint');
  if (stick.state === 'copying') return say('box.backupStickCopying');
  const moment = stick.at === null ? '' : momentText(stick.at);
  if (stick.state === 'copied') return say('box.backupStickCopied', { moment });
  return say('box.backupStickFailed', { moment, reason: stick.text ?? '' });
}

function KeptBackupRow({ name, made_at: madeAt, bytes, source }: KeptBackups['backups'][number]) {
  const moment = momentText(madeAt);
  const size = bytesText(bytes);
  const restore = async (): Promise<void> => {
    const params = { path: { name } };
    if (await done(box.POST('/system/backups/{name}/restore', { params }))) notify(say('box.backupDone'));
  };
  return (
    <Action
      icon="refresh"
      label={moment}
      hint={source === 'stick' ? say('box.backupOnStick', { size }) : size}
      confirm={{
        title: say('box.backupPutTitle'),
        text: say('box.backupKeptText', { moment }),
        label: say('box.backupPutDo'),
      }}
      act={() => void restore()}
    />
  );
}
