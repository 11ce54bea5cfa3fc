/** What differs from MPD on purpose, and what no two daemons can have in common. */

/** Lines that depend on the clock, the decoder or the machine. */
const LEFT_OUT =
  /^(?:Added|Last-Modified|Format|time|elapsed|bitrate|audio|duration|volume|uptime|playtime): |^playlist: \d+$/;
const SONG = /^(?:file|directory|playlist): /;

/** Without what cannot be the same; the tags of a song in the order of their names. */
export function normalized(lines: readonly string[]): string[] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (LEFT_OUT.test(line)) continue;
    if (SONG.test(line)) blocks.push([]);
    blocks.at(-1)?.push(line);
  }
  return blocks.flatMap((block) => (SONG.test(block[0] ?? '') ? [block[0] ?? '', ...block.slice(1).sort()] : block));
}

/** Commands that are answered otherwise, each with the reason. */
export const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ['notcommands', 'No client can end the daemon of an appliance: kill is never allowed.'],
  ['getfingerprint x', 'No fingerprints are made.'],
  ['add ftp://x/y', 'Streams come by http and https.'],
  [`find "((artist == 'x') AND artist)"`, 'MPD skips a letter where a parenthesis is missing.'],
  ['listfiles "Can/Future Days"', 'MPD lists files in the order of the disk.'],
]);
