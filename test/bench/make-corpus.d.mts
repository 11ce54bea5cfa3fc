/** What a reader has to find in a file of the corpus. */
export interface Expected {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly albumArtist: string;
  readonly track: number;
  readonly disc: number;
  readonly year: number;
  readonly genres: readonly string[];
  readonly compilation: boolean;
  readonly work: string;
  readonly milliseconds: number;
}

export function makeCorpus(
  folder: string,
  options?: { count?: number; mix?: number },
): Readonly<Record<string, Expected>>;
