/** Metrics of the daemon's parts as families, from readings that the caller has taken. */
import { type MetricFamily, single } from './exposition.js';
import { threadSeconds } from './process.js';

export interface BoxReadings {
  readonly version: string;
  readonly sound: {
    readonly xruns: number;
    readonly starvations: number;
    /** Seconds of sound. */
    readonly ringFill: number;
    readonly ringCapacity: number;
    readonly decoderRestarts: number;
    readonly decoderThread: number;
    readonly outputThread: number;
    readonly trouble: object | undefined;
  };
  readonly playback: 'stopped' | 'playing' | 'paused';
  /** Entries of the live queue. */
  readonly queued: number;
  readonly scan: {
    readonly progress: ScanCounts | undefined;
    readonly last:
      (ScanCounts & { readonly at: number; readonly milliseconds: number; readonly failure?: unknown }) | undefined;
  };
}

interface ScanCounts {
  readonly files: number;
  readonly read: number;
  readonly failed: number;
}

const STATES = ['stopped', 'playing', 'paused'] as const;

export function boxFamilies({ version, sound, playback, queued, scan }: BoxReadings): MetricFamily[] {
  return [
    { ...named('tonearm_build_info', 'The version of the daemon.'), samples: [{ labels: { version }, value: 1 }] },
    ...soundFamilies(sound),
    {
      ...named('tonearm_playback_state', 'Whether it is stopped, plays or is paused: 1 for what it is.'),
      samples: STATES.map((state) => ({ labels: { state }, value: state === playback ? 1 : 0 })),
    },
    single('gauge', 'tonearm_queue_entries', 'Entries of the live queue.', queued),
    ...scanFamilies(scan),
  ];
}

function soundFamilies(sound: BoxReadings['sound']): MetricFamily[] {
  const { xruns, starvations, ringFill, ringCapacity, decoderRestarts, trouble } = sound;
  return [
    single('counter', 'tonearm_xruns_total', 'Underruns that the sound card reported.', xruns),
    single('counter', 'tonearm_starvations_total', 'Those of them that came from an empty ring.', starvations),
    single('gauge', 'tonearm_ring_fill_seconds', 'Sound that is decoded and waits for the sound card.', ringFill),
    single('gauge', 'tonearm_ring_capacity_seconds', 'Sound that the ring has room for.', ringCapacity),
    single('gauge', 'tonearm_output_available', '0 while no sound card can be had.', trouble === undefined ? 1 : 0),
    ...threadFamilies(sound),
    single('counter', 'tonearm_decoder_restarts_total', 'Decoder threads that ended by themselves.', decoderRestarts),
  ];
}

function threadFamilies({ decoderThread, outputThread }: BoxReadings['sound']): MetricFamily[] {
  const decode = threadSeconds(decoderThread);
  const output = threadSeconds(outputThread);
  const decodeHelp = 'CPU time of the decoder thread; what ffmpeg decodes for it is not in here.';
  const outputHelp = 'CPU time of the thread that feeds the sound card; it begins anew when the card is opened.';
  return [
    ...(decode === undefined ? [] : [single('counter', 'tonearm_decode_cpu_seconds_total', decodeHelp, decode)]),
    ...(output === undefined ? [] : [single('counter', 'tonearm_output_cpu_seconds_total', outputHelp, output)]),
  ];
}

function scanFamilies({ progress, last }: BoxReadings['scan']): MetricFamily[] {
  const running = single(
    'gauge',
    'tonearm_scan_running',
    'Whether the library is scanned.',
    progress === undefined ? 0 : 1,
  );
  const counts = progress ?? last;
  if (counts === undefined) return [running];
  const kinds = { met: counts.files, read: counts.read, failed: counts.failed };
  return [
    running,
    {
      ...named('tonearm_scan_files', 'Files of the scan that runs, or else of the last one.'),
      samples: Object.entries(kinds).map(([kind, value]) => ({ labels: { kind }, value })),
    },
    ...(last === undefined
      ? []
      : [
          single('gauge', 'tonearm_scan_last_end_time_seconds', 'When a scan was over last, in Unix seconds.', last.at),
          single('gauge', 'tonearm_scan_last_duration_seconds', 'How long it took.', last.milliseconds / 1000),
          single('gauge', 'tonearm_scan_last_failed', 'Whether it failed.', last.failure === undefined ? 0 : 1),
        ]),
  ];
}

function named(name: string, help: string): Omit<MetricFamily, 'samples'> {
  return { name, help, type: 'gauge' };
}
