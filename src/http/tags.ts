/** What the tags of the routes' rows mean, in the order of the OpenAPI document. */
export const TAGS: Readonly<Record<string, string>> = {
  Player: 'The player: transport, position, volume and sleep timer.',
  Playlist: 'The live queue. There is one; its id in a path can be any value, and clients say `current`.',
  Albums: 'Albums of the library.',
  Artists: 'Artists of the library.',
  Genres: 'Genres of the library.',
  Tracks: 'Tracks of the library with their files, and what clients tell of streams.',
  Likes: 'What a person likes. Likes stay with their tracks when files are moved or renamed.',
  Home: 'Music to begin with: what was played, added, liked or forgotten.',
  'Saved playlists': 'Playlists that people made, in folders, and as files of other players.',
  'Smart playlists': 'Playlists that are rules: their tracks are looked up whenever they are asked for.',
  Radio: 'Radio stations that people keep, and the directory in which they find more.',
  Devices: 'Outputs: what can be played on, and what plays.',
  'Track stats': 'How often tracks were played and skipped.',
  Search: 'Words to tracks, albums and artists.',
  Browse: 'The directories of the library, and the letters of its lists.',
  Uploads:
    'Music, playlists and covers from a phone into the library, by tus 1.0.0 (tus.io/protocols/resumable-upload) with ' +
    'its extensions creation, creation-with-upload, expiration and termination. Every answer carries `Tus-Resumable`.',
  Covers: 'Covers of albums and pictures of artists.',
  Events: 'What changes, as it changes.',
  Bluetooth: 'Devices on Bluetooth: finding, pairing, connecting. Paired speakers are outputs too.',
  Settings: 'Settings of playback, sound and box.',
  System: 'The daemon itself: its scans, its health, its interface.',
  Remote: 'The page for a phone.',
};
