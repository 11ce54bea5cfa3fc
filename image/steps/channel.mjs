/** The channel file, which tells boxes which update there is; `src/system/update/channel-file.ts` reads it. */

/** Lines of what is new that a box shows at most. */
const MOST_CHANGES = 300;

/**
 * @param update `{ version, compatible, url, bytes, sha256, changes }`; `url` is relative to the channel file
 * @returns text of the file
 */
export function channelFile({ version, compatible, url, bytes, sha256, changes }) {
  return `${JSON.stringify({ version, compatible, url, bytes, sha256, changes }, undefined, 2)}\n`;
}

/**
 * What is new in a version: the lines of its section of the changelog, those of its newest section where it has none.
 * @param version such as `0.1.0+20261126.230832.dd2f68bb`
 */
export function changesOf(changelog, version) {
  const [release = ''] = version.split(/[-+]/);
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/[\s\]]/, 1)[0].replace('[', '') === release) ?? sections[0] ?? '';
  return [...section.matchAll(/^- (.*(?:\n {2}\S.*)*)/gm)]
    .map(([, line]) => line.replace(/\s*\n\s*/g, ' ').trim())
    .slice(0, MOST_CHANGES);
}
