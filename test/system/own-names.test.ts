import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { OwnNames, type OwnNamesDeps, searchDomains } from '../../src/system/own-names.js';

const none = (): readonly string[] => [];

function names(deps: Partial<OwnNamesDeps>): readonly string[] {
  return new OwnNames({
    ...{ machine: () => 'Box', announced: none, configured: none, resolver: '/nonexistent' },
    ...deps,
  }).read();
}

t.test('the host name counts alone, and under the suffixes of home routers', async (t) => {
  const found = names({});
  for (const name of ['box', 'box.lan', 'box.home', 'box.home.arpa', 'box.internal', 'box.fritz.box']) {
    t.ok(found.includes(name), name);
  }
  t.ok(found.includes('box.localdomain'));
  for (const name of ['lan', 'other.lan', 'box.example', 'box.com']) t.notOk(found.includes(name), name);
});

t.test('a host name with a domain counts with it and without', async (t) => {
  const found = names({ machine: () => 'box.example.org' });
  for (const name of ['box.example.org', 'box', 'box.lan', 'box.local']) t.ok(found.includes(name), name);
  t.notOk(found.includes('box.example.org.lan'));
});

t.test('of `.local` names those count that Avahi has registered; the host name where there is no Avahi', async (t) => {
  const local = (deps: Partial<OwnNamesDeps>) => names(deps).filter((name) => name.endsWith('.local'));
  t.strictSame(local({}), ['box.local']);
  t.strictSame(local({ announced: () => ['box-2.local', 'kitchen.local'] }), ['box-2.local', 'kitchen.local']);
  t.strictSame(local({ machine: () => 'other.local', announced: () => ['box.local'] }), ['box.local']);
  t.strictSame(local({ announced: () => ['Kitchen.local'], configured: () => ['Music.local'] }), [
    'kitchen.local',
    'music.local',
  ]);
  t.strictSame(local({ configured: () => ['music.local'] }), ['box.local', 'music.local']);
});

t.test('the search domains of the network count, and the names of the setting', async (t) => {
  const resolver = join(t.testdir(), 'resolv.conf');
  await writeFile(resolver, 'search Corp.example. branch.example\n');
  const found = names({ resolver, configured: () => ['music.example.org'] });
  for (const name of ['box.corp.example', 'box.branch.example', 'music.example.org']) t.ok(found.includes(name), name);
  t.notOk(found.includes('corp.example'));
  await rm(resolver);
});

t.test('of a resolver file the last line with domains counts', async (t) => {
  t.strictSame(searchDomains(''), []);
  t.strictSame(searchDomains('# search a\nnameserver 1.2.3.4\n'), []);
  t.strictSame(searchDomains('domain a\nsearch b\tc.\n'), ['b', 'c']);
  t.strictSame(searchDomains('search b\n  domain a\n'), ['a']);
});
