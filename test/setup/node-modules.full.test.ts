/** The real npm, with two packages that lie beside the lock file: no network. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';

const SETUP = fileURLToPath(new URL('../../native/setup', import.meta.url));

interface NodeModules {
  nodeModulesAreFresh: (set: string) => boolean;
  installNodeModules: (set: string) => Promise<void>;
  RUNTIME: string;
  ALL: string;
}

class Clone {
  readonly #folder: string;

  /** A repository with the bootstrap, the dependency `player` and the devDependency `linter`. */
  constructor(t: Test) {
    this.#folder = t.testdir();
    cpSync(SETUP, this.at('native/setup'), { recursive: true });
    for (const name of ['player', 'linter']) {
      mkdirSync(this.at(name));
      writeFileSync(this.at(name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
      this.#npm('pack', `./${name}`);
    }
    this.writeManifest({ player: 'file:player-1.0.0.tgz' });
    this.#npm('install', '--package-lock-only', '--offline');
  }

  at(...path: string[]): string {
    return join(this.#folder, ...path);
  }

  has(name: string): boolean {
    return existsSync(this.at('node_modules', name, 'package.json'));
  }

  writeManifest(dependencies: object): void {
    const devDependencies = { linter: 'file:linter-1.0.0.tgz' };
    writeFileSync(
      this.at('package.json'),
      JSON.stringify({ name: 'clone', version: '1.0.0', dependencies, devDependencies }),
    );
  }

  async nodeModules(): Promise<NodeModules> {
    return (await import(pathToFileURL(this.at('native/setup/node-modules.mjs')).href)) as NodeModules;
  }

  #npm(...args: string[]): void {
    execFileSync('npm', [...args, '--no-audit', '--no-fund'], { cwd: this.#folder, stdio: 'ignore' });
  }
}

t.test('the two sets of Node packages', async (t) => {
  const clone = new Clone(t);
  const { nodeModulesAreFresh, installNodeModules, RUNTIME, ALL } = await clone.nodeModules();
  const lockFile = clone.at('package-lock.json');
  const lock = readFileSync(lockFile, 'utf8');
  const compiled = clone.at('node_modules/player/build/binding.node');

  t.notOk(nodeModulesAreFresh(RUNTIME), 'a fresh clone has none');
  await installNodeModules(RUNTIME);
  t.ok(clone.has('player'), 'what runs is there');
  t.notOk(clone.has('linter'), 'what lints is not');
  t.ok(nodeModulesAreFresh(RUNTIME));
  t.notOk(nodeModulesAreFresh(ALL));

  mkdirSync(clone.at('node_modules/player/build'));
  writeFileSync(compiled, 'expensive');
  await installNodeModules(ALL);
  t.ok(clone.has('linter'), 'the rest was added');
  t.ok(existsSync(compiled), 'what was compiled is still there');
  t.equal(readFileSync(lockFile, 'utf8'), lock, 'the lock file is as it was');
  t.ok(nodeModulesAreFresh(ALL));
  t.ok(nodeModulesAreFresh(RUNTIME), 'the whole set serves as the small one');

  writeFileSync(lockFile, `${lock}\n`);
  t.notOk(nodeModulesAreFresh(RUNTIME), 'another lock file makes both stale');
  await installNodeModules(RUNTIME);
  t.ok(clone.has('linter') && nodeModulesAreFresh(ALL), 'what has the whole set keeps it');
  t.ok(existsSync(compiled), 'a package whose version stays is not unpacked again');

  clone.writeManifest({ player: 'file:player-1.0.0.tgz', radio: 'file:radio-1.0.0.tgz' });
  writeFileSync(lockFile, lock.replace('{', '{ '));
  await t.rejects(
    installNodeModules(RUNTIME),
    { name: 'Error', message: /^npm ci failed/ },
    'nothing but the lock file',
  );
});

t.test('packages that a person has installed are taken over', async (t) => {
  const clone = new Clone(t);
  execFileSync('npm', ['ci', '--omit=dev', '--offline'], { cwd: clone.at(), stdio: 'ignore' });
  const { nodeModulesAreFresh, RUNTIME, ALL } = await clone.nodeModules();
  t.ok(nodeModulesAreFresh(RUNTIME));
  t.notOk(nodeModulesAreFresh(ALL), 'as what they are');
});
