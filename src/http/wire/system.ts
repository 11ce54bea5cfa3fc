/** The daemon about itself. */
import type { ResumePoint } from '../../playback/types.js';
import { crc32 } from '../../png.js';
import type { BoxNotice } from '../../system/notices.js';
import { count, int32, listOf, named, record, text } from '../schema.js';
import { NoticesSchema, toNotice } from './notices.js';

export const VersionSchema = named('Version').record('', { version: text('Version of the daemon.') });

const CheckSchema = record('', {
  name: text('The part: `audio`, `state` (what people did) or `library`.'),
  milliseconds: { type: 'number', minimum: 0, description: 'How long it took to answer.' },
});

export const HealthSchema = named('Health').record('That everything the daemon stands on answers.', {
  status: { type: 'string', enum: ['ok'] },
  checks: listOf(CheckSchema),
  notices: { ...NoticesSchema, description: 'As `GET /system/notices`: what nobody has acknowledged yet.' },
});

export function toHealth(
  results: readonly { readonly name: string; readonly milliseconds: number }[],
  notices: readonly BoxNotice[],
) {
  const checks = results.map(({ name, milliseconds }) => ({
    name,
    milliseconds: Math.round(milliseconds * 1000) / 1000,
  }));
  return { status: 'ok', checks, notices: notices.map(toNotice) };
}

export const StatusSchema = named('GlobalStatus').record('The state of the box, and where it would go on.', {
  volume: int32("The present level, in the output's own steps; 0 while it does not answer."),
  resume_index: int32('The entry that `PUT /playlists/resume-track` goes on with; -1 when there is none.'),
  resume_crc32: count('CRC-32 (ISO 3309) of the path of that entry; 0 when there is none.'),
  resume_elapsed: count('Its position in milliseconds.'),
  resume_offset: count('Its position in bytes; 0 when only the time is known.'),
  runtime: count('Seconds since the daemon was started.'),
  topruntime: count('As `runtime`.'),
  dircache_size: count('Always 0.'),
  last_screen: count('Always 0.'),
  viewer_icon_count: count('Always 0.'),
  last_volume_change: count('Always 0.'),
});

export interface StatusSources {
  readonly volume: number;
  readonly resume: ResumePoint | undefined;
  /** Whole seconds. */
  readonly runtime: number;
}

export function toStatus({ volume, resume, runtime }: StatusSources) {
  return {
    volume,
    resume_index: resume?.index ?? -1,
    resume_crc32: resume === undefined ? 0 : crc32(Buffer.from(resume.location)),
    resume_elapsed: resume?.elapsed ?? 0,
    resume_offset: resume?.offset ?? 0,
    runtime,
    topruntime: runtime,
    dircache_size: 0,
    last_screen: 0,
    viewer_icon_count: 0,
    last_volume_change: 0,
  };
}
