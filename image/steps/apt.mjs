import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../../native/setup/console.mjs';
import { run } from '../../native/setup/run.mjs';
import { CACHE, RECIPE } from '../paths.mjs';
import { call } from './program.mjs';

/**
 * A private apt: the builder's own mirror, Debian 13 for arm64, nothing of the builder's system touched. It answers
 * two questions: which packages would the image get today, and where are they.
 */
const FOLDER = join(CACHE, 'apt');
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const COMPONENTS = 'main non-free-firmware';
export const SUITE = 'trixie';
export const SOURCES = join(FOLDER, 'sources.list');
/** The package index of the last build, signed by Debian. */
export const INDEX = join(FOLDER, 'state/lists');
export const ARCHIVES = join(FOLDER, 'cache/archives');
/** With an empty archive folder apt names every package that it needs, fetched already or not. */
const NOTHING_FETCHED = ['-o', `Dir::Cache::archives=${join(FOLDER, 'none')}`];
/** Debian's security archive publishes no MD5 sums, which apt would print without this. */
const SHA256 = ['-o', 'Acquire::ForceHash=SHA256'];

/** Sections of packages.list: `{ system: [...], player: [...] }`. */
export function packageSections() {
  const sections = {};
  let names;
  for (const line of readFileSync(join(RECIPE, 'packages.list'), 'utf8').split('\n')) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const heading = /^\[(.+)\]$/.exec(text)?.[1];
    if (heading !== undefined) names = sections[heading] = [];
    else names.push(text);
  }
  return sections;
}

export const packageNames = () => Object.values(packageSections()).flat();

/** apt's arguments for a dpkg state file; it reads its configuration before anything of the builder's. */
function configuration(status) {
  return [
    'APT::Architecture "arm64";',
    'APT::Architectures { "arm64"; };',
    `Dir::State "${join(FOLDER, 'state')}";`,
    `Dir::State::status "${status}";`,
    `Dir::Cache "${join(FOLDER, 'cache')}";`,
    `Dir::Etc::sourcelist "${SOURCES}";`,
    `Dir::Etc::sourceparts "${join(FOLDER, 'none')}";`,
    `Dir::Etc::preferencesparts "${join(FOLDER, 'none')}";`,
    'APT::Sandbox::User "root";',
    'APT::Install-Recommends "false";',
    'Acquire::Languages "none";',
    'Acquire::Retries "3";',
    '',
  ].join('\n');
}

function withStatus(status) {
  const path = join(FOLDER, 'apt.conf');
  writeFileSync(path, configuration(status));
  return { env: { APT_CONFIG: path } };
}

/**
 * Asks the mirror for today's index. With `keep` the one of the last build is left as it is.
 * @throws SetupError when there is no network and no earlier index either; with an earlier one the build goes on, and
 * says so
 */
export async function updateIndex(report, { keep = false } = {}) {
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'none/partial']) {
    mkdirSync(join(FOLDER, name), { recursive: true });
  }
  const empty = join(FOLDER, 'empty-status');
  writeFileSync(empty, '');
  writeFileSync(SOURCES, sourceLines());
  const earlier = readdirSync(INDEX).some((name) => /_Packages(\.\w+)?$/.test(name));
  if (keep && earlier) return;
  const { code, stderr } = await run('apt-get', ['-qq', 'update', '--error-on=any'], {
    capture: true,
    ...withStatus(empty),
  });
  if (code === 0) return;
  if (!earlier) {
    throw new SetupError(
      `the Debian mirror of this machine does not answer for ${SUITE}. Look at the network and at ` +
        `/etc/apt/sources.list*, or name a mirror in TONEARM_DEBIAN_MIRROR.\n${stderr.trim()}`,
    );
  }
  report('the Debian mirror does not answer: going on with the package index of the last build');
}

/**
 * The packages that a build of `names` would install today: `{ file, name, version, size, hash }`, sorted. apt counts
 * itself among them, with what it needs, and the tree does not get that.
 */
