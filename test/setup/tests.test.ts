import t from 'tap';
// @ts-expect-error -- the bootstrap is plain JavaScript without types
import * as tests from '../../native/setup/tests.mjs';

type Graph = Readonly<Record<string, { readonly imports: readonly string[]; readonly bundles: boolean }>>;

const { dependents, selected, tierOf } = tests as {
  readonly tierOf: (file: string) => string;
  readonly selected: (graph: Graph, tier: string, paths: readonly string[]) => string[];
  readonly dependents: (
    graph: Graph,
    files: readonly string[],
    changed: readonly string[],
    options?: { readonly bundles: boolean },
  ) => string[];
};

const QUICK = 'test/output/ring.test.ts';
const FULL = 'test/output/ring.full.test.ts';
const ALONE = 'test/e2e/drift.alone.test.ts';
const DAEMON = 'test/e2e/volume.test.ts';
const LONG = 'test/long/kill.test.ts';
const BROWSERS = 'test/browsers/main-flows.test.ts';
const GRAPH: Graph = {
  [QUICK]: { imports: [QUICK, 'src/output/ring.ts', 'native/core/ring.h'], bundles: false },
  [FULL]: { imports: [FULL, 'src/output/ring.ts', 'src/library/migrations'], bundles: false },
  [ALONE]: { imports: [ALONE, 'test/e2e/daemon.ts'], bundles: true },
  [DAEMON]: { imports: [DAEMON, 'test/e2e/daemon.ts'], bundles: true },
  [LONG]: { imports: [LONG], bundles: true },
  [BROWSERS]: { imports: [BROWSERS], bundles: true },
  'test/decode/open.program.ts': { imports: ['test/decode/open.program.ts'], bundles: false },
};
const ALL = [QUICK, FULL, ALONE, DAEMON, LONG, BROWSERS];

t.test('a file belongs to a tier by its name', async (t) => {
  t.strictSame(ALL.map(tierOf), ['quick', 'full', 'full', 'quick', 'long', 'browsers']);
});

t.test('without a path a tier is all of its files, and no program', async (t) => {
  t.strictSame(selected(GRAPH, 'quick', []), [QUICK, DAEMON]);
  t.strictSame(selected(GRAPH, 'full', []), [FULL, ALONE]);
  t.strictSame(selected(GRAPH, 'long', []), [LONG]);
  t.strictSame(selected(GRAPH, 'browsers', []), [BROWSERS]);
});

t.test('a folder selects files of the tier, a file is run whatever its tier is', async (t) => {
  t.strictSame(selected(GRAPH, 'quick', ['test/output']), [QUICK]);
  t.strictSame(selected(GRAPH, 'quick', ['test/e2e/', FULL]), [FULL, DAEMON]);
});

t.test('a path that selects nothing is refused, with the tier that has something there', async (t) => {
  t.throws(() => selected(GRAPH, 'quick', ['test/nowhere']), { message: 'no test file matches test/nowhere' });
  t.throws(() => selected(GRAPH, 'quick', ['test/long']), { message: /there are some of the tier long$/ });
});

t.test('a changed file runs what imports it, what names it, and what starts the daemon', async (t) => {
  t.strictSame(dependents(GRAPH, ALL, ['src/output/ring.ts']), ALL);
  t.strictSame(dependents(GRAPH, ALL, ['src/output/ring.ts'], { bundles: false }), [QUICK, FULL]);
  t.strictSame(dependents(GRAPH, ALL, ['src/library/migrations/1.sql'], { bundles: false }), [FULL]);
  t.strictSame(dependents(GRAPH, ALL, ['native/core/ring.h'], { bundles: false }), [QUICK]);
  t.strictSame(dependents(GRAPH, ALL, ['test/e2e/daemon.ts']), [ALONE, DAEMON]);
  t.strictSame(dependents(GRAPH, ALL, ['README.md']), []);
});
