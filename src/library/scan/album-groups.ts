/**
 * Where the tracks of a group belong: those of one folder family and title whose tags name no release. Inside a
 * transaction of the scan worker.
 */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { familyOf } from '../../tags/path-names.js';
import { commonArtist, groupOf, identityIn, LAST, leadOf } from './album-identity.js';
import type { NewAlbum } from './album-rows.js';
import type { ReleaseHomes } from './release-homes.js';

const COLUMNS = `track.key AS track, album.key AS album, album.identity, names_album_artist AS isNamed,
    iif(names_album_artist, album_artist, artist.name) AS artist, artist.key AS artistKey, album_title AS title,
    album.sort_key AS sortKey, track.year, track.year_string AS yearString, label, copyright`;
/** Those whose tags name no album artist, or all (1); those that were not read again are not among them. */
const IN_GROUP = `SELECT ${COLUMNS}
  FROM album CROSS JOIN track ON track.album = album.key CROSS JOIN artist ON artist.key = track.artist
  WHERE album.identity > ? AND album.identity < ? AND names_album_artist <= ?
  ORDER BY disc_number, track_number, track.key`;
/** Those that joined a release, in whatever group. */
const ON_RELEASE = `SELECT ${COLUMNS}, folder.path AS folder, root.path AS volume
  FROM album CROSS JOIN track ON track.album = album.key CROSS JOIN artist ON artist.key = track.artist
    CROSS JOIN file ON file.key = track.file CROSS JOIN folder ON folder.key = file.folder
    CROSS JOIN root ON root.key = track.root
  WHERE album.key = ? AND has_release = 0 AND names_album_artist <= 1`;

interface Member extends NewAlbum {
  readonly track: number;
  readonly album: number;
  readonly identity: string;
  readonly isNamed: 0 | 1;
}

interface Joined extends Member {
  readonly folder: string;
  readonly volume: string;
}

/** A track that is not on the album where it belongs, with what that album is made of where there is none yet. */
export interface Misplaced extends Member {
  readonly target: string;
}

export class AlbumGroups {
  readonly #releases: ReleaseHomes;
  readonly #inGroup: Statement<[string, string, 0 | 1], Member>;
  readonly #onRelease: Statement<[number], Joined>;

  constructor(sql: Sqlite, releases: ReleaseHomes) {
    this.#releases = releases;
    this.#inGroup = sql.prepare(IN_GROUP);
    this.#onRelease = sql.prepare(ON_RELEASE);
  }

  /** @returns whose album the tracks are that name no album artist, undefined where all name one; and what is misplaced */
  look(group: string): { readonly artist: string | undefined; readonly misplaced: readonly Misplaced[] } {
    const { identities, albums } = this.#releases.inGroup(group);
    const members = this.#inGroup.all(group, group + LAST, albums.size === 0 ? 0 : 1);
    for (const album of albums) {
      const isHere = ({ folder, volume, title }: Joined) => groupOf(familyOf(folder, volume).path, title) === group;
      members.push(...this.#onRelease.all(album).filter(isHere));
    }
    const loose = members.filter(({ isNamed }) => isNamed === 0);
    const artist = loose.length === 0 ? undefined : commonArtist(loose.map((track) => track.artist));
    const looseHome = group + leadOf(artist ?? '');
    const looseTarget = identities.get(group) ?? identities.get(looseHome) ?? looseHome;
    const misplaced = members.flatMap((track) => {
      const home = identityIn(group, track.artist);
      const target = track.isNamed === 0 ? looseTarget : (identities.get(home) ?? home);
      return track.identity === target
        ? []
        : { ...track, artist: track.isNamed === 0 ? (artist ?? '') : track.artist, target };
    });
    return { artist, misplaced };
  }
}
