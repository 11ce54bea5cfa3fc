/** The screens that are loaded once the first one is shown, and their addresses; a new screen is a row here. */
import { AboutScreen } from './about.js';
import { AddScreen } from './add.js';
import { FoundScreen } from './search/found.js';
import { AlarmsScreen } from './alarms.js';
import { AlbumScreen } from './library/album.js';
import { AlbumsScreen, RecentScreen } from './library/albums.js';
import { ArtistScreen, ArtistTracksScreen, GenreScreen, GenreTracksScreen } from './library/artist.js';
import { FolderScreen, FoldersScreen } from './library/folders.js';
import { LikedAlbumsScreen, LikedTracksScreen } from './library/liked.js';
import { ArtistsScreen, GenresScreen, TracksScreen } from './library/lists.js';
import { MoreScreen } from './more.js';
import { OutputScreen } from './output.js';
import { OutputsScreen } from './outputs.js';
import { SavedPlaylistScreen, SmartPlaylistScreen } from './playlist.js';
import { PlaylistFolderScreen, PlaylistsScreen } from './playlists.js';
import { QueueScreen } from './queue.js';
import { RadioFindScreen, RadioNearScreen, RadioPopularScreen, RadioTagScreen, RadioTagsScreen } from './radio-find.js';
import { RadioScreen } from './radio.js';
import { SearchScreen } from './search/search.js';
import { AppearanceScreen } from './settings-appearance.js';
import { BoxSettingsScreen } from './settings-box.js';
import { LibraryFoldersScreen } from './settings-folders.js';
import { LibrarySettingsScreen } from './settings-library.js';
import { NetworkScreen } from './settings-network.js';
import { SharesScreen } from './settings-shares.js';
import { PlaybackSettingsScreen } from './settings-playback.js';
import { SoundSettingsScreen } from './settings-sound.js';
import { TimeSettingsScreen } from './settings-time.js';
import { EditSmartScreen, NewSmartScreen } from './smart-editor.js';
import { WelcomeScreen } from './welcome.js';
import { PortalScreen } from './welcome-network.js';
import type { Screen } from './screen.js';

/** A tab is shown when a screen has its name as path. */
export const LATER_SCREENS: readonly Screen[] = [
  { path: 'library', tab: 'library', show: AlbumsScreen },
  { path: 'library/albums/:id', tab: 'library', show: AlbumScreen },
  { path: 'library/artists', tab: 'library', show: ArtistsScreen },
  { path: 'library/artists/:id', tab: 'library', show: ArtistScreen },
  { path: 'library/artists/:id/tracks', tab: 'library', show: ArtistTracksScreen },
  { path: 'library/genres', tab: 'library', show: GenresScreen },
  { path: 'library/genres/:id', tab: 'library', show: GenreScreen },
  { path: 'library/genres/:id/tracks', tab: 'library', show: GenreTracksScreen },
  { path: 'library/liked', tab: 'library', show: LikedTracksScreen },
  { path: 'library/liked/albums', tab: 'library', show: LikedAlbumsScreen },
  { path: 'library/recent', tab: 'library', show: RecentScreen },
  { path: 'library/folders', tab: 'library', show: FoldersScreen },
  { path: 'library/folders/:path', tab: 'library', show: FolderScreen },
  { path: 'library/tracks', tab: 'library', show: TracksScreen },
  { path: 'search', tab: 'search', show: SearchScreen },
  { path: 'search/:group/:question', tab: 'search', show: FoundScreen },
  { path: 'queue', show: QueueScreen },
  { path: 'playlists', tab: 'playlists', show: PlaylistsScreen },
  { path: 'playlists/folders/:id', tab: 'playlists', show: PlaylistFolderScreen },
  { path: 'playlists/saved/:id', tab: 'playlists', show: SavedPlaylistScreen },
  { path: 'playlists/smart/:id', tab: 'playlists', show: SmartPlaylistScreen },
  { path: 'playlists/smart/:id/edit', tab: 'playlists', show: EditSmartScreen },
  { path: 'playlists/new-smart', tab: 'playlists', show: NewSmartScreen },
  { path: 'radio', tab: 'radio', show: RadioScreen },
  { path: 'radio/find', tab: 'radio', show: RadioFindScreen },
  { path: 'radio/popular', tab: 'radio', show: RadioPopularScreen },
  { path: 'radio/near', tab: 'radio', show: RadioNearScreen },
  { path: 'radio/tags', tab: 'radio', show: RadioTagsScreen },
  { path: 'radio/tags/:tag', tab: 'radio', show: RadioTagScreen },
  { path: 'more', tab: 'more', show: MoreScreen },
  { path: 'alarms', tab: 'more', show: AlarmsScreen },
  { path: 'outputs', tab: 'more', show: OutputsScreen },
  { path: 'outputs/:id', tab: 'more', show: OutputScreen },
  { path: 'add', tab: 'more', show: AddScreen },
  { path: 'settings/appearance', tab: 'more', show: AppearanceScreen },
  { path: 'settings/playback', tab: 'more', show: PlaybackSettingsScreen },
  { path: 'settings/sound', tab: 'more', show: SoundSettingsScreen },
  { path: 'settings/folders', tab: 'more', show: LibraryFoldersScreen },
  { path: 'settings/library', tab: 'more', show: LibrarySettingsScreen },
  { path: 'settings/time', tab: 'more', show: TimeSettingsScreen },
  { path: 'settings/network', tab: 'more', show: NetworkScreen },
  { path: 'settings/shares', tab: 'more', show: SharesScreen },
  { path: 'settings/box', tab: 'more', show: BoxSettingsScreen },
  { path: 'settings/about', tab: 'more', show: AboutScreen },
  { path: 'welcome', show: WelcomeScreen },
  { path: 'welcome/network', show: PortalScreen, isFull: true },
];
