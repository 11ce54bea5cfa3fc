/** Library roots: what there is, and what people add to the library and leave out of it. */
import { constants } from 'node:fs';
import { isWithin, open } from '../../../files/files.js';
import { rootId } from '../../../library/store/known-roots.js';
import { spaceOf } from '../../../system/space.js';
import { Storage } from '../../../system/storage.js';
import type { HttpDeps } from '../../deps.js';
import { jsonAnswer, NOT_SAVED, type Route, routesOf, UNREADABLE } from '../../route.js';
import * as wire from '../../wire/library/folders.js';

const api = routesOf('/system', { tag: 'System' });

export type FolderDeps = Pick<HttpDeps, 'library' | 'paths' | 'roots' | 'folders' | 'scanner' | 'sticks'>;

const REFUSED_FOLDER =
  'The folder may not be chosen here, the PIN is wrong, or the host name or the origin of the request is not allowed.';

export function folderRoutes(deps: FolderDeps): Route[] {
  const { folders, sticks } = deps;
  return [
    api.get('/roots', 'getRoots', 'List library roots and storage devices', {
      answers: jsonAnswer(
        'Library roots, mounted volumes, folders that are left out, and USB sticks.',
        wire.RootsSchema,
      ),
      refusals: UNREADABLE,
      async handler() {
        const [roots, plugged] = await Promise.all([rootsOf(deps), sticks.read()]);
        return wire.toRoots(roots, ignoredOf(deps), plugged);
      },
    }),
    api.post('/roots', 'addRoot', 'Add a folder to the library', {
      protected: 'always',
      description:
        'The folder becomes a library root, is scanned, and is kept over restarts. It has to lie below a folder that ' +
        '`GET /system/folders` lists; links are followed first, and what counts is where it really is.',
      body: wire.NewFolderSchema,
      answers: {
        201: { description: 'It is part of the library.', type: 'application/json', schema: wire.AddedFolderSchema },
      },
      refusals: {
        ...NOT_SAVED,
        403: REFUSED_FOLDER,
        409: 'It lies in the library already, or there are too many of them.',
      },
      async handler({ body }, ctx) {
        ctx.status = 201;
        return folders.add(body.path);
      },
    }),
    api.delete('/roots/{id}', 'removeRoot', 'Remove a folder from the library', {
      protected: 'always',
      description:
        'Removes a library root that was added by `POST /system/roots`. No file is touched. Its tracks leave the library at ' +
        'once, as those of a stick that is pulled out: playlists, likes and play counts stay, and count again when it is ' +
        'added within 30 days, or its files are found elsewhere.',
      segments: { id: 'As `GET /system/roots` has it.' },
      answers: { 204: { description: 'Removed.' } },
      refusals: {
        ...NOT_SAVED,
        404: 'There is no such library root.',
        409: 'It was not added here: the configuration or a network share has it.',
      },
      handler: ({ params }) => folders.remove(params.id),
    }),
    api.get('/folders', 'getFolders', 'List folders that the library could have', {
      protected: 'always',
      description:
        'For choosing one: what lies below the bases (`library_bases` of the configuration), by names. Hidden folders, ' +
        'links, and folders of the system and of the daemon are left out. At most 2,000 of a folder.',
      query: wire.FOLDER_QUERY,
      answers: jsonAnswer('The folders.', wire.FoldersSchema),
      refusals: { 403: REFUSED_FOLDER, 500: 'The folder cannot be read.' },
      handler: async ({ query: { path } }) => wire.toFolders(await folders.list(path === '' ? undefined : path)),
    }),
    api.post('/ignored-folders', 'ignoreFolder', 'Leave a folder out of the library', {
      protected: 'changes',
      description:
        'With everything below it. Nothing is written to the folder; a file `.nomedia` in it would do the same, on every box.',
      body: wire.NewFolderSchema,
      answers: { 201: { description: 'It is left out.', type: 'application/json', schema: wire.AddedFolderSchema } },
      refusals: { ...NOT_SAVED, 409: 'There are too many of them.' },
      async handler({ body }, ctx) {
        ctx.status = 201;
        return folders.ignore(body.path);
      },
    }),
    api.delete('/ignored-folders/{id}', 'heedFolder', 'Take a folder into the library again', {
      protected: 'changes',
      description: 'For one that was left out by `POST /system/ignored-folders`.',
      segments: { id: 'As `ignored` of `GET /system/roots` has it.' },
      answers: { 204: { description: 'It is scanned.' } },
      refusals: { ...NOT_SAVED, 404: 'No such folder is left out here.' },
      handler: ({ params }) => folders.heed(params.id),
    }),
  ];
}

/** Those that the library knows, and those of now that were never scanned; by their paths. */
async function rootsOf({ library, paths, roots, scanner }: FolderDeps): Promise<wire.RootSources[]> {
  const [known, storage] = await Promise.all([library.roots(), Storage.look()]);
  // A root that was removed is known for a while, for its tracks may come back.
  const ours = known.filter(({ path }) => paths.roots.some((root) => isWithin(root, path)));
  const unknown = paths.roots
    .filter((path) => !known.some((root) => root.path === path))
    .map((path) => ({ id: rootId(path), path, available: true, mounted: false, tracks: 0, bytes: 0 }));
  const all = [...ours, ...unknown].sort((one, other) => (one.path < other.path ? -1 : 1));
  const scanned = scanner.read().progress?.root;
  return Promise.all(
    all.map(async ({ available, ...root }) => {
      const space = available ? await spaceOf(root.path) : undefined;
      const { origin, label } = roots.find(root.path) ?? { origin: 'mounted' as const, label: undefined };
      return {
        ...{ ...root, origin, label, space },
        kind: origin === 'share' ? ('share' as const) : await storage.kindOf(root.path),
        present: available && space !== undefined,
        isReadable: space !== undefined && (await isReadable(root.path)),
        isScanned: scanned === root.path,
      };
    }),
  );
}

/** Asked only of what has just answered, so that nothing waits for a dead disk. */
async function isReadable(path: string): Promise<boolean> {
  try {
    await (await open(path, constants.O_RDONLY | constants.O_DIRECTORY)).close();
    return true;
  } catch {
    return false;
  }
}

function ignoredOf({ roots, scanner }: FolderDeps): wire.IgnoredFolder[] {
  const byPeople = [...roots.ignored].map((path) => ({ id: rootId(path), path, by: 'person' as const }));
  const byFiles = scanner.read().ignored.map((path) => ({ id: null, path, by: 'file' as const }));
  return [...byPeople, ...byFiles];
}
