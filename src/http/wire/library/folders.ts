/** Library roots, and the folders that people add to them and leave out, on the wire. */
import type { FolderChoice } from '../../../library/library-folders.js';
import type { RootOrigin } from '../../../library/library-roots.js';
import type { KnownRoot } from '../../../library/store/known-roots.js';
import type { Space } from '../../../system/space.js';
import type { Stick } from '../../../system/sticks.js';
import type { StorageKind } from '../../../system/storage.js';
import * as schema from '../../schema.js';

const KINDS = ['card', 'stick', 'share', 'disk'] as const satisfies readonly StorageKind[];
const ORIGINS = ['configured', 'added', 'share', 'mounted'] as const;
const STATES = ['ready', 'scanning', 'away', 'unreadable'] as const;

const RootSchema = schema.record('', {
  id: schema.text('Stays the same for a path.'),
  path: schema.text('Absolute: a library root, or what is or was mounted below one.'),
  label: schema.text('What people call it; its path where it has no name.'),
  kind: schema.choice(KINDS, 'What it lies on: the SD card, a USB stick or disk, a network share, or another disk.'),
  origin: schema.choice(
    ORIGINS,
    'Where it comes from: the configuration (`library`), `POST /system/roots`, a network share, or what is mounted below ' +
      'another root.',
  ),
  state: schema.choice(
    STATES,
    '`away`: not there, and its tracks are kept; `unreadable`: there, but the daemon may not list it.',
  ),
  present: schema.boolean('Whether it is there. The tracks of one that is away are kept.'),
  mounted: schema.boolean('Whether it is a mount point, or was one.'),
  tracks: schema.count('Tracks that the library knows of there.'),
  bytes_music: schema.count('Size of the music files that the library knows of there.'),
  bytes_total: schema.countOrNull('Size of its file system; null when unknown.'),
  bytes_free: schema.countOrNull('What is free of it; null when unknown.'),
  read_only: schema.booleanOrNull('Whether the daemon cannot write there; null when unknown.'),
});

const StickSchema = schema.record('', {
  device: schema.text("The kernel's name of the block device, such as `sda1`."),
  state: schema.choice(['mounting', 'mounted', 'refused'], 'What became of it.'),
  path: schema.textOrNull('Where it is mounted; null unless it is.'),
  reason: schema.textOrNull('Why it is not mounted, for people; null unless it is refused.'),
});

const IgnoredFolderSchema = schema.record('', {
  id: schema.textOrNull('For `DELETE /system/ignored-folders/{id}`; null where a file `.nomedia` leaves it out.'),
  path: schema.text('Absolute.'),
  by: schema.choice(['person', 'file'], 'Who leaves it out: a person here, or a file `.nomedia` in it.'),
});

export const RootsSchema = schema.named('Roots').record('What the music lies on.', {
  roots: schema.listOf(RootSchema, 'By their paths.'),
  ignored: schema.listOf(
    IgnoredFolderSchema,
    'Folders that are left out with all that is below, by their paths; those of files as far as the last scan met them.',
  ),
  sticks: {
    type: ['array', 'null'],
    items: StickSchema,
    description: 'USB sticks and disks that are plugged in; null where the daemon has no system that mounts them.',
  },
});

const PATH_LIMIT = 4096;

export const NewFolderSchema = schema.named('NewFolder').record('', {
  path: schema.words(PATH_LIMIT, 'Absolute path of a folder.'),
});

export const AddedFolderSchema = schema.named('AddedFolder').record('', {
  id: schema.text('For its removal.'),
  path: schema.text('Absolute, as it is kept.'),
});

export const FOLDER_QUERY = {
  path: schema.textParameter(PATH_LIMIT, 'Absolute path of the folder to look into; by default the top: all bases.'),
} as const;

export const FoldersSchema = schema.listOf(
  schema.record('', {
    path: schema.text('Absolute.'),
    name: schema.text('For people.'),
    allowed: schema.boolean('Whether it may be a library root. One that may not can be looked into all the same.'),
    in_library: schema.boolean('Whether it lies in the library already.'),
  }),
);

export interface RootSources extends Omit<KnownRoot, 'available'> {
  readonly present: boolean;
  readonly isReadable: boolean;
  readonly isScanned: boolean;
  readonly origin: RootOrigin | 'mounted';
  readonly label: string | undefined;
  readonly kind: StorageKind;
  readonly space: Space | undefined;
}

function stateOf({ present, isReadable, isScanned }: RootSources): (typeof STATES)[number] {
  if (!present) return 'away';
  if (!isReadable) return 'unreadable';
  return isScanned ? 'scanning' : 'ready';
}

function toRoot(root: RootSources) {
  const { id, path, label, kind, origin, present, mounted, tracks, bytes, space } = root;
  return {
    ...{ id, path, label: label ?? path, kind, origin, state: stateOf(root), present, mounted, tracks },
    bytes_music: bytes,
    bytes_total: space?.total ?? null,
    bytes_free: space?.free ?? null,
    read_only: space?.isReadOnly ?? null,
  };
}

export interface IgnoredFolder {
  readonly id: string | null;
  readonly path: string;
  readonly by: 'person' | 'file';
}

export function toRoots(
  roots: readonly RootSources[],
  ignored: readonly IgnoredFolder[],
  sticks: readonly Stick[] | undefined,
) {
  return {
    roots: roots.map(toRoot),
    ignored: [...ignored].sort((one, other) => (one.path < other.path ? -1 : 1)),
    sticks: sticks?.map(({ device, state, path = null, reason = null }) => ({ device, state, path, reason })) ?? null,
  };
}

export function toFolders(folders: readonly FolderChoice[]) {
  return folders.map(({ path, name, isAllowed, isInLibrary }) => ({
    ...{ path, name, allowed: isAllowed, in_library: isInLibrary },
  }));
}
