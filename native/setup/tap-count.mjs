/**
 * Counts the tests of a TAP program (testanything.org, version 14): its outermost test points. Assertions inside a test
 * are not counted.
 *
 * @param lines of its output @returns `{ passed, failed, skipped }`
 */
export function countTap(lines) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  // Inside a YAML diagnostic, whose text may look like a test point: the indentation that ends it.
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
