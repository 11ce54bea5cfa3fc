/**
 * Finds out what must be known of a local file before it is loaded: of a part of a file (`/path#track=2`) where it lies,
 * the tags that ReplayGain needs while it is on, and of a file on a network share whether the server answers: the decoder
 * would wait for it. Thread: main.
 */
import { isOnShare, ShareAway, stat } from '../../files/files.js';
import type { FilePart } from '../../decode/formats/part-decoder.js';
import type { CuePart, LocalFile } from '../../decode/playable-source.js';
import type { ReplayGainTags } from '../../dsp/replay-gain.js';

export type FileSource = LocalFile | CuePart;

export interface SourceResolverDeps {
  /** Never rejects, and answers within seconds whatever the file does. */
  readonly readGains: (path: string) => Promise<ReplayGainTags | undefined>;
  /** File and position of a part; undefined for what is none, or is not known. Never rejects. */
  readonly findPart: (location: string) => Promise<FilePart | undefined>;
}

/** The played track, the one that follows, and one that followed before. */
const RECENT_SOURCES = 3;
/** How the location of a part ends; a file may be named so, too. */
const PART = /#track=\d+$/;

export class SourceResolver {
  /** ReplayGain is on. */
  needsGains = false;
  /** What was resolved last, the newest first. */
  #recent: readonly FileSource[] = [];

  constructor(private readonly deps: SourceResolverDeps) {}

  /**
   * The source without a look at the disk or the library, so that a seek, or a skip to the track that follows, is loaded
   * at once; undefined where one is needed.
   * @param loaded source of a track of the same location
   */
  known(location: string, loaded: FileSource | undefined): FileSource | undefined {
    if (loaded === undefined && isOnShare(location)) return undefined;
    const isPart = PART.test(location);
    const recent = loaded ?? this.#recent.find((source) => source.location === location);
    const known = recent ?? { kind: 'localFile', location };
    if (isPart && known.kind === 'localFile') return undefined;
    return this.needsGains && !('gain' in known) ? undefined : known;
  }

  /** Undefined where the server of a share does not answer. Never rejects. */
  async resolve(location: string): Promise<FileSource | undefined> {
    const part = PART.test(location) ? await this.deps.findPart(location) : undefined;
    if (!(await answers(part?.path ?? location))) return undefined;
    const gained = this.needsGains ? { gain: await this.deps.readGains(part?.path ?? location) } : {};
    const source: FileSource =
      part === undefined ? { kind: 'localFile', location, ...gained } : { kind: 'cuePart', location, part, ...gained };
    const others = this.#recent.filter((recent) => recent.location !== location);
    this.#recent = [source, ...others].slice(0, RECENT_SOURCES);
    return source;
  }
}

/** Whether it can be told if a file is there. Never rejects. */
async function answers(path: string): Promise<boolean> {
  if (!isOnShare(path)) return true;
  return stat(path).then(
    () => true,
    (error: unknown) => !(error instanceof ShareAway),
  );
}
