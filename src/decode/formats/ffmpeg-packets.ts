/**
 * Where packets lie in a container, as ffprobe's demuxer sees them: their times and byte offsets around a place. One
 * short process for each question. Thread: the decoder worker's.
 */
import type { ChildPrograms } from './child-programs.js';
import { ffprobe, type ProbedFile } from './ffmpeg-probe.js';

export interface Packet {
  /** In ticks of the stream. */
  readonly time: number;
  /** Byte offset in the file. */
  readonly offset: number;
}

/** ffprobe begins at a packet before the wanted one only where it is told to begin earlier. */
const EARLIER_SECONDS = 0.5;
const MOST_CHARACTERS = 1024 * 1024;

/**
 * The packets from shortly before a time, in seconds, to another; in the order of the file.
 * @param from undefined: from the beginning, without a jump
 */
export async function packetsBetween(
  children: ChildPrograms,
  file: ProbedFile,
  from: number | undefined,
  to: number,
): Promise<readonly Packet[]> {
  const start = from === undefined || from <= EARLIER_SECONDS ? '' : (from - EARLIER_SECONDS).toFixed(3);
  const interval = `${start}%${Math.max(to, 0.001).toFixed(3)}`;
  const entries = ['-read_intervals', interval, '-show_entries', 'packet=pts,pos', '-of', 'csv=p=0'];
  const text = await ffprobe(children, file, entries, MOST_CHARACTERS);
  return text.split('\n').flatMap((line) => {
    const [time = NaN, offset = NaN] = line.split(',').map((part) => (/^-?\d+$/.test(part) ? Number(part) : NaN));
    return Number.isNaN(time) || Number.isNaN(offset) ? [] : [{ time, offset }];
  });
}
