/** The box under the daemon: its clock, its power, and its system. */
import { InvalidInput } from '../../errors.js';
import type { ClockChange, ClockState } from '../../system/clock.js';
import { POWER_ACTIONS } from '../../system/power.js';
import type { UpdateOffer, UpdateState } from '../../system/update/updates.js';
import { VERSION_ORDERS } from '../../system/update/version-order.js';
import * as schema from '../schema.js';

export const SystemClockSchema = schema.named('SystemClock').record('The clock of the box.', {
  time: { type: 'string', format: 'date-time', description: 'Now, in UTC (RFC 3339).' },
  timezone: schema.text('Name of the zone in the tz database, such as `Europe/Berlin`.'),
  timezone_chosen: schema.boolean('Whether a person or a file of the card chose the zone; false: it is the default.'),
  ntp: schema.boolean('Whether the network sets the clock.'),
  ntp_available: schema.boolean('Whether there is a program that can do that.'),
  synchronised: schema.boolean('Whether the network has set the clock since the start.'),
});

export const NewClockSchema = schema.named('NewClock').schema({
  type: 'object',
  description: 'What is left out stays as it is.',
  properties: {
    timezone: schema.words(255, 'One of `GET /system/time-zones`.'),
    ntp: schema.boolean('Whether the network sets the clock.'),
    time: schema.words(
      64,
      'Date, time and offset as RFC 3339 has them, such as `2026-11-22T18:30:00+01:00`; only while `ntp` is false.',
    ),
  },
});

export const TimeZonesSchema = schema.listOf(schema.text('Name of a zone.'));

export const NewPowerSchema = schema.named('NewPower').record('', {
  action: schema.choice(POWER_ACTIONS, 'What the box is to do.'),
});

const SlotSchema = schema.record('', {
  name: schema.text('`A` or `B`.'),
  running: schema.boolean('Whether the box runs from it.'),
  good: schema.boolean('Whether it holds a system that can be started.'),
  version: schema.textOrNull('Of the update that wrote it; null for the system that came with the card.'),
});

export const UpdateOfferSchema = schema.named('UpdateOffer').record('What the address of `update_url` offers.', {
  version: schema.text('Of the update.'),
  order: schema.choice(
    VERSION_ORDERS,
    'How it relates to the running version; `unknown` where the two do not say it, such as two builds of one commit.',
  ),
  bytes: schema.count('Size of the download.'),
  changes: schema.listOf(schema.text('A line of the changelog.'), 'What is new, in the words of its makers.'),
  checked_at: { type: 'string', format: 'date-time', description: 'When it was looked up, in UTC (RFC 3339).' },
});

export const FoundOfferSchema = schema.named('FoundUpdateOffer').record('', {
  offer: schema.orNull(UpdateOfferSchema, 'What was looked up last; null since the start, or for another address.'),
});

export const NewDownloadSchema = schema.named('NewUpdateDownload').object('', ['version'], {
  version: schema.words(100, 'The version that `GET /system/update` offers.'),
  older: schema.boolean(
    'Whether it may be a version that is not known to be newer than the running one; `false` if left out.',
  ),
});

const UpdateProblemSchema = schema.record('', {
  code: schema.text('See `x-error-codes`.'),
  detail: schema.text('In words.'),
});

export const UpdateSchema = schema.named('Update').record('The system of the box, and what becomes of it.', {
  version: schema.textOrNull('Of the running system; null where nothing says it.'),
  state: schema.choice(
    ['idle', 'receiving', 'downloading', 'installing', 'ready'],
    'What is done; `receiving`: from a client; `ready`: the next start runs the other slot.',
  ),
  received: schema.countOrNull('Bytes of the update that came so far; null unless it is received or downloaded.'),
  total: schema.countOrNull(
    'Bytes of all of it; null where that is not known, and unless it is received or downloaded.',
  ),
  percent: schema.countOrNull('How far the installation is; null unless one runs.'),
  step: schema.textOrNull("What the installation does, in RAUC's words; null unless one runs."),
  failure: schema.textOrNull("Why the last installation failed, in RAUC's words; null when it did not."),
  problem: schema.orNull(
    UpdateProblemSchema,
    'Why the last download did not lead to an installation; null when it did, and when it was cancelled.',
  ),
  offer: schema.orNull(UpdateOfferSchema, 'What was looked up last at the address of `update_url`.'),
  slots: schema.listOf(SlotSchema, 'Both places for a system; none while one is being installed.'),
});

export const UpdateBegunSchema = schema.record('', { version: schema.text('Of the update.') });

export function toOffer(offer: UpdateOffer) {
  const { version, order, bytes, changes, at } = offer;
  return { version, order, bytes, changes: [...changes], checked_at: new Date(at).toISOString() };
}

export function toUpdate({ phase, version, slots, failure, problem, offer }: UpdateState) {
  const incoming = phase.kind === 'receiving' || phase.kind === 'downloading' ? phase : undefined;
  return {
    version: version ?? null,
    state: phase.kind,
    received: incoming?.bytes ?? null,
    total: incoming?.total ?? null,
    percent: phase.kind === 'installing' ? phase.percent : null,
    step: phase.kind === 'installing' ? phase.step : null,
    failure: failure ?? null,
    problem: problem === undefined ? null : { code: problem.code, detail: problem.message },
    offer: offer === undefined ? null : toOffer(offer),
    slots: slots.map((slot) => ({
      name: slot.name,
      running: slot.isRunning,
      good: slot.isGood,
      version: slot.version ?? null,
    })),
  };
}

export function toSystemClock(state: ClockState) {
  const { time, timeZone, zoneChosen, networkTime, canNetworkTime, synchronised } = state;
  return {
    time: new Date(time).toISOString(),
    timezone: timeZone,
    timezone_chosen: zoneChosen,
    ntp: networkTime,
    ntp_available: canNetworkTime,
    synchronised,
  };
}

/** @throws InvalidInput INVALID_BODY for a time that is none */
export function toClockChange({ timezone, ntp, time }: schema.Static<typeof NewClockSchema>): ClockChange {
  return {
    ...(timezone !== undefined && { timeZone: timezone }),
    ...(ntp !== undefined && { networkTime: ntp }),
    ...(time !== undefined && { time: toTime(time) }),
  };
}

/** RFC 3339 section 5.6, without leap seconds, which no Unix clock has. */
const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Unix milliseconds. */
function toTime(written: string): number {
  const [, local = '', fraction = '', offset = ''] = RFC_3339.exec(written.toUpperCase().replace(' ', 'T')) ?? [];
  const time = Date.parse(`${local}${fraction.slice(0, 4)}${offset}`);
  if (isReal(local) && time > 0) return time;
  const message = 'must be a date, a time and an offset of RFC 3339, such as 2026-11-22T18:30:00+01:00, after 1970';
  throw new InvalidInput('INVALID_BODY', `The time ${message}.`, [{ path: '/time', message }]);
}

/** A day too many would run over into the next month. */
function isReal(local: string): boolean {
  const utc = Date.parse(`${local}Z`);
  return !Number.isNaN(utc) && new Date(utc).toISOString().startsWith(local);
}
