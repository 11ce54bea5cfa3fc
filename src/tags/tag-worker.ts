/**
 * The worker thread that reads tags, pictures and lyrics: the only place where music-metadata is loaded, and only for
 * files that need it, so that its memory and its start-up go away with the thread. `tag-reader.ts` starts and ends it. It reads one file after
 * the other and never throws: a file that cannot be read is answered without a tag.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { confineNextTo } from '../confined.js';
import { readPicture } from './full-picture.js';
import { readLyrics, type TagLyrics } from './lyrics.js';
import { NativeReader } from './native-reader.js';
import { readTag } from './read-tag.js';
import type { TagEncoding } from './tag-rules.js';
import { lowerPriority } from '../thread-priority.js';
import type { TrackTag } from './track-tag.js';

/** Before a scan, and behind everything else: somebody waits for what it reads. */
const NICENESS = 5;

export interface TagWorkerData {
  /** Absolute path of the addon, which the process has loaded. */
  readonly nativeFile: string;
}

/** To the worker: the absolute path of a file, and what is wanted of it. */
export interface TagRequest {
  readonly wanted: 'tag' | 'picture' | 'lyrics';
  readonly path: string;
  /** Encoding of texts in tags that do not say theirs. */
  readonly encoding: TagEncoding;
}

/** From the worker, one for each request and in the same order. */
export interface TagReply {
  readonly path: string;
  /** Undefined when the file is unreadable or is no audio. */
  readonly tag: TrackTag | undefined;
  /** Undefined when there is none that can be read. */
  readonly picture?: Uint8Array | undefined;
  /** Undefined when there are none that can be read. */
  readonly lyrics?: TagLyrics | undefined;
  /** The file system failed, which says nothing of the file. */
  readonly isUnread?: boolean;
}

const { nativeFile } = workerData as TagWorkerData;
const confine = confineNextTo(nativeFile);
const native = NativeReader.load(nativeFile);

async function answer({ wanted, path, encoding }: TagRequest): Promise<TagReply> {
  try {
    if (wanted === 'picture') return { path, tag: undefined, picture: await readPicture(path) };
    if (wanted === 'lyrics') return { path, tag: undefined, lyrics: await readLyrics(path, encoding) };
    return { path, tag: await readTag(path, { native, confine, encoding }) };
  } catch (error) {
    return { path, tag: undefined, isUnread: error instanceof Error && 'syscall' in error };
  }
}

lowerPriority(NICENESS);
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (request: TagRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answer(request)));
});
