/** What tells a file from another one that has taken its place. Thread: the decoder worker's. */
import { statSync } from 'node:fs';

/** Undefined where nothing can be told: a stream, or a disk that is not there. Never throws. */
export function fileState(path: string): string | undefined {
  try {
    const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}
