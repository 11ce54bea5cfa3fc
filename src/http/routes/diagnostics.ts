/** One document for a report of a fault, without secrets. */
import { withoutSecrets } from '../../log.js';
import type { Machine } from '../../system/machine.js';
import { exposition } from '../../system/metrics/exposition.js';
import { JSON_TYPE } from '../answer.js';
import type { RequestDurations } from '../durations.js';
import type { EventHub } from '../events/events.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf } from '../route.js';
import { attachment } from '../send-file.js';
import { DiagnosticsSchema } from '../wire/diagnostics.js';
import { toScan } from '../wire/scan.js';
import { toSettings } from '../wire/settings.js';
import { sourcesOf } from './settings.js';

const api = routesOf('/system', { tag: 'System' });

const SCAN_PROBLEMS = 100;

export function diagnosticsRoutes(deps: HttpDeps, events: EventHub, durations: RequestDurations): Route[] {
  return [
    api.get('/diagnostics', 'getDiagnostics', 'Download a diagnostic report', {
      protected: 'always',
      description:
        'To be sent with a report: versions, machine, sound, configuration, settings, readings, the last events and ' +
        'log records, on the appliance also of earlier starts. The PIN, the token for ListenBrainz, key and account of Last.fm, and what addresses carry after their `?` or before their `@` ' +
        'are not in it; names of files are.',
      answers: jsonAnswer('The report.', DiagnosticsSchema, ['Content-Disposition', 'Cache-Control']),
      async handler(_input, ctx) {
        const report = await reportOf(deps, events, durations);
        const day = new Date(report.made_at * 1000).toISOString().slice(0, 10);
        ctx.set({ 'Content-Type': JSON_TYPE, 'Content-Disposition': attachment(`tonearm-diagnostics-${day}.json`) });
        ctx.set('Cache-Control', 'no-store');
        ctx.body = JSON.stringify(report, (_, value: unknown) =>
          typeof value === 'string' ? withoutSecrets(value) : value,
        );
      },
    }),
  ];
}

/** What cannot be had is null: the report is wanted most when something is broken. */
async function reportOf(deps: HttpDeps, events: EventHub, durations: RequestDurations) {
  const { diagnostics, health, library, scanner, paths, player, version } = deps;
  const count = (kind: 'track' | 'album' | 'artist' | 'genre') =>
    library
      .all(kind)
      .total()
      .catch(() => null);
  const [machine, sqlite, checks, tracks, albums, artists, genres, problems, kept] = await Promise.all([
    diagnostics.readMachine(),
    diagnostics.readSqliteVersion().catch(() => null),
    health.read(),
    ...[count('track'), count('album'), count('artist'), count('genre')],
    scanner.problems(SCAN_PROBLEMS, 0).catch(() => null),
    diagnostics.readKeptLog(),
  ] as const);
  return {
    made_at: Math.floor(Date.now() / 1000),
    versions: versionsOf(version, sqlite, machine),
    machine: machineOf(machine),
    audio: audioOf(deps),
    health: checks.map(({ name, milliseconds, problem = null }) => ({ name, milliseconds, problem })),
    queued: player.queue().entries.length,
    configuration: diagnostics.configuration,
    settings: toSettings(sourcesOf(deps)),
    library: { roots: paths.roots, tracks, albums, artists, genres },
    scan: problems && toScan(scanner.read(), problems),
    metrics: exposition([...deps.readMetrics(), durations.read()]),
    events: events.recent(),
    log: diagnostics.log.read(),
    kept_log: kept ?? null,
  };
}

function versionsOf(tonearm: string, sqlite: string | null, { kernel, alsa_lib }: Machine) {
  return { tonearm, node: process.versions.node, sqlite, alsa_lib, kernel };
}

function machineOf({ model, system, architecture, processors, memory, free_memory, uptime }: Machine) {
  return { model, system, architecture, processors, memory, free_memory, uptime };
}

function audioOf({ diagnostics, player }: HttpDeps) {
  const none = { device: null, card: null, rate: null, format: null, period: null, buffer: null };
  return { ...none, ...diagnostics.output(), problem: player.status().outputProblem?.detail ?? null };
}
