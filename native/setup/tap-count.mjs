/**
 * Counts the tests of a TAP program (testanything.org, version 14): the points of its outermost level. Assertions inside
 * a test count through their test.
 *
 * @param lines of its output @returns `{ passed, failed, skipped }`
 */
export function countTap(lines) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  // Inside a YAML diagnostic, whose text may look like anything: the indentation that ends it.
  let yamlIndent;
  for (const line of lines) {
    const body = line.trim();
    const indent = line.length - line.trimStart().length;
    const [point, fails, rest] = /^(not )?ok\b(.*)$/.exec(line) ?? [];
    if (yamlIndent !== undefined) {
      if (indent === yamlIndent && body === '...') yamlIndent = undefined;
    } else if (body === '---' && indent % 4 === 2) yamlIndent = indent;
    else if (point !== undefined)
      counts[/#\s*(skip|todo)\b/i.test(rest) ? 'skipped' : fails === undefined ? 'passed' : 'failed'] += 1;
  }
  return counts;
}
