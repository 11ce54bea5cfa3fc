/** A daemon whose time of day a test sets, for alarms. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { bodyOf, type Schemas } from '../../src/client/client.js';
import type { RigOptions } from '../rig/rig.js';
import { createHouse, type Daemon } from './daemon.js';

const WALL_CLOCK = fileURLToPath(new URL('wall-clock.cjs', import.meta.url));

/** Seven in Berlin, on a Friday. */
export const SEVEN = Date.parse('2026-11-27T06:00:00Z');

export type NewAlarm = Schemas['NewAlarm'];
export type Alarm = Schemas['Alarm'];

export class AlarmDaemon {
  constructor(
    readonly daemon: Daemon,
    private readonly setClock: (moment: number) => Promise<void>,
  ) {}

  async add(alarm: NewAlarm): Promise<Alarm> {
    return bodyOf(this.daemon.api.POST('/alarms', { body: alarm }));
  }

  /** Sets an alarm before seven, lets it be seven, and has the daemon look at its clock, which it does once a minute. */
  async ringAtSeven(alarm: Omit<NewAlarm, 'time'>): Promise<void> {
    const { id } = await this.add({ ...alarm, time: '07:00' });
    await this.setClock(SEVEN);
    await bodyOf(this.daemon.api.PUT('/alarms/{id}', { params: { path: { id } }, body: {} }));
    await this.until('ringing');
  }

  async ringing(): Promise<Schemas['RingingAlarm'] | null> {
    return (await bodyOf(this.daemon.api.GET('/alarms'))).ringing;
  }

  /** Waits until it is so. */
  async until(phase: 'ringing' | 'snoozed' | undefined, patience?: number): Promise<void> {
    const isSo = async (): Promise<boolean> => (await this.ringing())?.phase === phase;
    await this.daemon.until(`the alarm is ${phase ?? 'over'}`, isSo, patience);
  }
}

export async function alarmHouse(t: Test, options: RigOptions = { speed: 20, patient: true }) {
  const house = await createHouse(t, options);
  const file = join(house.rig.folder, 'wall-clock');
  /** Sets the time of day of the daemon, in Unix milliseconds. */
  const setClock = (moment: number): Promise<void> => writeFile(file, String(moment - Date.now()));
  return {
    ...house,
    setClock,
    start: async (moment: number, environment: NodeJS.ProcessEnv = {}): Promise<AlarmDaemon> => {
      await setClock(moment);
      const own = { WALL_CLOCK: file, TZ: 'Europe/Berlin', TONEARM_STREAM_ALLOW: '127.0.0.0/8', ...environment };
      return new AlarmDaemon(await house.start({ nodeOptions: ['--require', WALL_CLOCK], environment: own }), setClock);
    },
  };
}

const FRAME = 8;
/** PCM frames in a second of the card. */
export const RATE = 44_100;

/** Strength of a frequency in a part of the capture, both channels together, 32 bits a sample: 0 to 1, by Goertzel. */
export function strengthOf(pcm: Buffer, frequency: number): number {
  const samples = new Int32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + (pcm.length & ~7)));
  const frames = samples.length / 2;
  const factor = 2 * Math.cos((2 * Math.PI * frequency) / RATE);
  let [one, two] = [0, 0];
  for (let at = 0; at < frames; at++) {
    const value = ((samples[2 * at] ?? 0) + (samples[2 * at + 1] ?? 0)) / 2 ** 32;
    [one, two] = [value + factor * one - two, one];
  }
  return frames === 0 ? 0 : Math.sqrt(Math.max(0, one * one + two * two - factor * one * two)) / (frames / 2);
}

/** Root of the mean of the squared samples; full scale is 1. */
export function loudness(pcm: Buffer): number {
  const samples = new Int32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + (pcm.length & ~7)));
  const sum = samples.reduce((total, sample) => total + (sample / 2 ** 31) ** 2, 0);
  return Math.sqrt(sum / Math.max(1, samples.length));
}

/** Seconds of the capture, from the first sound on. */
export const secondsOf = (pcm: Buffer, from: number, to: number): Buffer =>
  pcm.subarray(Math.round(from * RATE) * FRAME, Math.round(to * RATE) * FRAME);

export const secondsIn = (pcm: Buffer): number => pcm.length / (RATE * FRAME);

/** Writes a sine as a WAV file: 16 bits, mono, at half of full scale. */
export async function makeSine(path: string, frequency: number, seconds: number): Promise<void> {
  const frames = Math.round(seconds * RATE);
  const bytes = Buffer.alloc(44 + frames * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [16, 0x0001_0001, RATE, RATE * 2, 0x0010_0002].entries())
    bytes.writeUInt32LE(value, 16 + at * 4);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(frames * 2, 40);
  for (let at = 0; at < frames; at++) {
    bytes.writeInt16LE(Math.round(16_000 * Math.sin((2 * Math.PI * frequency * at) / RATE)), 44 + at * 2);
  }
  await writeFile(path, bytes);
}
