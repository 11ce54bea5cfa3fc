/** Reads which Debian packages are installed in a root tree. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installed packages by dpkg's status file: `{ name, version, architecture, section, source, maintainer }`, sorted. */
export function installedPackages(tree) {
  return readFileSync(join(tree, 'var/lib/dpkg/status'), 'utf8')
    .split('\n\n')
    .map(fieldsOf)
    .filter(({ Status = '' }) => Status.endsWith(' installed'))
    .map((fields) => ({
      name: fields.Package,
      version: fields.Version,
      architecture: fields.Architecture,
      section: fields.Section ?? '',
      source: sourceOf(fields),
      maintainer: fields.Maintainer ?? '',
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** First lines of the fields of a stanza (deb-control(5)). */
function fieldsOf(stanza) {
  return Object.fromEntries([...stanza.matchAll(/^([A-Z][\w-]*):[ \t]*(.*)$/gm)].map(([, name, text]) => [name, text]));
}

/** `glibc 2.41-12`: name and version of the source package. */
function sourceOf({ Package, Version, Source = Package }) {
  const [, name, version = Version] = /^(\S+)(?: \((.+)\))?$/.exec(Source);
  return `${name} ${version}`;
}
