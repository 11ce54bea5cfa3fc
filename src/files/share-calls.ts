/** Messages between the main thread and the worker thread of a share, and the calls that the worker makes. */

/** What a call needs to know of a file; both kinds of `Stats` of Node become one of these. */
export interface PlainFacts {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly size: bigint;
  readonly modified: bigint;
  readonly dev: bigint;
  readonly ino: bigint;
}

export interface PlainEntry {
  readonly name: string;
  readonly kind: PlainFacts['kind'];
}

export interface FileSystemSpace {
  /** Bytes of a block; blocks in all; blocks that the daemon may use. */
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
}

/** The calls by name: what they take and what they give. */
export interface ShareCalls {
  realpath(path: string): string;
  lstat(path: string): PlainFacts;
  stat(path: string): PlainFacts;
  fstat(fd: number): PlainFacts;
  readdir(path: string): readonly PlainEntry[];
  statfs(path: string): FileSystemSpace;
  access(path: string, mode: number): void;
  /** A descriptor, which is the process's and outlives the worker. */
  open(path: string, flags: number): number;
  read(fd: number, length: number, position: number): Uint8Array;
  close(fd: number): void;
}

export type CallName = keyof ShareCalls;
export type CallArguments<Name extends CallName> = Parameters<ShareCalls[Name]>;
export type CallResult<Name extends CallName> = ReturnType<ShareCalls[Name]>;

/** To the worker, one at a time. */
export interface ShareRequest {
  readonly name: CallName;
  readonly args: readonly (string | number)[];
}

/** From the worker, one for each request. */
export type ShareReply =
  { readonly result: unknown } | { readonly code: string; readonly message: string; readonly syscall: string };
