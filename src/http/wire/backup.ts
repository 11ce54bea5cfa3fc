/** Backups on the wire: what is set in the words of `PUT /settings`, everything else as the room of backups has it. */
import { HEAD, TABLES } from '../../backup/document.js';
import type { KeptBackup } from '../../backup/kept-backups.js';
import type { StickCopy } from '../../system/stick-backup.js';
import type { ResetScope } from '../../backup/orders.js';
import { choice, count, integerOrNull, listOf, named, orNull, record, text, textOrNull } from '../schema.js';
import { toWire } from './names.js';
import type { NewSettings } from './new-settings.js';
import { NewSettingsSchema } from './settings-schema.js';
import { type SettingsSources, toSettings } from './settings.js';

const LISTS = Object.fromEntries(
  Object.entries(TABLES).map(([name, { schema, most }]) => [
    name,
    { type: 'array', items: schema, ...(most !== undefined && { maxItems: most }) },
  ]),
);

export const BackupSchema = named('Backup').schema({
  type: 'object',
  description: 'What people did with the box. Tracks have what is needed to know them again on another one.',
  required: [...Object.keys(HEAD), ...Object.keys(TABLES).filter((name) => TABLES[name]?.mayLack !== true)],
  properties: { ...HEAD, settings: NewSettingsSchema, ...LISTS },
});

export const RestoredSchema = named('Restored').schema({
  type: 'object',
  description: 'How many elements each list of the backup had.',
  required: Object.keys(TABLES),
  properties: Object.fromEntries(Object.keys(TABLES).map((name) => [name, count('How many.')])),
});

const KeptBackupSchema = record('A backup that can be restored by its name.', {
  name: text('Name of its file, with the time at which it was made (UTC).'),
  made_at: count('When it was made, in Unix seconds.'),
  bytes: count('Size.'),
  source: choice(['box', 'stick'], 'Where it lies: on the box, or on a USB stick.'),
});

const StickCopySchema = record('How the last copy to a USB stick went, since the box started.', {
  state: choice(['never', 'copying', 'copied', 'failed'], 'A failed copy leaves the stick as it was.'),
  text: textOrNull('Result in English, for people; null unless there is one.'),
  at: integerOrNull('When it ended, in Unix seconds; null unless it has.'),
});

export const KeptBackupsSchema = named('KeptBackups').record('Backups that were made without a person.', {
  backups: listOf(KeptBackupSchema),
  stick: orNull(StickCopySchema, 'Null on a box that cannot copy to sticks, such as a PC.'),
});

export const toKeptBackups = (backups: readonly KeptBackup[], stick: StickCopy | undefined) => ({
  backups: backups.map((backup) => toWire(KeptBackupSchema, backup)),
  stick: stick === undefined ? null : { state: stick.state, text: stick.text ?? null, at: stick.at ?? null },
});

const SCOPES = ['settings', 'everything'] as const satisfies readonly ResetScope[];

export const ResetSchema = named('Reset').record('', {
  scope: choice(
    SCOPES,
    '`settings`: all settings, modes and volume limits. `everything`: these, playlists, radio stations, alarms, network ' +
      'shares with their passwords, likes, counts, the queue, what waits for ListenBrainz and Last.fm, and the PIN.',
  ),
});

/** Settings of the box rather than of the person; volume limits are in the backup for each output. */
const LEFT_OUT = [
  ...['music_dir', 'audio_output', 'volume', 'volume_limit'],
  ...['listenbrainz_token_set', 'lastfm_key_set', 'lastfm_connected', 'lastfm_user', 'mqtt_password_set'],
];

/** What is set, as `PUT /settings` takes it; no secret is among what `GET /settings` tells. */
export function toBackupSettings(sources: SettingsSources): NewSettings {
  const reported = Object.entries(toSettings(sources)).filter(([name]) => !LEFT_OUT.includes(name));
  const { musicDirectory } = sources.settings;
  const directory = musicDirectory === '' ? [] : [['music_dir', musicDirectory]];
  return Object.fromEntries([...reported, ...directory]) as NewSettings;
}
