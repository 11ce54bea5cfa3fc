/** The settings, and the five routes that set a part of the sound (contract sections 12 and 14). */
import type { Context } from 'koa';
import { InvalidInput, NotImplemented } from '../../errors.js';
import type { VolumeRange } from '../../player/types.js';
import type { SettingsRecord } from '../../settings/settings.js';
import { answerJson } from '../answer.js';
import type { HttpParts } from '../parts.js';
import { jsonAnswer, NOT_SAVED, route, type Route } from '../route.js';
import type { JsonSchema } from '../schema.js';
import * as schema from '../wire/settings-schema.js';
import * as wire from '../wire/settings.js';

export type SettingsParts = Pick<HttpParts, 'settings' | 'player' | 'volume' | 'outputs' | 'paths'>;

const REFUSALS = { 501: 'This version does not do what is asked for.', ...NOT_SAVED } as const;
const SET = { 204: { description: 'In force and kept.' } } as const;

function answerNothing(ctx: Context): void {
  ctx.status = 204;
}

/** What the rows of `/player/…` that set a part of the sound have in common. */
function sound<const Body extends JsonSchema>(path: string, operationId: string, summary: string, body: Body) {
  const row = { method: 'PUT', path: `/player/${path}`, tag: 'Settings', operationId, summary } as const;
  return { ...row, body, answers: SET, refusals: REFUSALS };
}

export function settingsRoutes(parts: SettingsParts): Route[] {
  const { settings } = parts;
  return [
    route({
      method: 'GET',
      path: '/settings',
      tag: 'Settings',
      operationId: 'getSettings',
      summary: 'All settings of playback, sound and box',
      answers: jsonAnswer('The settings.', schema.SettingsSchema),
      handler: (ctx) => answerJson(ctx, wire.toSettings(sourcesOf(parts))),
    }),
    route({
      method: 'PUT',
      path: '/settings',
      tag: 'Settings',
      operationId: 'updateSettings',
      summary: 'Change settings',
      description: 'All of them or, after a mistake, none. Keys that are not listed are ignored.',
      body: schema.NewSettingsSchema,
      answers: SET,
      refusals: {
        ...REFUSALS,
        409: 'Another output was chosen meanwhile.',
        503: `The output or its mixer does not answer, or: ${NOT_SAVED[503]}`,
      },
      async handler(ctx, { body }) {
        await change(parts, body);
        answerNothing(ctx);
      },
    }),
    route({
      ...sound('eq', 'setEqualiser', 'Set the equaliser', schema.EqualiserSchema),
      async handler(ctx, { body }) {
        await settings.change({ equaliser: wire.toEqualiser(body, settings.read().equaliser) });
        answerNothing(ctx);
      },
    }),
    route({
      ...sound('crossfeed', 'setCrossfeed', 'Set the crossfeed', schema.CrossfeedSchema),
      async handler(ctx, { body }) {
        await settings.change({ crossfeed: wire.toCrossfeed(body, settings.read().crossfeed) });
        answerNothing(ctx);
      },
    }),
    route({
      ...sound('dithering', 'setDithering', 'Set whether to dither', schema.DitheringSchema),
      async handler(ctx, { body: { enabled } }) {
        await settings.change({ dithering: enabled });
        answerNothing(ctx);
      },
    }),
    route({
      ...sound('afr', 'setAfr', 'Set the reduction of fatigue, which is not acted on', schema.AfrSchema),
      handler(ctx, { body: { mode } }) {
        wire.refuseUnacted({ afr_enabled: mode });
        answerNothing(ctx);
      },
    }),
    route({
      ...sound('pbe', 'setPbe', 'Set the bass enhancement, which is not acted on', schema.PbeSchema),
      handler(ctx, { body: { mode = null, precut = null } }) {
        wire.refuseUnacted({ pbe: mode, pbe_precut: precut });
        answerNothing(ctx);
      },
    }),
  ];
}

/** Everything is judged before anything changes. */
async function change(
  { settings, player, volume, outputs, paths }: SettingsParts,
  body: wire.NewSettings,
): Promise<void> {
  wire.refuseUnacted(body);
  const output = body.audio_output ?? undefined;
  // What is told can be sent back, also while the built-in output stands in for what was chosen.
  const { id: chosen } = outputs.standsInFor() ?? outputs.current();
  const isOther = output !== undefined && output !== chosen;
  if (isOther) requireOutput(outputs, output);
  const limit = body.volume_limit ?? undefined;
  if (limit !== undefined && !isOther) requireStep(limit, volume.read());
  const directory = body.music_dir ? { music_dir: await paths.resolve(body.music_dir) } : {};
  const members = wire.toChanges({ ...body, ...directory }, settings.read());
  const modes = wire.toModes(body);
  // First: it may not be there, and a limit is that of the output that plays.
  if (isOther) await outputs.choose(output);
  // Without members too: what could not be saved the last time must be, before this request is answered.
  const done = [settings.change(members)];
  if (limit !== undefined) done.push(volume.setLimit(limit));
  if (Object.keys(modes).length > 0) done.push(player.setModes(modes));
  const failed = (await Promise.allSettled(done)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** What is no output of this box is something that it does not do. */
function requireOutput(outputs: HttpParts['outputs'], id: string): void {
  try {
    outputs.get(id);
  } catch (cause) {
    throw new NotImplemented('NOT_ACTED_ON', 'This version does not do this: audio_output.', { cause });
  }
}

function requireStep(step: number, { min, max }: VolumeRange): void {
  if (step >= min && step <= max) return;
  const message = `must be between ${min} and ${max}`;
  throw new InvalidInput('INVALID_BODY', `volume_limit ${message}`, [{ path: '/volume_limit', message }]);
}

export function sourcesOf({ settings, player, volume, paths }: SettingsParts): wire.SettingsSources {
  const record: SettingsRecord = settings.read();
  return {
    settings: record,
    modes: player.modes(),
    ...volumeOf(volume),
    musicDirectory: record.musicDirectory || (paths.roots[0] ?? ''),
  };
}

/** Without its card there is no level to tell, and everything else is told all the same. */
function volumeOf(volume: SettingsParts['volume']): Pick<wire.SettingsSources, 'volume' | 'volumeLimit'> {
  try {
    return { volume: volume.read(), volumeLimit: volume.limit() };
  } catch {
    return { volume: { volume: 0, min: 0, max: 0 }, volumeLimit: 0 };
  }
}
