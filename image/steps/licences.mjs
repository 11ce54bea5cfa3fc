/** Finds the licences of Debian and Node packages, as a list that CycloneDX understands. */
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** SPDX identifiers by the short names of Debian and npm, in lower case. */
const IDENTIFIERS = Object.fromEntries(
  [
    ...['0BSD', 'AFL-2.1', 'Apache-2.0', 'Beerware', 'BlueOak-1.0.0', 'blessing', 'BSD-1-Clause', 'BSD-2-Clause'],
    ...['BSD-3-Clause', 'BSD-4-Clause', 'BSD-4-Clause-UC', 'BSL-1.0', 'bzip2-1.0.6', 'CC-BY-4.0', 'CC-BY-SA-3.0'],
    ...['CC-BY-SA-4.0', 'CC0-1.0', 'curl', 'FSFAP', 'FSFUL', 'FSFULLR', 'FTL', 'IJG', 'ISC', 'libtiff', 'MIT'],
    ...['MPL-1.1', 'MPL-2.0', 'OFL-1.1', 'Unicode-DFS-2016', 'Unlicense', 'X11', 'Zlib'],
  ].map((identifier) => [identifier.toLowerCase(), identifier]),
);
const OTHER_NAMES = { expat: 'MIT', 'apache-2': 'Apache-2.0', cc0: 'CC0-1.0' };
/** `LGPL-2.1+` and `GPL-2`, as Debian has them, and `LGPL-3.0-or-later`, as npm does. */
const GNU = /^(A?GPL|LGPL|GFDL)-(\d)(?:\.(\d))?(\+|-only|-or-later)?$/;

/** The SPDX identifier of a short name; undefined for combinations and for what SPDX does not know. */
export function spdxIdentifier(name) {
  const [, family, major, minor = '0', suffix = '-only'] = GNU.exec(name) ?? [];
  if (family !== undefined) return `${family}-${major}.${minor}${suffix === '+' ? '-or-later' : suffix}`;
  return IDENTIFIERS[name.toLowerCase()] ?? OTHER_NAMES[name.toLowerCase()];
}

/** Entries of `licenses` for short names, each once. */
export function licenceEntries(names) {
  const entries = [...new Set(names.map((name) => spdxIdentifier(name) ?? name))].sort();
  return entries.map((name) => ({ license: spdxIdentifier(name) === undefined ? { name } : { id: name } }));
}

/**
 * Licences that the copyright file of a Debian package names: the short names of a machine-readable one, else the texts
 * of /usr/share/common-licenses to which it refers, else where the box has it.
 */
export function debianLicences(tree, name) {
  const file = `usr/share/doc/${name}/copyright`;
  const path = within(tree, file);
  const found = path === undefined ? [] : licencesIn(readFileSync(path, 'utf8'));
  return licenceEntries(found.length > 0 ? found : [`see /${file}`]);
}

/** @param text of a copyright file (https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/) */
export function licencesIn(text) {
  if (!/^Format(-Specification)?:/m.test(text)) {
    // Whether a later version may be chosen stands in the words around.
    return [...text.matchAll(/\/usr\/share\/common-licenses\/[A-Z][\w.-]*\w/g)].map(([path]) => `see ${path}`);
  }
  // A stanza without files only has the text of a licence.
  const stanzas = text.split(/\n[ \t]*\n/).filter((stanza) => /^(Files|Format(-Specification)?):/m.test(stanza));
  return stanzas.flatMap((stanza) => /^License:[ \t]*(\S.*?)[ \t]*$/m.exec(stanza)?.[1] ?? []);
}

/** Path of a file in a tree whose documentation folders may be links; undefined where there is none. */
function within(tree, file) {
  let path = tree;
  for (const part of file.split('/')) {
    path = join(path, part);
    const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
    if (link !== undefined) path = isAbsolute(link) ? join(tree, link) : join(path, '..', link);
  }
  return existsSync(path) ? path : undefined;
}

/** Licences of a Node package by its package.json, in the present and in two earlier forms, or by the text beside it. */
export function nodeLicences(folder, { license, licenses = license }) {
  const named = [licenses ?? []].flat().map((each) => each.type ?? each);
  return licenceEntries(named.length > 0 ? named : [licenceText(folder)]);
}

function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  if (/Apache License\s+Version 2\.0/.test(text)) return 'Apache-2.0';
  return /Permission is hereby granted, free of charge/.test(text) ? 'MIT' : 'not stated';
}
