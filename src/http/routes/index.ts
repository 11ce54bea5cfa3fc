/** Every route of the interface, and the schemas that have a name in its description. */
import { openApiDocument } from '../openapi.js';
import type { HttpParts } from '../parts.js';
import type { Route } from '../route.js';
import type { JsonSchema } from '../schema.js';
import { Mp3EntrySchema } from '../wire/mp3-entry.js';
import {
  AudioStatusSchema,
  LoadTracksSchema,
  NewVolumeSchema,
  VolumeInfoSchema,
  VolumeLevelSchema,
} from '../wire/player.js';
import { AmountSchema, NewPlaylistSchema, PlaylistInfoSchema } from '../wire/playlists.js';
import { VersionSchema } from '../wire/system.js';
import { playerRoutes } from './player.js';
import { playlistRoutes } from './playlists.js';
import { systemRoutes } from './system.js';

const COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  Amount: AmountSchema,
  AudioStatus: AudioStatusSchema,
  LoadTracks: LoadTracksSchema,
  Mp3Entry: Mp3EntrySchema,
  NewPlaylist: NewPlaylistSchema,
  NewVolume: NewVolumeSchema,
  PlaylistInfo: PlaylistInfoSchema,
  Version: VersionSchema,
  VolumeInfo: VolumeInfoSchema,
  VolumeLevel: VolumeLevelSchema,
};

export function allRoutes(parts: HttpParts): Route[] {
  const routes: Route[] = [];
  routes.push(
    ...playerRoutes(parts),
    ...playlistRoutes(parts),
    ...systemRoutes(parts, () => openApiDocument(routes, COMPONENTS)),
  );
  return routes;
}