export async function resolvePackages(names = packageNames()) {
  const said = await call(
    'apt-get',
    ['-qq', '-y', '--print-uris', ...SHA256, ...NOTHING_FETCHED, 'install', '?essential', ...names],
    withStatus(join(FOLDER, 'empty-status')),
  );
  const lines = said.split('\n').filter((line) => line.startsWith("'"));
  if (lines.length === 0) throw new SetupError('apt has resolved no package at all');
  return lines
    .map((line) => {
      const [, file, size, hash] = line.split(' ');
      const [name, version] = file.replace(/\.deb$/, '').split('_');
      return { file, name, version: decodeURIComponent(version), size: Number(size), hash };
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

export function packagesHash(packages) {
  const hash = createHash('sha256');
  for (const { file, hash: content } of packages) hash.update(`${file} ${content}\n`);
  return hash.digest('hex');
}

/** Fetches what the tree does not have yet, into a folder of its own. @returns the paths of the .deb files. */
export async function downloadFor(tree) {
  const options = withStatus(join(tree, 'var/lib/dpkg/status'));
  const install = (...args) => call('apt-get', ['-qq', '-y', ...args, 'install', ...packageNames()], options);
  await install('--download-only');
  const said = await install('--print-uris', ...NOTHING_FETCHED);
  const files = said.split('\n').filter((line) => line.startsWith("'"));
  return files.map((line) => join(ARCHIVES, line.split(' ')[1]));
}

/** The builder's own Debian mirror, turned to a suite. @throws SetupError when it has none */
export function sourceLines(suite = SUITE) {
  const { archive, security } = mirrors();
  const line = (uri, name) => `deb [signed-by=${KEYRING}] ${uri} ${name} ${COMPONENTS}\n`;
  return line(archive, suite) + line(archive, `${suite}-updates`) + line(security, `${suite}-security`);
}

function mirrors() {
  const named = process.env.TONEARM_DEBIAN_MIRROR;
  const entries = configuredSources().filter(({ components }) => components.includes('main'));
  const isSecurity = ({ suites }) => suites.some((suite) => suite.endsWith('-security'));
  const archive = named ?? entries.find((entry) => !isSecurity(entry) && entry.debian)?.uri;
  if (archive === undefined) {
    throw new SetupError(
      'this machine has no Debian mirror in /etc/apt/sources.list*. Name one in TONEARM_DEBIAN_MIRROR, with the ' +
        'security archive beside it (the same address with -security).',
    );
  }
  const bare = archive.replace(/\/$/, '');
  return { archive: bare, security: (named === undefined && entries.find(isSecurity)?.uri) || `${bare}-security` };
}

/** Entries of sources.list(5) in both of its formats. */
function configuredSources() {
  const folder = '/etc/apt/sources.list.d';
  const files = ['/etc/apt/sources.list'];
  if (existsSync(folder)) files.push(...readdirSync(folder).map((name) => join(folder, name)));
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      if (file.endsWith('.sources')) return text.split(/\n\s*\n/).map(deb822);
      return file.endsWith('.list') ? text.split('\n').map(oneLine) : [];
    })
    .filter((entry) => entry !== undefined)
    .map((entry) => ({ ...entry, debian: /\/debian(-security)?\/?$/.test(entry.uri) }));
}

function deb822(stanza) {
  const field = (name) => new RegExp(`^${name}:\\s*(.+)$`, 'mi').exec(stanza)?.[1].trim().split(/\s+/) ?? [];
  const uri = field('URIs')[0];
  if (uri === undefined || !field('Types').includes('deb') || field('Enabled')[0] === 'no') return undefined;
  return { uri, suites: field('Suites'), components: field('Components') };
}

function oneLine(line) {
  const match = /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s+(.+)$/.exec(line.trim());
  return match ? { uri: match[1], suites: [match[2]], components: match[3].split(/\s+/) } : undefined;
}
