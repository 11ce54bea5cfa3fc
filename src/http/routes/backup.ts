/** Backup, restore and reset of what people did with the box. */
import type { WantedSettings } from '../../backup/backups.js';
import type { KeptBackupsDeps } from '../../backup/kept-backups.js';
import { InvalidInput } from '../../errors.js';
import { DEFAULT_MODES } from '../../playback/modes.js';
import { DEFAULT_SETTINGS } from '../../settings/settings.js';
import { JSON_TYPE } from '../answer.js';
import { createJudge, streamedBody } from '../body.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, REFUSED, type Route, routesOf } from '../route.js';
import { attachment, sendPart } from '../send-file.js';
import * as backup from '../wire/backup.js';
import { judgeSettings, type NewSettings } from '../wire/new-settings.js';
import { NewSettingsSchema } from '../wire/settings-schema.js';
import * as wire from '../wire/settings.js';
import { type SettingsDeps, sourcesOf } from './settings.js';

const api = routesOf('/system', { tag: 'System' });

/** Two thousand playlists of ten thousand tracks fit. */
const LIMIT_BYTES = 256 * 1024 * 1024;

const BUSY = { 409: 'Another backup, restore or reset is under way.' } as const;

const RESTORE_REFUSALS = {
  422: 'Settings in it ask for what this version does not do; `refused` has each of them with the reason.',
  ...REFUSED,
} as const;

/** Settings as a backup has them: written from those in force, and read for a restore. */
export function backupSettings(deps: SettingsDeps): KeptBackupsDeps['settings'] {
  const judge = createJudge(NewSettingsSchema);
  return {
    write: () => backup.toBackupSettings(sourcesOf(deps)),
    read: (given) => toWanted(deps, judge, given),
  };
}

export function backupRoutes(deps: SettingsDeps & Pick<HttpDeps, 'backups' | 'keptBackups' | 'stickBackup'>): Route[] {
  const { backups, keptBackups, stickBackup } = deps;
  const settings = backupSettings(deps);
  return [
    api.get('/backup', 'getBackup', 'Download a backup', {
      protected: 'always',
      description:
        'Saved and smart playlists, folders, likes, counts, what was told of streams, settings and volume limits. The ' +
        'PIN, the token for ListenBrainz, what Last.fm knows the box by and the password for MQTT are not in it, nor the queue.',
      answers: jsonAnswer('The backup.', backup.BackupSchema, ['Content-Disposition']),
      refusals: { ...BUSY, 503: 'It cannot be written, such as on a full disk.' },
      async handler(_input, ctx) {
        const { file, bytes, madeAt } = await backups.write(settings.write());
        const day = new Date(madeAt * 1000).toISOString().slice(0, 10);
        ctx.set({ 'Content-Type': JSON_TYPE, 'Content-Disposition': attachment(`tonearm-backup-${day}.json`) });
        ctx.status = 200;
        await sendPart(ctx, file, 0, bytes);
      },
    }),
    api.put('/backup', 'restoreBackup', 'Restore a backup', {
      protected: 'always',
      description:
        'All of it or, after a mistake, nothing. What was there before is kept in the state directory as ' +
        '`state-before-restore.….db`: the oldest copy, the newest, and two between. Playlists, likes and counts find ' +
        'tracks that lie elsewhere a little later. The PIN, the token and the queue stay as they are.',
      streamed: { schema: backup.BackupSchema, limit: LIMIT_BYTES },
      answers: jsonAnswer('In force and kept.', backup.RestoredSchema),
      refusals: {
        409: `${BUSY[409]} Or the backup is of a newer version of Tonearm.`,
        ...RESTORE_REFUSALS,
      },
      async handler(_input, ctx) {
        return await backups.restore(streamedBody(ctx, LIMIT_BYTES), (given) => settings.read(given));
      },
    }),
    api.get('/backups', 'listBackups', 'List automatic backups', {
      protected: 'always',
      description:
        'One is made a day when something has changed, and the newest seven are kept. The newest come first. Those that ' +
        'lie only on a USB stick are among them, and `stick` says how the last copy there went (`backup_to_stick`).',
      answers: jsonAnswer('The backups.', backup.KeptBackupsSchema),
      async handler() {
        const [kept, stick] = await Promise.all([keptBackups.list(), stickBackup.read()]);
        return backup.toKeptBackups(kept, stick);
      },
    }),
    api.post('/backups/{name}/restore', 'restoreKeptBackup', 'Restore an automatic backup', {
      protected: 'always',
      description: 'As `PUT /system/backup` does with the same file.',
      segments: { name: 'As `GET /system/backups` has it.' },
      answers: jsonAnswer('In force and kept.', backup.RestoredSchema),
      refusals: {
        404: 'There is no such backup.',
        409: `${BUSY[409]} Or the backup is of a newer version of Tonearm.`,
        ...RESTORE_REFUSALS,
        422: `The backup is damaged (\`INVALID_BACKUP\`). Or: ${RESTORE_REFUSALS[422]}`,
        500: 'The backup cannot be read, such as from a stick that was pulled out.',
      },
      handler: ({ params: { name } }) => keptBackups.restore(name),
    }),
    api.post('/reset', 'reset', 'Reset the settings, or everything', {
      protected: 'always',
      description:
        'What was there before is kept in the state directory as `state-before-reset.….db`: the oldest ' +
        'copy, the newest, and two between. After `everything` the library is read anew.',
      body: backup.ResetSchema,
      answers: { 204: { description: 'In force and kept.' } },
      refusals: { ...BUSY, ...REFUSED },
      handler: ({ body }) => backups.reset(body.scope),
    }),
  ];
}

