/**
 * The worker thread that reads tags: the only place where music-metadata is loaded, so that its memory and its start-up
 * go away with the thread. `tag-reader.ts` starts and ends it. It reads one file after the other and never throws: a
 * file that cannot be read is answered without a tag.
 */
import { stat } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { parseFile } from 'music-metadata';
import { readInformationLength } from './mpeg-length.js';
import { toTrackTag, type TrackTag } from './track-tag.js';

/** To the worker: the absolute path of a file. */
export type TagRequest = string;

/** From the worker, one for each request and in the same order. */
export interface TagReply {
  readonly path: string;
  /** Undefined when the file is unreadable or is no audio. */
  readonly tag: TrackTag | undefined;
}

async function readTag(path: string): Promise<TagReply> {
  try {
    // `duration`: count the frames of files without a Xing header instead of guessing from the bit rate.
    const metadata = await parseFile(path, { duration: true, skipCovers: true });
    const tag = toTrackTag(metadata, path, (await stat(path)).size);
    const length = await readInformationLength(path);
    return { path, tag: length === undefined ? tag : { ...tag, length } };
  } catch {
    return { path, tag: undefined };
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (path: TagRequest) => {
  last = last.then(async () => parentPort?.postMessage(await readTag(path)));
});
