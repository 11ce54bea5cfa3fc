/** Backups that the box has made by itself, each with its way back. */
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { bytesText, momentText } from '../state/measures.js';
import { notify } from '../state/notices.js';
import { useResource } from '../state/resource.js';
import { openSheet } from '../state/sheets.js';
import { Action } from './form.js';
import { Loaded } from './states.js';

type KeptBackup = Schemas['KeptBackups']['backups'][number];

export function openKeptBackups(): void {
  openSheet({ title: say('box.backupsKept'), body: () => <KeptBackupsSheet /> });
}

function KeptBackupsSheet() {
  const found = useResource('system/backups', () => bodyOf(box.GET('/system/backups')));
  return (
    <Loaded of={found}>
      {({ backups }) => (
        <div class="group-rows">
          {backups.length === 0 && <p class="hint">{say('box.backupsNone')}</p>}
          {backups.map((backup) => (
            <KeptBackupRow key={backup.name} {...backup} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

function KeptBackupRow({ name, made_at: madeAt, bytes, source }: KeptBackup) {
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