/** Told by a box that is as it came. */
const SETTINGS_AT_FIRST = wire.toSettings({
  settings: DEFAULT_SETTINGS,
  modes: DEFAULT_MODES,
  volume: { volume: 0, min: 0, max: 0 },
  volumeLimit: 0,
  musicDirectory: '',
});

/** @throws InvalidInput INVALID_BODY with paths below `/settings`, MembersRefused */
async function toWanted(
  { settings, paths }: SettingsDeps,
  judge: ReturnType<typeof createJudge>,
  given: unknown,
): Promise<WantedSettings> {
  await judge(given, '/settings');
  const body = given as NewSettings;
  // Another box has other roots: then its own first one is as good.
  const directory = body.music_dir ? await paths.resolve(body.music_dir).catch(() => '') : '';
  const { wanted, modes } = changesOf({ ...body, music_dir: directory });
  const { listenBrainz, lastFm, mqtt } = wanted;
  const { listenBrainz: now, lastFm: account, mqtt: broker, audioOutput, cardOutput } = settings.read();
  const token = listenBrainz.token === '' && listenBrainz.address === now.address ? now.token : listenBrainz.token;
  return {
    // What is plugged in is the box's and not the backup's.
    settings: {
      ...{ ...wanted, audioOutput, cardOutput, listenBrainz: { ...listenBrainz, token } },
      lastFm: lastFm.address === account.address ? { ...account, enabled: lastFm.enabled } : lastFm,
      mqtt:
        mqtt.address === broker.address && mqtt.user === broker.user ? { ...mqtt, password: broker.password } : mqtt,
    },
    modes,
  };
}

function changesOf(body: NewSettings): { wanted: WantedSettings['settings']; modes: WantedSettings['modes'] } {
  try {
    const judged = judgeSettings(body, SETTINGS_AT_FIRST);
    return {
      wanted: { ...DEFAULT_SETTINGS, ...wire.toChanges(judged, DEFAULT_SETTINGS) },
      modes: { ...DEFAULT_MODES, ...wire.toModes(judged.asked) },
    };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const violations = error.violations.map(({ path, message }) => ({ path: `/settings${path}`, message }));
    throw new InvalidInput(error.code, error.message, violations);
  }
}
