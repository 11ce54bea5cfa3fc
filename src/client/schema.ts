/** Generated from `GET /openapi.json` by openapi-typescript; `UPDATE_CLIENT=1 npm test -- test/client/schema.test.ts` makes it anew. */
export interface paths {
  '/player': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the current output */
    get: operations['getCurrentPlayer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the playback status */
    get: operations['getStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/current-track': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the current track and its position */
    get: operations['getCurrentTrack'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/next-track': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the next entry of the queue */
    get: operations['getNextTrack'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/file-position': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the byte position in the current file */
    get: operations['getFilePosition'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/play': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Play the current entry, or restart it at a position
     * @description While paused the position moves and the pause goes on. An empty queue stays stopped.
     */
    put: operations['play'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Pause playback */
    put: operations['pause'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Resume playback */
    put: operations['resume'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Stop playback and keep the queue */
    put: operations['stop'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/next': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Skip to the next entry */
    put: operations['next'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/flush-and-reload-tracks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Reload what follows the current track */
    put: operations['flushAndReloadTracks'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/previous': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Skip to the previous entry */
    put: operations['previous'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/ff-rewind': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Seek in the current track */
    put: operations['ffRewind'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/load': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Load tracks into an external network player
     * @description They become the queue, and play on the network player that is the current output. Tracks that cannot be played are left out.
     */
    put: operations['loadTracks'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/volume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the volume and its range */
    get: operations['getVolume'];
    /** Change the volume by steps */
    put: operations['adjustVolume'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/volume/level': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set the volume to a level */
    put: operations['setVolume'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/sleep-timer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the sleep timer */
    get: operations['getSleepTimer'];
    /**
     * Set or cancel the sleep timer
     * @description Fades out over the last 30 seconds (the last quarter of a short timer), then pauses: the place is kept, and the volume is as it was. A timer that runs is replaced. A restart of the daemon cancels it.
     */
    put: operations['setSleepTimer'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/alarms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the alarms
     * @description A time of day that a change of the clocks leaves out rings at the first minute after it, and one that comes twice rings once. What the box missed by less than 15 minutes, because it was off, rings late.
     */
    get: operations['getAlarms'];
    put?: never;
    /**
     * Set an alarm
     * @description While it rings, its music is in the place of the queue, which comes back as it was.
     */
    post: operations['addAlarm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/alarms/snooze': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Silence the alarm for some minutes
     * @description For as long as the alarm says; the queue and the volume are back, and silent. Again: from now on.
     */
    put: operations['snoozeAlarm'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/alarms/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * End the alarm that rings or is snoozed
     * @description The queue is back where it was, and plays on if it played when the alarm began.
     */
    put: operations['stopAlarm'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/alarms/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an alarm */
    get: operations['getAlarm'];
    /**
     * Change an alarm
     * @description With another time, days, or switched on, a skipped time is forgotten. One that rings and is switched off ends.
     */
    put: operations['changeAlarm'];
    post?: never;
    /**
     * Delete an alarm
     * @description One that rings ends.
     */
    delete: operations['removeAlarm'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/alarms/{id}/skip': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Skip the next time of an alarm, or do not */
    put: operations['skipAlarm'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the queue
     * @description Nothing starts, and a sounding track goes on. Without tracks the queue stays as it is. To play a playlist that `GET /browse/tree-entries` lists, send its name as the only track, then `PUT /playlists/start`.
     */
    post: operations['createPlaylist'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists/start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Start the queue at an index
     * @description An empty queue stays stopped.
     */
    put: operations['startPlaylist'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists/shuffle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Shuffle the queue
     * @description Playing goes on, and the setting `playlist_shuffle` stays what it is.
     */
    put: operations['shufflePlaylist'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Check whether the saved queue can be resumed
     * @description The queue is always there again after a start: nothing is loaded, and nothing starts.
     */
    put: operations['resumePlaylist'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists/resume-track': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Resume at the saved position
     * @description Stopped: starts the saved track at its place. Paused: goes on. Nothing saved: no effect.
     */
    put: operations['resumeTrack'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists/undo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Undo the last edit of the queue
     * @description A new queue, an insertion, a removal, a move or a shuffle, once. The sounding track goes on.
     */
    put: operations['undoPlaylistEdit'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists/amount': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Count the entries of the queue */
    get: operations['getPlaylistAmount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the queue with its entries */
    get: operations['getPlaylist'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists/{id}/tracks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the entries of the queue */
    get: operations['getPlaylistTracks'];
    put?: never;
    /**
     * Insert tracks into the queue
     * @description The current track stays. An empty queue becomes a new one, which is not started.
     */
    post: operations['insertTracks'];
    /**
     * Remove tracks from the queue
     * @description A sounding track that is removed goes on to its end; the entry that took its place follows.
     */
    delete: operations['removeTracks'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/playlists/{id}/tracks/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Move tracks within the queue */
    put: operations['moveTracks'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/albums': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List albums, by title or in another order */
    get: operations['getAlbums'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/albums/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an album */
    get: operations['getAlbum'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/albums/{id}/tracks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the tracks of an album by disc and number
     * @description None for an unknown id.
     */
    get: operations['getAlbumTracks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/albums/filter': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * List the albums of the tracks that match rules
     * @description Each once, in the order of its first track.
     */
    post: operations['filterAlbums'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List track artists by name */
    get: operations['getArtists'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artists/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an artist */
    get: operations['getArtist'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artists/{id}/albums': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the albums of an artist
     * @description None for an unknown id.
     */
    get: operations['getArtistAlbums'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artists/{id}/tracks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the tracks of an artist by title
     * @description None for an unknown id.
     */
    get: operations['getArtistTracks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artists/filter': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * List the artists of the tracks that match rules
     * @description Each once, in the order of its first track.
     */
    post: operations['filterArtists'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/genres': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List genres by name */
    get: operations['getGenres'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/genres/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a genre */
    get: operations['getGenre'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/genres/{id}/tracks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the tracks of a genre by title
     * @description None for an unknown id.
     */
    get: operations['getGenreTracks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/genres/{id}/albums': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the albums of a genre
     * @description None for an unknown id.
     */
    get: operations['getGenreAlbums'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/genres/{id}/artists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the artists of a genre by name
     * @description None for an unknown id.
     */
    get: operations['getGenreArtists'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tracks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List tracks, by title or in another order */
    get: operations['getTracks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tracks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a track or a known stream */
    get: operations['getTrack'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tracks/{id}/lyrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the lyrics of a track
     * @description The first that there are: of a file with the name of the audio file and the ending `.lrc` or `.txt`; of its tags; of LRCLIB, if `lyrics_online` of the settings is on. A part of a file that a cue sheet names has those of LRCLIB only.
     */
    get: operations['getLyrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tracks/stream-metadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set the metadata of a stream
     * @description Shown wherever the stream is in the queue, until it says more of itself.
     */
    put: operations['saveStreamTrackMetadata'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tracks/{id}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the audio file of a track
     * @description With `Range` a part of it. Of a part that a cue sheet names, the whole file.
     */
    get: operations['getTrackFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tracks/{id}/like': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Like a track */
    put: operations['likeTrack'];
    post?: never;
    /** Remove the like of a track */
    delete: operations['unlikeTrack'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/albums/{id}/like': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Like an album */
    put: operations['likeAlbum'];
    post?: never;
    /** Remove the like of an album */
    delete: operations['unlikeAlbum'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/likes/tracks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The tracks that are liked, the newest like first */
    get: operations['getLikedTracks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/likes/albums': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The albums that are liked, the newest like first */
    get: operations['getLikedAlbums'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/likes/among': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Find which tracks and albums are liked
     * @description For a client that shows some of a list. The event `likes` says when another answer may be due. Changes nothing.
     */
    post: operations['getLikesAmong'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/home': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get music to begin with
     * @description Changes with the library, likes, counted plays, and at midnight by the time zone of the box. The events `scan`, `likes` and `current_track` say when another answer may be due.
     */
    get: operations['getHome'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/smart-playlists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List smart playlists, system ones first, then by name */
    get: operations['listSmartPlaylists'];
    put?: never;
    /** Create a smart playlist */
    post: operations['createSmartPlaylist'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/smart-playlists/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a smart playlist */
    get: operations['getSmartPlaylist'];
    /**
     * Replace a smart playlist
     * @description All of it: what is left out becomes null.
     */
    put: operations['updateSmartPlaylist'];
    post?: never;
    /** Delete a smart playlist */
    delete: operations['deleteSmartPlaylist'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/smart-playlists/{id}/tracks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the tracks of a smart playlist in its order
     * @description A random order stays the same for a day, or as long as the client asks with the same seed.
     */
    get: operations['getSmartPlaylistTracks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/smart-playlists/{id}/play': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the queue with a smart playlist and start it
     * @description The tracks as they are listed for this seed, as many as the queue can hold.
     */
    post: operations['playSmartPlaylist'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/smart-playlists/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** List the tracks that match rules, without saving them */
    post: operations['previewSmartPlaylist'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/{id}/export.m3u8': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export a saved playlist as M3U8
     * @description With paths relative to the library root; of several roots the name of the root stands in front. Tracks that are not in the library are named by their ids.
     */
    get: operations['exportSavedPlaylistM3U8'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/{id}/export.xspf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export a saved playlist as XSPF
     * @description With paths relative to the library root; of several roots the name of the root stands in front. Tracks that are not in the library are named by their ids.
     */
    get: operations['exportSavedPlaylistXSPF'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import a playlist file of another player
     * @description Tracks are found by their paths: as they stand there, relative to a library root, or by the longest end of the path that only one track of the library has. Streams that the library does not know are remembered. What is missing is told, and left out.
     */
    post: operations['importSavedPlaylist'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/from-file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save a playlist file of the library
     * @description Reads an M3U, PLS, XSPF or CUE file of the library, and makes a saved playlist of it as an import does. Paths in it begin at its folder. The file stays, and later changes of it do not change the playlist.
     */
    post: operations['savePlaylistFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/folders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List playlist folders by name */
    get: operations['listPlaylistFolders'];
    put?: never;
    /** Create a playlist folder */
    post: operations['createPlaylistFolder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/folders/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Rename a playlist folder */
    put: operations['renamePlaylistFolder'];
    post?: never;
    /** Delete a playlist folder and keep its playlists */
    delete: operations['deletePlaylistFolder'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List saved playlists, newest first */
    get: operations['listSavedPlaylists'];
    put?: never;
    /** Create a saved playlist */
    post: operations['createSavedPlaylist'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/from-queue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save the queue as a playlist
     * @description In the order of the array. Streams that are not known yet are remembered by their addresses.
     */
    post: operations['saveQueue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a saved playlist */
    get: operations['getSavedPlaylist'];
    /**
     * Replace the texts of a saved playlist
     * @description What is left out becomes null.
     */
    put: operations['updateSavedPlaylist'];
    post?: never;
    /** Delete a saved playlist */
    delete: operations['deleteSavedPlaylist'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/{id}/duplicate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Duplicate a saved playlist */
    post: operations['duplicateSavedPlaylist'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/{id}/tracks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the tracks of a saved playlist
     * @description In order, also those whose root is away; without those that are not known. None of an unknown one.
     */
    get: operations['getSavedPlaylistTracks'];
    put?: never;
    /** Append tracks to a saved playlist */
    post: operations['addTracksToSavedPlaylist'];
    /**
     * Remove tracks by their positions
     * @description So that one of several that are the same can be removed.
     */
    delete: operations['removeSavedPlaylistPositions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/{id}/track-ids': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the track ids of a saved playlist
     * @description All of them in order, whether they are known or not. None of an unknown playlist.
     */
    get: operations['getSavedPlaylistTrackIds'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/{id}/tracks/{track_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Remove every occurrence of a track */
    delete: operations['removeTrackFromSavedPlaylist'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/{id}/tracks/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Move tracks within a saved playlist */
    put: operations['moveSavedPlaylistTracks'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/saved-playlists/{id}/play': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the queue with a playlist and start it
     * @description At its first track.
     */
    post: operations['playSavedPlaylist'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/stations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List saved radio stations in their order */
    get: operations['getStations'];
    put?: never;
    /**
     * Save a radio station
     * @description Behind all others.
     */
    post: operations['addStation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/recent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the stations that were heard lately
     * @description Each once, whoever played it. The event `radio` says when there is another one.
     */
    get: operations['getRecentStations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/stations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a radio station */
    get: operations['getStation'];
    /**
     * Replace a radio station, but not its position
     * @description What is left out is not known any more.
     */
    put: operations['replaceStation'];
    post?: never;
    /** Delete a radio station */
    delete: operations['removeStation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/stations/{id}/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Move a radio station in the list */
    put: operations['moveStation'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/stations/{id}/play': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace the queue with a radio station and start it
     * @description The queue shows the name of the station until its stream says what plays.
     */
    put: operations['playStation'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/stations/{id}/logo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the logo of a radio station
     * @description Fetched from where it lies when it is first asked for, and kept.
     */
    get: operations['getStationLogo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/directory': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search the station directory
     * @description Those of radio-browser.info, or of what `config.toml` names instead. What cannot be played is left out, and what comes twice: fewer than `limit` need not be the end, none is. The same question is answered alike for some minutes.
     */
    get: operations['searchStations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/directory/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what the stations of the directory play
     * @description Words that anybody may have written, such as `jazz`; to be searched for with `tag`.
     */
    get: operations['getDirectoryTags'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/directory/{id}/click': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report to the directory that a station is played
     * @description It asks for that. Playing a station that is kept tells it by itself. Nobody hears whether it did.
     */
    post: operations['countStationClick'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/radio/directory/{id}/logo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the logo of a directory station
     * @description Fetched from where it lies when it is first asked for, and kept.
     */
    get: operations['getDirectoryLogo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the outputs
     * @description The built-in, the chosen and the current one are always among them, also while they are away. Of each its own volume, limit and volume mode are told, whether it plays or not.
     */
    get: operations['getDevices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an output */
    get: operations['getDevice'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices/{id}/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Choose an output
     * @description What plays goes on there at the same place, at the volume that was last used there; an output that was never used starts quietly. The choice is kept.
     */
    put: operations['connectDevice'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices/{id}/disconnect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Choose the built-in output */
    put: operations['disconnectDevice'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices/{id}/volume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set the volume of an output
     * @description Of the output that plays, as `PUT /player/volume/level`. Another one keeps it for when it plays; nothing is moved before. An addition of Tonearm.
     */
    put: operations['setDeviceVolume'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices/{id}/volume-mode': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set the volume mode of an output
     * @description It never becomes louder by that, but for `fixed`, which is as loud as the output can be. An output that does not play, or is away, keeps it for when it plays; one that has no control of its own then has its volume made in software.
     */
    put: operations['setVolumeMode'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices/{id}/volume-limit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set the volume limit of an output
     * @description It holds whatever asks for more. What plays louder is turned down at once; of an output that does not play, or is away, the limit is in force when it does. `volume_limit` of the settings is the same for the current output.
     */
    put: operations['setVolumeLimit'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/airplay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of AirPlay reception
     * @description What `airplay_enabled` of `PUT /settings` switches on. Elsewhere than on the SD card the program is missing, and is run by whoever looks after the machine. An addition of Tonearm.
     */
    get: operations['getAirplay'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/snapcast': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of multi-room on the box
     * @description What `snapcast_server` and `snapcast_client` of `PUT /settings` switch on. Elsewhere than on the SD card the programs are missing, and are run by whoever looks after the machine. An addition of Tonearm.
     */
    get: operations['getSnapcast'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices/{id}/rooms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the rooms of a Snapcast server
     * @description By name, at most 128. A client that is off is among them. An addition of Tonearm.
     */
    get: operations['getRooms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices/{id}/rooms/{room}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change a room of a Snapcast server
     * @description Volume, name, latency and group, one after the other: what was done before a refusal stays. Rooms of one group play in step; Snapcast keeps them so. An addition of Tonearm.
     */
    put: operations['changeRoom'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/track-stats/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the play and skip counts of a track */
    get: operations['getTrackStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/track-stats/{id}/played': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Count a play of a track
     * @description Whether there is such a track is not checked.
     */
    post: operations['recordTrackPlayed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/track-stats/{id}/skipped': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Count a skip of a track
     * @description Whether there is such a track is not checked.
     */
    post: operations['recordTrackSkipped'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search music, playlists, stations and folders
     * @description Without a letter or a digit in the question nothing is found. Tracks, albums and artists are searched; more groups, or one alone, with `of`.
     */
    get: operations['search'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/browse/tree-entries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a library directory
     * @description Directories first, both by name. Files are those that can be played, and playlists (m3u, m3u8, pls, xspf, cue). Links that lead out of the library are left out.
     */
    get: operations['getTreeEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/library/letters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the first letters of a library list
     * @description For a rail at the edge of the list: together they are all of it.
     */
    get: operations['getLetters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/library/play': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the queue with music and start it
     * @description In the order in which it is listed, or shuffled, as one edit of the queue, which `PUT /playlists/undo` takes back. Where it is more than the queue can hold, the first of it are played; of a shuffle a random choice.
     */
    post: operations['playMusic'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/covers/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an album cover or artist picture */
    get: operations['getCover'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/covers/{name}/colors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the colors of an album cover or artist picture
     * @description For a page that tints what it shows beside the picture.
     */
    get: operations['getCoverColors'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/uploads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List open uploads and those of the last day */
    get: operations['getUploads'];
    put?: never;
    /**
     * Create an upload
     * @description Music of any format that is played, playlists (M3U, XSPF, cue sheets) and pictures. Names are cleaned; what is there is never written over. The first bytes may come along. What is not gone on with for a day is given up, and after a quarter of an hour already when there is no room and its client holds most of it.
     */
    post: operations['createUpload'];
    delete?: never;
    /** Get the supported tus version and extensions */
    options: operations['getUploadProtocol'];
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/uploads/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of an upload
     * @description HEAD says it in the headers, as the tus protocol has it. Asked by the client that made the upload, or with the PIN, it ends who still sends, so that it can be gone on with from there.
     */
    get: operations['getUpload'];
    put?: never;
    post?: never;
    /**
     * Delete an upload
     * @description What is in the library already stays there.
     */
    delete: operations['endUpload'];
    options?: never;
    head?: never;
    /**
     * Append bytes to an upload
     * @description Takes the place of another request that goes on with it. Bytes that came before a connection broke count. With the last of them the file is looked at and lies in the library when the answer comes.
     */
    patch: operations['continueUpload'];
    trace?: never;
  };
  '/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Subscribe to events
     * @description Server-sent events. The first is a `snapshot`; after it each part of it is sent when it changes, under its own name, and `track_skipped` when a track could not be played. Events with an id are replayed to a client that comes back with `Last-Event-ID`; when too much happened since, or the daemon was started anew, it gets a new `snapshot`. `position` (also every few seconds, even while nothing plays: so a client knows that the stream lives), `sleep_timer` and `scan` have no id; for the first two a client counts on by its own clock. Nor has `bluetooth`. A client that does not read is dropped.
     */
    get: operations['getEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the web remote */
    get: operations['getRemote'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the interactive API documentation */
    get: operations['getDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/manifest.webmanifest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the web app manifest of the remote
     * @description A Web Application Manifest of the W3C.
     */
    get: operations['getManifest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/locales/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the texts of the remote in a language */
    get: operations['getLocale'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scripts/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a script that the web remote loads later */
    get: operations['getScript'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/icons/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a home screen icon of the remote */
    get: operations['getIcon'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bluetooth/adapter': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the state of the Bluetooth adapter */
    get: operations['getBluetoothAdapter'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bluetooth/scan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Scan for Bluetooth devices
     * @description Answers when the time is over; meanwhile the events tell what is found. A call during a scan joins it, and both end early when a device is connected. The adapter is switched on for it. While a device is being connected there is no scan (`BLUETOOTH_BUSY`).
     */
    post: operations['scanBluetooth'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bluetooth/devices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List known Bluetooth devices */
    get: operations['getBluetoothDevices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bluetooth/devices/{addr}/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Connect a device, pairing first where needed
     * @description Answers when a speaker can be played on. From then on it is connected again by itself, also after a restart, until it is disconnected here. Where the pairing needs a code, the events carry a `prompt`, which `POST /bluetooth/pairing` answers.
     */
    put: operations['connectBluetoothDevice'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bluetooth/devices/{addr}/disconnect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Disconnect a device
     * @description It is not connected again by itself; its pairing stays. What connects it is called off. An adapter that is off stays off.
     */
    put: operations['disconnectBluetoothDevice'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bluetooth/devices/{addr}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Forget a device
     * @description Disconnects it, and takes back the pairing.
     */
    delete: operations['forgetBluetoothDevice'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bluetooth/pairing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answer a pairing prompt */
    post: operations['answerBluetoothPairing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get all settings */
    get: operations['getSettings'];
    /**
     * Change settings
     * @description All of them or, after a mistake, none. A value that `GET /settings` tells is always taken; any other one acts, or the request is refused. Keys that are not listed are ignored, unless there are no others.
     */
    put: operations['updateSettings'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/eq': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set the equaliser */
    put: operations['setEqualiser'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/crossfeed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set the crossfeed */
    put: operations['setCrossfeed'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/dithering': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Enable or disable dithering */
    put: operations['setDithering'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/afr': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set the fatigue reduction, which stays off */
    put: operations['setAfr'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/player/pbe': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set the bass enhancement, which stays off */
    put: operations['setPbe'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scrobbling': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of scrobbling
     * @description Switched on by `PUT /settings`: `listenbrainz_enabled`, `listenbrainz_token`, `listenbrainz_url`; `lastfm_enabled`, `lastfm_api_key`, `lastfm_secret`, `lastfm_url`. Both may be on, and each has a queue of its own.
     */
    get: operations['getScrobbling'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scrobbling/lastfm/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to connect an account of Last.fm
     * @description A person opens the page, approves there, and then `POST /scrobbling/lastfm/finish` keeps the account.
     */
    post: operations['connectLastFm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scrobbling/lastfm/finish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep the account of Last.fm that was approved
     * @description Switches `lastfm_enabled` on.
     */
    post: operations['finishLastFm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scrobbling/lastfm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Forget the account of Last.fm
     * @description API key and secret stay. What waits to be sent stays, too, and goes to the next account.
     */
    delete: operations['disconnectLastFm'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/mqtt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of MQTT
     * @description Switched on by `PUT /settings`: `mqtt_enabled`, `mqtt_url`, `mqtt_username`, `mqtt_password`, `mqtt_discovery_prefix`. The box then describes itself to Home Assistant (MQTT discovery), shows it what plays, and takes commands from the broker.
     */
    get: operations['getMqtt'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scan-library': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Scan the library
     * @description Answers when it is done; the events tell how far it is. A call during a scan joins it. What did not change is not read again.
     */
    put: operations['scanLibrary'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get scan progress and unreadable files */
    get: operations['getScan'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/roots': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List library roots and storage devices */
    get: operations['getRoots'];
    put?: never;
    /**
     * Add a folder to the library
     * @description The folder becomes a library root, is scanned, and is kept over restarts. It has to lie below a folder that `GET /system/folders` lists; links are followed first, and what counts is where it really is.
     */
    post: operations['addRoot'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/roots/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a folder from the library
     * @description Removes a library root that was added by `POST /system/roots`. No file is touched. Its tracks leave the library at once, as those of a stick that is pulled out: playlists, likes and play counts stay, and count again when it is added within 30 days, or its files are found elsewhere.
     */
    delete: operations['removeRoot'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/folders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List folders that the library could have
     * @description For choosing one: what lies below the bases (`library_bases` of the configuration), by names. Hidden folders, links, and folders of the system and of the daemon are left out. At most 2,000 of a folder.
     */
    get: operations['getFolders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/ignored-folders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Leave a folder out of the library
     * @description With everything below it. Nothing is written to the folder; a file `.nomedia` in it would do the same, on every box.
     */
    post: operations['ignoreFolder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/ignored-folders/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Take a folder into the library again
     * @description For one that was left out by `POST /system/ignored-folders`.
     */
    delete: operations['heedFolder'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/network-folder': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the network folder (WebDAV) */
    get: operations['getNetworkFolder'];
    /**
     * Switch the network folder, or set its password
     * @description The folder is served by WebDAV (RFC 4918, class 2) on a port of its own (`webdav_port` of the configuration), with HTTP Digest, to the clients and under the names of this interface. Files in it are in the library a moment later.
     */
    put: operations['setNetworkFolder'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/pin': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get whether a PIN is set, and what it covers */
    get: operations['getPin'];
    /**
     * Set, change or remove the PIN
     * @description Off by default. What names the refusal 401 then needs it, in the header `Tonearm-Pin`; `level` says what that is. The first PIN needs a sign that somebody is at the box: `may_set` of `GET /system/pin`. Wrong guesses make their client wait, by its address, longer each time and over restarts. A PIN that is forgotten is removed by a file `forget-pin` in the state directory, at the next start.
     */
    put: operations['setPin'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/pin/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check the PIN
     * @description Does nothing else: for a client that is about to send something large, which needs the PIN.
     */
    post: operations['checkPin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/backup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a backup
     * @description Saved and smart playlists, folders, likes, counts, what was told of streams, settings and volume limits. The PIN, the token for ListenBrainz, what Last.fm knows the box by and the password for MQTT are not in it, nor the queue.
     */
    get: operations['getBackup'];
    /**
     * Restore a backup
     * @description All of it or, after a mistake, nothing. What was there before is kept in the state directory as `state-before-restore.….db`: the oldest copy, the newest, and two between. Playlists, likes and counts find tracks that lie elsewhere a little later. The PIN, the token and the queue stay as they are.
     */
    put: operations['restoreBackup'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/backups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List automatic backups
     * @description One is made a day when something has changed, and the newest seven are kept. The newest come first. Those that lie only on a USB stick are among them, and `stick` says how the last copy there went (`backup_to_stick`).
     */
    get: operations['listBackups'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/backups/{name}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore an automatic backup
     * @description As `PUT /system/backup` does with the same file.
     */
    post: operations['restoreKeptBackup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reset the settings, or everything
     * @description What was there before is kept in the state directory as `state-before-reset.….db`: the oldest copy, the newest, and two between. After `everything` the library is read anew.
     */
    post: operations['reset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/diagnostics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a diagnostic report
     * @description To be sent with a report: versions, machine, sound, configuration, settings, readings, the last events and log records, on the appliance also of earlier starts. The PIN, the token for ListenBrainz, key and account of Last.fm, and what addresses carry after their `?` or before their `@` are not in it; names of files are.
     */
    get: operations['getDiagnostics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/notices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List unacknowledged notices
     * @description Such as damage to the database of what people did, and what came back. Empty on most days.
     */
    get: operations['listNotices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/notices/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Acknowledge a notice */
    delete: operations['acknowledgeNotice'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check whether audio, databases and HTTP answer
     * @description Tries whether what people do can be saved, once a minute at most. A sound card that is not there is no failure of the daemon; `GET /metrics` tells of it.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get metrics for Prometheus
     * @description The text format 0.0.4. The delay of the main thread is measured only while somebody asks: it comes with the second answer.
     */
    get: operations['getMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/time': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the clock and who sets it */
    get: operations['getSystemTime'];
    /**
     * Set the time zone, the clock, or who sets it
     * @description Everything is judged before anything changes. The zone is set first, then `ntp`, then the time: after a failure of the system what was done before it stays.
     */
    put: operations['setSystemTime'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/time-zones': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the time zones */
    get: operations['getTimeZones'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/power': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Restart or shut down the box
     * @description What was acknowledged is kept. Only somebody at the box can switch it on again.
     */
    put: operations['setPower'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the version of the system and the state of its update
     * @description Read it again to follow an installation. RAUC is started for the answer.
     */
    get: operations['getUpdate'];
    put?: never;
    /**
     * Install an update
     * @description A bundle of RAUC (`.raucb`), signed by who makes the system of the box. It is answered when the bundle is there and was checked; it is then written into the slot that does not run, which takes minutes, and the next start runs it. One that does not start three times, or does not play, is left again for the system before it. The music plays on meanwhile.
     */
    post: operations['installUpdate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/update/offer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the update that was looked up last
     * @description Asks neither RAUC nor the address of `update_url`.
     */
    get: operations['getUpdateOffer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/update/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Look up whether there is an update
     * @description Reads the channel file at the address of `update_url`; nothing is installed. The setting `update_check` does this daily. A channel file is not signed, so that it may offer an older version: see `order`.
     */
    post: operations['checkForUpdate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/update/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Download and install the offered update
     * @description The box fetches the bundle itself, from the host of `update_url` only, and goes on after interruptions. `GET /system/update` says how far it is, and `problem` why it ended. Then as for `POST /system/update`: a signature is needed, and the bundle has to be of the version that was announced.
     */
    post: operations['downloadUpdate'];
    /**
     * Cancel the download of an update
     * @description Nothing is left of it. An installation goes on. Without a download nothing is done.
     */
    delete: operations['cancelUpdateDownload'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/update/roll-back': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go back to the system before an update
     * @description Before the restart into an update, calls that off. Afterwards, the next start runs the system before it; see `PUT /system/power`.
     */
    post: operations['rollBackUpdate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/network': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List network interfaces and their addresses
     * @description Wired and Wi-Fi interfaces as they are now, and the hotspot. Read it again to follow a change.
     */
    get: operations['getNetwork'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Set the country of the Wi-Fi radio
     * @description Decides which channels are used, and how strongly the radio sends. In force at once, and kept.
     */
    patch: operations['setRadioCountry'];
    trace?: never;
  };
  '/system/network/known': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List known networks
     * @description Wired and Wi-Fi networks, whoever has set them up. Passwords are not told.
     */
    get: operations['getKnownNetworks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/network/known/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Forget a Wi-Fi network
     * @description With its password. One that is in use is disconnected.
     */
    delete: operations['forgetNetwork'];
    options?: never;
    head?: never;
    /**
     * Change priority or addresses of a known network
     * @description A priority is in force at once. New addresses of a network in use are applied half a second after the answer, and taken back when `confirm_within_secs` are over, so that a mistake locks nobody out: open the box at its new address, and send `POST /system/network/confirm` there.
     */
    patch: operations['changeKnownNetwork'];
    trace?: never;
  };
  '/system/network/scan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Scan for Wi-Fi networks
     * @description Answers when the radio has listened on all its channels, within 20 seconds. At most 200 networks. A radio that is the hotspot cannot listen: then the networks are those that were found before it started.
     */
    post: operations['scanWifi'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/network/join': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Join a Wi-Fi network and keep it
     * @description In place of what the radio has now. Answers when there is an address, which may take a minute and a half; a network that cannot be joined is not kept. A client that would lose its own connection gets 202, and the box leaves half a second later: from its hotspot, or from the Wi-Fi network of the client. When it cannot join, it is back within a minute; from a Wi-Fi network it comes back as well unless somebody opens it in the other one within `confirm_within_secs`. The reason is `hotspot.failure` of `GET /system/network`.
     */
    post: operations['joinWifi'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/network/known/{id}/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Connect a known network
     * @description In place of what its interface has now; the system chooses the interface. Answers when there is an address, which may take a minute and a half. A client that gets here by another Wi-Fi network gets 202, as by `POST /system/network/join`.
     */
    put: operations['connectNetwork'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/network/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep a change of the networks
     * @description New addresses, or another Wi-Fi network. Whoever gets through to the box may say that it works. In another network, any request to the address of the radio says so as well.
     */
    post: operations['confirmNetworkChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/network/hotspot': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Switch the hotspot on or off
     * @description In place of the Wi-Fi network that the box is on. It stays on until it is switched off, a network is joined or a cable is plugged in, and goes off half a second after the answer, which may have to leave by it.
     */
    put: operations['setHotspot'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/network/portal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of the captive portal
     * @description For phones that are in the hotspot (RFC 8908); DHCP gives them this address (RFC 8910).
     */
    get: operations['getCaptivePortal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List network shares
     * @description In the order in which they were added. Passwords are not told.
     */
    get: operations['getShares'];
    put?: never;
    /**
     * Mount a network share as a library folder
     * @description Read-only. Answers when it is mounted, within a minute; its music is scanned from then on, and it is mounted after each start. A share that cannot be mounted is not kept. At most 16.
     */
    post: operations['addShare'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/shares/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check whether a network share can be mounted
     * @description Mounts it, and unmounts it at once. Nothing is kept.
     */
    post: operations['testShare'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/shares/servers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Find servers of network shares
     * @description Listens for three seconds to the servers that announce themselves (DNS-SD). Others can be typed in. At most 64.
     */
    post: operations['findShareServers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/shares/names': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * List the shares of an SMB server
     * @description What the server tells this user, or a guest, within eight seconds: folders by name, without those that it hides.
     */
    post: operations['findShareNames'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/shares/{id}/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change user and password of a network share
     * @description Mounts it with them, and keeps them when that succeeds; else those of before stay.
     */
    put: operations['changeShareLogin'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/shares/{id}/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Mount a network share again now
     * @description One that is mounted already is mounted anew.
     */
    put: operations['connectShare'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/shares/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a network share from the library
     * @description Unmounts it, and forgets its password. Nothing changes on the server; playlists and likes stay.
     */
    delete: operations['removeShare'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system/discovery': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the names announced on the network
     * @description What it is called is set by `player_name` and `host_name` of `PUT /settings`. When another box has the name already, this one gets a number behind it.
     */
    get: operations['getDiscovery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/version': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the version of the daemon */
    get: operations['getVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the state of the box and its resume point */
    get: operations['getGlobalStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get this document */
    get: operations['getOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AddedFolder: {
      /** @description For its removal. */
      id: string;
      /** @description Absolute, as it is kept. */
      path: string;
    };
    Alarm: {
      /** @description Names the alarm for good. */
      id: string;
      /** @description Name; it may be empty. */
      name: string;
      /** @description Whether it rings. */
      enabled: boolean;
      /** @description Time of day in the time zone of the box, such as `07:30`. */
      time: string;
      /** @description On which days it rings. None: once, at the next such time; then it is off. */
      days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      /** @description Whether a playlist is played in random order. */
      shuffle: boolean;
      /** @description Percent of the volume slider, at most the volume limit; null: the volume stays what it is. */
      level: number | null;
      /** @description Seconds in which it becomes as loud as that. */
      fade_in: number;
      /** @description Minutes of silence after `PUT /alarms/snooze`. */
      snooze: number;
      /** @description Minutes after which it ends when nobody acts. */
      duration: number;
      music: {
        /**
         * @description What plays: `tone` is the built-in tone, `queue` the queue from where it was. Where the music does not sound within 15 seconds, or breaks, the tone takes its place.
         * @enum {string}
         */
        of: 'tone' | 'queue' | 'saved_playlist' | 'smart_playlist' | 'station';
        /** @description Id of the playlist or the station; not for the others. */
        id: string | null;
      };
      /** @description When it rings next, in the time zone of the box, such as `2026-11-30T07:30:00+01:00`; null while it is off. */
      next: string | null;
      /** @description The time before that which is left out; null: none is. */
      skipped: string | null;
      /** @description The last time at which it could not ring, because the box was off; null: none. */
      missed: string | null;
    };
    /** @description What is left out stays as it is. */
    AlarmChange: {
      /** @description Name; it may be empty. */
      name?: string;
      /** @description Whether it rings. */
      enabled?: boolean;
      /** @description Time of day in the time zone of the box, such as `07:30`. */
      time?: string;
      /** @description On which days it rings. None: once, at the next such time; then it is off. */
      days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      /** @description Whether a playlist is played in random order. */
      shuffle?: boolean;
      /** @description Percent of the volume slider, at most the volume limit; null: the volume stays what it is. */
      level?: number | null;
      /** @description Seconds in which it becomes as loud as that. */
      fade_in?: number;
      /** @description Minutes of silence after `PUT /alarms/snooze`. */
      snooze?: number;
      /** @description Minutes after which it ends when nobody acts. */
      duration?: number;
      music?: {
        /**
         * @description What plays: `tone` is the built-in tone, `queue` the queue from where it was. Where the music does not sound within 15 seconds, or breaks, the tone takes its place.
         * @enum {string}
         */
        of: 'tone' | 'queue' | 'saved_playlist' | 'smart_playlist' | 'station';
        /** @description Id of the playlist or the station; not for the others. */
        id?: string | null;
      };
    };
    Alarms: {
      /** @description Time zone of the box, by which the alarms ring. */
      time_zone: string;
      /** @description What rings or is snoozed; null while nothing does. */
      ringing: components['schemas']['RingingAlarm'] | null;
      /** @description By the time of day. */
      alarms: components['schemas']['Alarm'][];
    };
    /** @description An album. */
    Album: {
      /** @description Names the album for good. */
      id: string;
      /** @description Title. */
      title: string;
      /** @description The album artist. */
      artist: string;
      /** @description Year of release, 0 when unknown. */
      year: number;
      /** @description Date of release: YYYY-MM-DD, or as much of it as is known. */
      year_string: string;
      /** @description Name of the cover image below `/covers`; `""` when there is none. */
      album_art: string;
      /** @description MD5 of album artist, title and year, one after the other, in lower-case hexadecimal. */
      md5: string;
      /** @description Id of the artist of the album's first track. */
      artist_id: string;
      /** @description The record label. */
      label: string | null;
      /** @description The copyright notice. */
      copyright_message: string | null;
    };
    Amount: {
      /** @description Entries in the live queue. */
      amount: number;
    };
    /** @description An artist of at least one track. */
    Artist: {
      /** @description Names the artist for good. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description Names of the genres of its tracks, separated by a comma and a space. */
      genres: string;
      /** @description Path of the picture that lies in the artist's folder; missing when there is none. */
      image?: string;
    };
    AudioStatus: {
      /**
       * @description 0 stopped, 1 playing, 3 paused.
       * @enum {integer}
       */
      status: 0 | 1 | 3;
      /** @description Present only while the output is in trouble; it is tried again. */
      output_problem?: {
        /** @description Stable, upper snake case. */
        code: string;
        /** @description A sentence for people. */
        detail: string;
      };
    };
    /** @description What people did with the box. Tracks have what is needed to know them again on another one. */
    Backup: {
      /**
       * @description What this is.
       * @enum {string}
       */
      format: 'tonearm-backup';
      /**
       * @description Of this form.
       * @enum {integer}
       */
      version: 1;
      /** @description The version of the daemon that wrote it. */
      tonearm: string;
      /** @description When, in Unix seconds. */
      made_at: number;
      settings: components['schemas']['NewGlobalSettings'];
      folders: {
        /** @description Its id. */
        id: string;
        /** @description Name. */
        name: string;
        /** @description When it was made, in Unix seconds. */
        created_at: number;
        /** @description When it was last changed, in Unix seconds. */
        updated_at: number;
      }[];
      tracks: {
        /** @description Its id. */
        id: string;
        /** @description Where its file was, null if that was never known; the rest is null then too. */
        path: string | null;
        /** @description The library root, or the volume below it. */
        root: string | null;
        /** @description Bytes of its file. */
        size: number | null;
        /** @description Milliseconds. */
        length: number | null;
        /** @description Title. By all of these another box knows it again. */
        title: string | null;
        /** @description Artist. */
        artist: string | null;
        /** @description Album. */
        album: string | null;
      }[];
      playlists: {
        /** @description Its id. */
        id: string;
        /** @description Name. */
        name: string;
        /** @description What it is, for people. */
        description: string | null;
        /** @description Name or address of a picture. */
        image: string | null;
        /** @description Id of the folder that it is in. */
        folder_id: string | null;
        /** @description When it was made, in Unix seconds. */
        created_at: number;
        /** @description When it was last changed, in Unix seconds. */
        updated_at: number;
        /** @description In order, by their places in `tracks`, from 0. */
        tracks: number[];
      }[];
      smart_playlists: {
        /** @description Its id. */
        id: string;
        /** @description Name. */
        name: string;
        /** @description What it is, for people. */
        description: string | null;
        /** @description Name or address of a picture. */
        image: string | null;
        /** @description Id of the folder that it is in. */
        folder_id: string | null;
        /** @description Its rules, with every member. */
        rules: {
          /** @enum {string} */
          match_type: 'all' | 'any';
          conditions: {
            /** @enum {string} */
            field:
              | 'play_count'
              | 'skip_count'
              | 'last_played'
              | 'last_skipped'
              | 'date_added'
              | 'year'
              | 'genre'
              | 'artist'
              | 'album'
              | 'duration_ms'
              | 'bitrate'
              | 'is_liked';
            /** @enum {string} */
            operator:
              | 'is'
              | 'is_not'
              | 'contains'
              | 'not_contains'
              | 'greater_than'
              | 'less_than'
              | 'greater_than_or_equal'
              | 'less_than_or_equal'
              | 'equals'
              | 'between'
              | 'in_last'
              | 'not_in_last'
              | 'is_empty'
              | 'is_not_empty';
            value: number | string | boolean | null;
            value2: number | string | boolean | null;
            unit: ('days' | 'weeks' | 'months' | 'years') | null;
          }[];
          limit: number | null;
          sort_by:
            | (
                | 'random'
                | 'play_count'
                | 'skip_count'
                | 'last_played'
                | 'date_added'
                | 'year'
                | 'title'
                | 'artist'
                | 'album'
                | 'duration_ms'
              )
            | null;
          sort_order: ('ASC' | 'DESC') | null;
        };
        /** @description When it was made, in Unix seconds. */
        created_at: number;
        /** @description When it was last changed, in Unix seconds. */
        updated_at: number;
      }[];
      likes: {
        /**
         * @description What it is of.
         * @enum {string}
         */
        kind: 'track' | 'album';
        /** @description Its id. */
        id: string;
        /** @description When, in Unix milliseconds. */
        at: number;
      }[];
      stats: {
        /** @description Its id. */
        track_id: string;
        /** @description How often it was played. */
        play_count: number;
        /** @description How often it was skipped. */
        skip_count: number;
        /** @description Unix seconds; null: never. */
        last_played: number | null;
        /** @description Unix seconds; null: never. */
        last_skipped: number | null;
        /** @description Unix seconds. */
        updated_at: number;
      }[];
      streams: {
        /** @description Its address, as it was told. */
        url: string;
        /** @description Title. */
        title: string;
        /** @description Artist. */
        artist: string;
        /** @description Album. */
        album: string;
        /** @description Milliseconds; 0 when it has no end. */
        length: number;
        /** @description When it was made, in Unix seconds. */
        created_at: number;
        /** @description When it was last changed, in Unix seconds. */
        updated_at: number;
      }[];
      stations?: {
        /** @description Its id. */
        id: string;
        /** @description Name. */
        name: string;
        /** @description Address of its stream. */
        url: string;
        /** @description Address of its logo. */
        logo: string | null;
        /** @description Address of its page. */
        homepage: string | null;
        /** @description What it plays. */
        tags: string[];
        /** @description Such as `MP3`. */
        codec: string;
        /** @description In kbit/s; 0 when unknown. */
        bitrate: number;
        /** @description Its id in the directory of stations. */
        directory_id: string | null;
        /** @description When it was made, in Unix seconds. */
        created_at: number;
        /** @description When it was last changed, in Unix seconds. */
        updated_at: number;
      }[];
      alarms?: {
        /** @description Its id. */
        id: string;
        /** @description Name. */
        name: string;
        /** @description Whether it rings. */
        enabled: boolean;
        /** @description Minutes after midnight. */
        minute: number;
        /** @description Days of the week as bits, from Monday (1) to Sunday (64); 0: once. */
        days: number;
        /**
         * @description What plays.
         * @enum {string}
         */
        music: 'tone' | 'queue' | 'saved_playlist' | 'smart_playlist' | 'station';
        /** @description Id of a playlist or a station. */
        music_id: string | null;
        /** @description Whether in random order. */
        shuffle: boolean;
        /** @description Percent of the volume slider. */
        level: number | null;
        /** @description Seconds. */
        fade_in: number;
        /** @description Minutes. */
        snooze: number;
        /** @description Minutes. */
        duration: number;
        /** @description When one that rings once does, in Unix milliseconds. */
        next_at: number | null;
        /** @description Time zone by which that was found. */
        zone: string;
        /** @description When it was made, in Unix seconds. */
        created_at: number;
        /** @description When it was last changed, in Unix seconds. */
        updated_at: number;
      }[];
      shares?: {
        /** @description Its id. */
        id: string;
        /**
         * @description Protocol.
         * @enum {string}
         */
        kind: 'smb' | 'nfs';
        /** @description Host name or address. */
        server: string;
        /** @description Null for the usual one. */
        port: number | null;
        /** @description Name of the share, or folder on the server. */
        path: string;
        /** @description Null for a guest. Passwords are in no backup. */
        user: string | null;
        /** @description Domain of Windows. */
        domain: string | null;
        /** @description Name of its folder in the library. */
        folder: string;
        /** @description When it was made, in Unix seconds. */
        created_at: number;
      }[];
      stickers?: {
        /** @description `song`, `playlist`, `filter`, or a tag. */
        kind: string;
        /** @description What it is of: the id of a track, or what an MPD client calls it. */
        uri: string;
        /** @description Name. */
        name: string;
        /** @description Value. */
        value: string;
      }[];
      volume_limits: {
        /** @description Which output. */
        output: string;
        /** @description In its own steps. */
        highest: number;
      }[];
    };
    BluetoothAdapter: {
      /**
       * @description `off`: switched on by the next command that needs it. `blocked`: a switch of the system (rfkill) holds it off. `not_running`: the system's Bluetooth service does not run.
       * @enum {unknown}
       */
      state: 'on' | 'off' | 'blocked' | 'no_adapter' | 'not_running';
      /** @description Of the adapter in use. */
      address: string | null;
      /** @description What others see. */
      name: string | null;
      /** @description Whether a scan runs. */
      scanning: boolean;
    };
    /** @description A device that this machine has paired with, or has found. */
    BluetoothDevice: {
      /** @description Such as `AA:BB:CC:DD:EE:FF`. */
      address: string;
      /** @description For people; the address while nothing else is known. */
      name: string;
      /** @description Whether it is paired with. */
      paired: boolean;
      /** @description Whether it may connect by itself. */
      trusted: boolean;
      /** @description Whether it is connected. */
      connected: boolean;
      /** @description How well it was heard last, in dBm; null unless a scan hears it. */
      rssi: number | null;
      /** @description Percent; null where it does not say. */
      battery: number | null;
      /** @description In use, such as `SBC`; null unless it can be played on. */
      codec: string | null;
      /** @description Icon name of freedesktop.org, such as `audio-headphones`. */
      icon: string | null;
      /** @description Whether it plays what it is sent (A2DP sink): then it is an output too. */
      speaker: boolean;
      /** @description Whether it can be played on now. */
      ready: boolean;
      /** @description Whether it is being paired with or connected. */
      connecting: boolean;
      /** @description Whether it is connected again by itself when it was lost. */
      wanted: boolean;
    };
    /** @description There is no compressor: `threshold` stays 0, which is off. The others are kept for the clients. */
    CompressorSettings: {
      /**
       * Format: int32
       * @description dB; 0 is off.
       */
      threshold: number;
      /**
       * Format: int32
       * @description 0 off, 1 automatic.
       */
      makeup_gain: number;
      /**
       * Format: int32
       * @description 2:1, 4:1, 6:1, 10:1, limit.
       */
      ratio: number;
      /**
       * Format: int32
       * @description 0 hard, 1 soft.
       */
      knee: number;
      /**
       * Format: int32
       * @description Milliseconds.
       */
      release_time: number;
      /**
       * Format: int32
       * @description Milliseconds.
       */
      attack_time: number;
    };
    DeleteTracks: {
      /** @description Removed together. None: everything but the current track, which stays unless stopped. */
      positions: number[];
    };
    /** @description An output. */
    Device: {
      /** @description Id of the output: the same after a restart, and when it is plugged in again. */
      id: string;
      /** @description For people. */
      name: string;
      /** @description Program that plays there. */
      app: string;
      /** @description Kind of output: `builtin`, `alsa`, `bluetooth`, `snapcast` or `upnp`. */
      service: string;
      /** @description Host name. */
      host: string;
      /** @description Address. */
      ip: string;
      /** @description TCP port, 0 for none. */
      port: number;
      /** @description Where a network player is controlled. */
      base_url: string | null;
      /** @description Whether it is a network player. */
      is_cast_device: boolean;
      /** @description Whether a connection to it is open. */
      is_connected: boolean;
      /** @description Whether it is the one that plays. */
      is_current_device: boolean;
      /** @description Always false. */
      is_source_device: boolean;
      /** @description Whether it is plugged in or switched on, as far as is known. An addition of Tonearm. */
      is_present: boolean;
      /** @description The sound card behind it, where its name does not say that. An addition of Tonearm. */
      card: string | null;
      /**
       * @description By what its volume is made: its own control, the samples, or nothing (`fixed`). Null while that is not known. An addition of Tonearm.
       * @enum {string|null}
       */
      volume_mode: 'hardware' | 'software' | 'fixed' | null;
      /** @description Name of its own volume control; null where it has none, or none is known. An addition of Tonearm. */
      mixer_control: string | null;
      /**
       * Format: int32
       * @description Where its volume stands, or will when it plays; null for an output that was never used, which begins quietly. In its own steps, as the next three are. An addition of Tonearm.
       */
      volume: number | null;
      /** @description The place of `volume` on a slider that is even to the ear, as `percent` of `VolumeInfo`; null while it is not known. An addition of Tonearm. */
      volume_percent: number | null;
      /**
       * Format: int32
       * @description The lowest; null while it is away and its steps are not known. An addition of Tonearm.
       */
      volume_min: number | null;
      /**
       * Format: int32
       * @description The highest; as the lowest. An addition of Tonearm.
       */
      volume_max: number | null;
      /**
       * Format: int32
       * @description The loudest that is allowed: the highest where no limit is set. An addition of Tonearm.
       */
      volume_limit: number | null;
      /** @description Id of the output that was chosen and is away, while this one plays in its place (`output_fallback`). An addition of Tonearm. */
      stands_in_for: string | null;
      /** @description What the hardware takes; null while that is not known. An addition of Tonearm. */
      limits: {
        /** @description Sample formats by the names of ALSA. */
        formats: string[];
        /** @description Sample rates. */
        rates: number[];
        /** @description Numbers of channels. */
        channels: number[];
      } | null;
    };
    /** @description What helps to find a fault. Addresses are shortened to what is no secret. */
    Diagnostics: {
      /** @description Unix seconds. */
      made_at: number;
      versions: {
        /** @description Of the daemon. */
        tonearm: string;
        /** @description Of Node.js. */
        node: string;
        /** @description Of SQLite; null while the database cannot be read. */
        sqlite: string | null;
        /** @description Of Debian's package; null where there is none. */
        alsa_lib: string | null;
        /** @description Of Linux. */
        kernel: string;
      };
      machine: {
        /** @description Of the board; null where the firmware does not say. */
        model: string | null;
        /** @description Name of the distribution. */
        system: string | null;
        /** @description As Node.js calls it. */
        architecture: string;
        /** @description How many. */
        processors: number;
        /** @description Bytes. */
        memory: number;
        /** @description Bytes. */
        free_memory: number;
        /** @description Seconds. */
        uptime: number;
      };
      audio: {
        /** @description PCM name of the output that was opened last; null before the first, with all of these. */
        device: string | null;
        /** @description ALSA card number, -1 for none. */
        card: number | null;
        /** @description Frames a second. */
        rate: number | null;
        /** @description Format of the samples. */
        format: string | null;
        /** @description Frames. */
        period: number | null;
        /** @description Frames. */
        buffer: number | null;
        /** @description Why nothing can be heard; null while all is well. */
        problem: string | null;
      };
      /** @description What was found now. */
      health: {
        /** @description The part. */
        name: string;
        /** @description How long it took to answer. */
        milliseconds: number;
        /** @description Why it does not answer; null while all is well. */
        problem: string | null;
      }[];
      /** @description Entries of the live queue. */
      queued: number;
      /** @description What the daemon was started with. */
      configuration: Record<string, never>;
      settings: components['schemas']['GlobalSettings'];
      library: {
        roots: string[];
        /** @description Of volumes that are there; null while the library cannot be read. */
        tracks: number | null;
        /** @description The same of albums. */
        albums: number | null;
        /** @description The same of artists. */
        artists: number | null;
        /** @description The same of genres. */
        genres: number | null;
      };
      /** @description The last one; null while the library cannot be read. */
      scan: components['schemas']['Scan'] | null;
      /** @description As `GET /metrics`. */
      metrics: string;
      /** @description The last events, shortened, the oldest first. */
      events: string[];
      /** @description The last records of the daemon, the oldest first. */
      log: {
        /** @description Unix milliseconds. */
        at: number;
        /** @enum {string} */
        level: 'error' | 'warn' | 'info' | 'debug';
        /** @description Room, message and fields. */
        text: string;
      }[];
      /** @description Records of this start and earlier ones on the disk of the appliance, the oldest first, 256 KiB at most: warnings of all programs, and what the daemon logged. The newest ten minutes may be missing. Null where nobody keeps them. */
      kept_log: string[] | null;
    };
    /** @description A station as the directory tells of it. An unknown text is `""`, an unknown number 0. */
    DirectoryStation: {
      /** @description Its id in the directory: the `directory_id` of a station that is kept. */
      id: string;
      /** @description Name. */
      name: string;
      /** @description Address of its stream: what the queue takes. */
      url: string;
      /** @description Address of its logo, outside: `image` is what a page shows. */
      logo: string | null;
      /** @description Where its logo is served, in the sizes of covers: another address for another logo. Null when it has none. */
      image: string | null;
      /** @description Address of its page. */
      homepage: string | null;
      /** @description What it plays. */
      tags: string[];
      /** @description Such as `MP3`; `""` when unknown. */
      codec: string;
      /** @description In kbit/s; 0 when unknown. */
      bitrate: number;
      /** @description Name of its country. */
      country: string;
      /** @description Two letters of ISO 3166-1. */
      country_code: string;
      /** @description Its languages. */
      language: string;
      /** @description How many people like it, as the directory counts them. */
      votes: number;
    };
    DirectoryTag: {
      /** @description The tag, such as `jazz`. */
      name: string;
      /** @description How many stations have it. */
      stations: number;
    };
    /** @description How the box is found by name (mDNS, DNS-SD). */
    Discovery: {
      /** @description 16 hex digits; the same as long as the box keeps its state, whatever it is called. */
      id: string;
      /** @description Name in force with its domain, such as `tonearm.local`; null when nobody tells of it. */
      host_name: string | null;
      /** @description URLs of the page: that of the name first, then those of the IPv4 addresses; none when no other machine reaches it. */
      addresses: string[];
      /** @description What the network knows. */
      services: {
        /** @description Of DNS-SD, such as `_tonearm._tcp`. */
        type: string;
        /** @description In force: not the wished one while another box has that. */
        name: string;
        /** @description TCP. */
        port: number;
      }[];
      /** @description Why it knows less than it should, for people; null when all is well. */
      problem: string | null;
    };
    /** @description A band of the equaliser. It is off while its `gain` or its `cutoff` is 0. */
    EqBandSetting: {
      /**
       * Format: int32
       * @description Hz. From 20 to 22040 while the band is on.
       */
      cutoff: number;
      /**
       * Format: int32
       * @description Tenths. From 5 to 100 while the band is on.
       */
      q: number;
      /**
       * Format: int32
       * @description Tenths of dB. From -240 to 240 while the equaliser is on.
       */
      gain: number;
    };
    /** @description An event by its name; `data` is JSON on one line. */
    Event:
      | {
          /** @constant */
          event: 'snapshot';
          data: components['schemas']['EventSnapshot'];
        }
      | {
          /** @constant */
          event: 'status';
          /** @description As `GET /player/status`, and how the sound card was opened last. */
          data: {
            /**
             * @description 0 stopped, 1 playing, 3 paused.
             * @enum {integer}
             */
            status: 0 | 1 | 3;
            /** @description Present only while the output is in trouble; it is tried again. */
            output_problem?: {
              /** @description Stable, upper snake case. */
              code: string;
              /** @description A sentence for people. */
              detail: string;
            };
            /** @description Null before the first. */
            opened: {
              /** @description Frames a second. */
              rate: number;
              /** @description Of the samples: `S16`, `S24`, `S24_3` (three bytes each) or `S32`. */
              format: string;
            } | null;
          };
        }
      | {
          /** @constant */
          event: 'current_track';
          /** @description As `GET /player/current-track`, with 0 for `elapsed`: `position` tells that. Null when stopped. */
          data: {
            /** @description Absolute path of the file, or the URL of a stream. */
            path: string;
            /** @description Title; the file name when the file has none. */
            title: string;
            /** @description Artist of the track. */
            artist: string;
            /** @description Title of the album. */
            album: string;
            /** @description Artist of the album. */
            albumartist: string;
            /** @description Composer. */
            composer: string;
            /** @description Genres as the file names them, separated by a comma and a space. */
            genre_string: string;
            /** @description Number on its disc. */
            tracknum: number;
            /** @description Number of its disc. */
            discnum: number;
            /** @description Year of release. */
            year: number;
            /** @description Date of release: YYYY-MM-DD, or as much of it as is known. */
            year_string: string;
            /** @description Duration in milliseconds. */
            length: number;
            /** @description Position of what is heard now, in milliseconds; 0 for entries that are not current. */
            elapsed: number;
            /** @description Bytes. */
            filesize: number;
            /** @description Mean bit rate in kbit/s. */
            bitrate: number;
            /** @description Sample rate in Hz. */
            frequency: number;
            /** @description Id of the track in the library, null when it is not in there. */
            id: string | null;
            /** @description Id of its album in the library. */
            album_id: string | null;
            /** @description Id of its artist in the library. */
            artist_id: string | null;
            /** @description Id of its genre in the library. */
            genre_id: string | null;
            /** @description Name of the cover image. */
            album_art: string | null;
            /** @description Whether somebody likes it; null of what is no track of the library. */
            is_liked: boolean | null;
            /** @description Of the integer samples of its file; null where there are none, or nobody knows. */
            bits_per_sample: number | null;
            /** @description In its file; null while nobody knows. */
            channels: number | null;
          } | null;
        }
      | {
          /** @constant */
          event: 'queue';
          /** @description The live queue without its entries: `GET /playlists/current` has those. */
          data: {
            /** @description Another one whenever the entries are others; compare it for equality only. */
            revision: string;
            /** @description Entries. */
            amount: number;
            /** @description The current entry; 0 when the queue is empty. */
            index: number;
            /** @description The entry that is logically first. */
            first_index: number;
            /**
             * Format: int32
             * @description Seed of the last shuffle; 0 when not shuffled.
             */
            seed: number;
            /**
             * Format: int32
             * @description The entry that `PUT /playlists/resume-track` goes on with; -1 when there is none.
             */
            resume_index: number;
          };
        }
      | {
          /** @constant */
          event: 'volume';
          /** @description Null while the mixer does not answer. */
          data: components['schemas']['VolumeInfo'] | null;
        }
      | {
          /** @constant */
          event: 'settings';
          /** @description As `GET /settings`, without the volume. */
          data: {
            /** @description The library directory in use; it lies in one of the library roots. */
            music_dir: string;
            /** @description How the box is called; empty for its host name. */
            player_name: string;
            /** @description The box answers at this name with `.local`: letters, digits and hyphens (RFC 1123); empty for its own. `GET /system/discovery` tells the name in force. An addition of Tonearm. */
            host_name: string;
            /** @description More host names to answer to, such as that of a reverse proxy, besides `http_names` of the configuration. Without port; no addresses. In force at once. An addition of Tonearm. */
            http_names: string[];
            /** @description Id of the output that was chosen; `GET /devices` has those that there are. */
            audio_output: string;
            /** @description Play on at the built-in output when the chosen one is lost while it plays, or is not there to play on, and is not back after ten seconds, a Bluetooth speaker after a minute. It plays there at its own volume, and quietly the first time. The chosen output stays chosen: when it is back it plays again, though not before what plays is paused or stopped. An addition of Tonearm. */
            output_fallback: boolean;
            /** @description After a start, also after a crash or a power cut, what played plays on by itself from the kept position, once its output is there; what was paused or stopped stays so. An addition of Tonearm. */
            resume_on_start: boolean;
            /** @description Phones may pair with the box and play on it over Bluetooth: what sounds there interrupts the queue. An addition of Tonearm. */
            bluetooth_reception: boolean;
            /** @description iPhones, iPads, Macs and other senders of AirPlay may find the box by its name and play on it (AirPlay 1): what sounds there interrupts the queue. An addition of Tonearm. */
            airplay_enabled: boolean;
            /** @description MPD clients, such as mpc and ncmpcpp, may connect to `mpd_port` of the configuration. An addition of Tonearm. */
            mpd_server: boolean;
            /** @description GraphQL clients, such as rockboxd's SDKs, may connect to `graphql_port` of the configuration. An addition of Tonearm. */
            graphql_server: boolean;
            /** @description UPnP and DLNA apps, such as BubbleUPnP, may find the box and play to it, at `upnp_port` of the configuration. An addition of Tonearm. */
            upnp_renderer: boolean;
            /** @description Multi-room: a Snapcast server runs on the box, and is one of its outputs. `GET /snapcast` tells how it does. An addition of Tonearm. */
            snapcast_server: boolean;
            /** @description Multi-room: a Snapcast client runs on the box, and plays in step with those of other rooms, on the sound card that the box played on last. A card with a volume limit has no client, which would not keep to it. An addition of Tonearm. */
            snapcast_client: boolean;
            /** @description Host name or address of the Snapcast server that the client of the box plays; empty for its own, where that is on, else for one that it finds. An addition of Tonearm. */
            snapcast_host: string;
            /** @description Copy each daily backup to `Tonearm backups` on a USB stick with FAT or exFAT that can be written. The first copy is made at once. `GET /system/backups` tells whether this box can do that, and how the last copy went. An addition of Tonearm. */
            backup_to_stick: boolean;
            /** @description Tell ListenBrainz what is listened to. An addition of Tonearm. */
            listenbrainz_enabled: boolean;
            /** @description Where its API is; empty for the public one. Another address clears the token, unless one comes with it. An addition of Tonearm. */
            listenbrainz_url: string;
            /** @description Tell Last.fm what is listened to. An addition of Tonearm. */
            lastfm_enabled: boolean;
            /** @description Where its API 2.0 is, or that of a server like it, such as `https://libre.fm/2.0/`; empty for Last.fm. Another address clears key, secret and account, unless a key comes with it. An addition of Tonearm. */
            lastfm_url: string;
            /** @description Show what plays in Home Assistant, and take its commands, by the MQTT broker of `mqtt_url`. An addition of Tonearm. */
            mqtt_enabled: boolean;
            /** @description Address of the broker: `mqtt://homeassistant.local`, or `mqtts://` for TLS, with a port where it is not 1883 or 8883; empty for none. Another address clears the password, unless one comes with it. An addition of Tonearm. */
            mqtt_url: string;
            /** @description User of the broker; empty for none. An addition of Tonearm. */
            mqtt_username: string;
            /** @description Topic below which Home Assistant looks for devices; empty for `homeassistant`, the default. An addition of Tonearm. */
            mqtt_discovery_prefix: string;
            /** @description Ask LRCLIB for lyrics that neither a file nor a tag has, when somebody opens them: it learns artist, title, album and length of the track. Off by default. An addition of Tonearm. */
            lyrics_online: boolean;
            /** @description Where LRCLIB is, or another server with its interface; empty for the public one. An addition of Tonearm. */
            lyrics_url: string;
            /** @description Address of a channel file, which says what update there is: https, or http in a private network. Empty, the default: no address is ever contacted. An addition of Tonearm. */
            update_url: string;
            /** @description Look there once a day, at a random minute, whether there is a new version. Nothing is installed by itself. Off by default. An addition of Tonearm. */
            update_check: boolean;
            /** @description Texts that part the artists of one text, with the spaces that belong to them, in whatever case; `[";", " / "]` out of the box. Several artists also come from several fields of one name and from the zeros of ID3v2.4. The artist that a track shows is always the whole text. A change reads the library again. An addition of Tonearm. */
            artist_separators: string[];
            /** @description Names of artists that hold a separator and stay whole, in whatever case. An addition of Tonearm. */
            artist_exceptions: string[];
            /**
             * @description Code page of texts that do not say theirs (ID3v1, ID3v2 as ISO-8859-1, RIFF, cue sheets): `auto` recognises it by all texts of a file. UTF-8 is always recognised. A change reads the library again. An addition of Tonearm.
             * @enum {string}
             */
            tag_encoding:
              | 'auto'
              | 'windows-1250'
              | 'windows-1251'
              | 'windows-1252'
              | 'windows-1253'
              | 'windows-1254'
              | 'windows-1255'
              | 'windows-1256'
              | 'windows-1257'
              | 'windows-874'
              | 'koi8-r'
              | 'shift_jis'
              | 'gbk'
              | 'big5'
              | 'euc-kr';
            /** @description 0 off, 1 all, 2 one, 3 shuffle, 4 A-B. */
            repeat_mode: number;
            /** @description Whether the queue is to be shuffled. */
            playlist_shuffle: boolean;
            /** @description Pause where this changes: 0 off, 1 track, 2 album, 3 album artist, 4 artist, 5 composer, 6 work, 7 genre. */
            single_mode: number;
            /** @description The loudest that is allowed, in the current output's own steps. */
            volume_limit: number;
            /** @description %; negative is to the left. */
            balance: number;
            /** @description dB. */
            bass: number;
            /** @description dB. */
            treble: number;
            /**
             * Format: int32
             * @description Hz; 0 for the filter's own. From 0 to 22040 unless `bass` is 0.
             */
            bass_cutoff: number;
            /**
             * Format: int32
             * @description Hz; 0 for the filter's own. From 0 to 22040 unless `treble` is 0.
             */
            treble_cutoff: number;
            /** @description 0 stereo, 1 mono, 3 left, 4 right, 6 swapped; 2 and 5 are refused. */
            channel_config: number;
            /** @description %; 100 leaves it as it is. */
            stereo_width: number;
            /** @description 0 off, 1 automatic change, 2 skip, 3 shuffle, 4 shuffle or skip, 5 always. */
            crossfade: number;
            /**
             * Format: int32
             * @description Seconds. From 0 to 7 unless `crossfade` is 0.
             */
            crossfade_fade_in_delay: number;
            /**
             * Format: int32
             * @description Seconds. From 0 to 15 unless `crossfade` is 0.
             */
            crossfade_fade_in_duration: number;
            /**
             * Format: int32
             * @description Seconds. From 0 to 7 unless `crossfade` is 0.
             */
            crossfade_fade_out_delay: number;
            /**
             * Format: int32
             * @description Seconds. From 0 to 15 unless `crossfade` is 0.
             */
            crossfade_fade_out_duration: number;
            /** @description 0 crossfade, 1 mix. */
            crossfade_fade_out_mixmode: number;
            /** @description Fade on pause and stop. */
            fade_on_stop: boolean;
            replaygain_settings: components['schemas']['ReplaygainSettings'];
            /** @description 0 off, 1 Meier, 2 custom. */
            crossfeed: number;
            /**
             * Format: int32
             * @description Tenths of dB. From -60 to 0 while `crossfeed` is 2.
             */
            crossfeed_direct_gain: number;
            /**
             * Format: int32
             * @description Tenths of dB. From -120 to -30 while `crossfeed` is 2.
             */
            crossfeed_cross_gain: number;
            /**
             * Format: int32
             * @description Tenths of dB. From -240 to -60 while `crossfeed` is 2.
             */
            crossfeed_hf_attenuation: number;
            /**
             * Format: int32
             * @description Hz. From 500 to 2000 while `crossfeed` is 2.
             */
            crossfeed_hf_cutoff: number;
            /** @description Whether the equaliser acts. */
            eq_enabled: boolean;
            /**
             * Format: int32
             * @description Tenths of dB taken off before the bands. From 0 to 240 while `eq_enabled` is true.
             */
            eq_precut: number;
            /** @description Ten bands: a low shelf, eight peaks, a high shelf. Bands left out at the end get a gain of 0. */
            eq_band_settings: components['schemas']['EqBandSetting'][];
            /** @description Dither where bits are dropped. */
            dithering_enabled: boolean;
            /** @description Stays false. */
            timestretch_enabled: boolean;
            /**
             * @description Stays 0: off.
             * @enum {integer}
             */
            surround_enabled: 0 | 5 | 8 | 10 | 15 | 30;
            /**
             * Format: int32
             * @description Kept and told for the clients; changes nothing here.
             */
            surround_balance: number;
            /**
             * Format: int32
             * @description Kept and told for the clients; changes nothing here.
             */
            surround_fx1: number;
            /**
             * Format: int32
             * @description Kept and told for the clients; changes nothing here.
             */
            surround_fx2: number;
            /**
             * Format: int32
             * @description Kept and told for the clients; changes nothing here.
             */
            surround_mix: number;
            /** @description Kept and told for the clients; changes nothing here. */
            surround_method2: boolean;
            /**
             * @description Stays 0: off.
             * @enum {integer}
             */
            pbe: 0 | 25 | 50 | 75 | 100;
            /**
             * Format: int32
             * @description Kept and told for the clients; changes nothing here.
             */
            pbe_precut: number;
            /** @description Stays 0: off. */
            afr_enabled: number;
            compressor_settings: components['schemas']['CompressorSettings'];
            /** @description Kept and told for the clients; changes nothing here. No command is refused because of it. */
            party_mode: boolean;
            /**
             * Format: int32
             * @description Stays 0.
             */
            stereosw_mode: number;
            /** @description Seconds that playing goes back when it resumes after a pause. */
            pause_rewind: number;
            /** @description Seconds that playing goes back when it resumes after a stop or a start of the box. */
            resume_rewind: number;
            /** @description Stays false. */
            prevent_skip: boolean;
            /** @description Stays 0. */
            next_folder: number;
            /** @description Stays false. */
            rewind_across_tracks: boolean;
            /** @description Stays true: what is chosen plays first, also while shuffling. */
            play_selected: boolean;
            /**
             * Format: int32
             * @description How many entries the queue can hold; stays as it is.
             */
            max_files_in_playlist: number;
            /** @description Stays 0: steps are those of the output. */
            volume_adjust_mode: number;
            /**
             * Format: int32
             * @description Kept and told for the clients; changes nothing here.
             */
            volume_adjust_norm_steps: number;
            /**
             * Format: int32
             * @description Stays 0: the output follows the rate of each track.
             */
            play_frequency: number;
            /** @description Whether there is a token for ListenBrainz; it is never told itself. Read only. */
            listenbrainz_token_set: boolean;
            /** @description Whether there is a password for the broker; it is never told itself. Read only. */
            mqtt_password_set: boolean;
            /** @description Whether there are an API key and its secret; they are never told themselves. Read only. */
            lastfm_key_set: boolean;
            /** @description Whether an account is connected, by `POST /scrobbling/lastfm/finish`. Read only. */
            lastfm_connected: boolean;
            /** @description Name of that account; empty without one. Read only. */
            lastfm_user: string;
          };
        }
      | {
          /** @constant */
          event: 'playlists';
          /** @description The saved and the smart playlists, and their folders: `GET /saved-playlists` and its like have them. */
          data: {
            /** @description Another one whenever one of them is another; compare it for equality only. */
            revision: string;
          };
        }
      | {
          /** @constant */
          event: 'radio';
          /** @description The saved radio stations and those that were heard lately: `GET /radio/stations` and `GET /radio/recent` have them. */
          data: {
            /** @description Another one whenever one of them is another; compare it for equality only. */
            revision: string;
          };
        }
      | {
          /** @constant */
          event: 'alarms';
          /** @description The alarms: `GET /alarms` has them. */
          data: {
            /** @description Another one whenever one of them may be another; compare it for equality only. */
            revision: string;
            /** @description What rings or is snoozed; null while nothing does. */
            ringing: components['schemas']['RingingAlarm'] | null;
          };
        }
      | {
          /** @constant */
          event: 'likes';
          /** @description What people like: `GET /likes/tracks` and `GET /likes/albums` have it, `POST /likes/among` asks for some. */
          data: {
            /** @description Counts the changes of likes, one by one, from another number after every start. */
            revision: number;
          };
        }
      | {
          /** @constant */
          event: 'devices';
          /** @description As `GET /devices`. */
          data: components['schemas']['Device'][];
        }
      | {
          /** @constant */
          event: 'position';
          /** @description Where the current track is. While it plays, a client counts on from here by its own clock. */
          data: {
            /** @description Position of what is heard, in milliseconds; 0 when stopped. */
            elapsed: number;
            /** @description When that was, in milliseconds of the daemon's own monotonic clock, whose zero means nothing. */
            at: number;
          };
        }
      | {
          /** @constant */
          event: 'sleep_timer';
          data: components['schemas']['SleepTimer'];
        }
      | {
          /** @constant */
          event: 'scan';
          /** @description How far the scan of the library is; sent at most four times a second. The counts are of this scan. */
          data: {
            /** @description Whether the library is scanned now. */
            scanning: boolean;
            /**
             * @description What the scan does now; `""` when there is none.
             * @enum {string}
             */
            phase: '' | 'starting' | 'walking' | 'reading' | 'writing' | 'finishing';
            /** @description The library root, or the volume, where it is; `""` when there is none. */
            root: string;
            /** @description Folders that were looked at. */
            folders: number;
            /** @description Files that were met there. */
            files: number;
            /** @description Files that were opened, for they were new or had changed. */
            read: number;
            /** @description Of those, the ones that could not be read. */
            failed: number;
            /** @description Another one whenever a list of the library is another; compare it for equality only. */
            revision: string;
            /** @description The last scan that is over; null before the first. */
            last: {
              /** @description When it ended, in Unix seconds. */
              at: number;
              /** @description How long it took, in milliseconds. */
              duration: number;
              /** @description Folders that were looked at. */
              folders: number;
              /** @description Files that were met there. */
              files: number;
              /** @description Files that were opened, for they were new or had changed. */
              read: number;
              /** @description Of those, the ones that could not be read. */
              failed: number;
              /** @description Why it failed: stable, upper snake case; `""` when it did not. */
              code: string;
              /** @description The same for people. */
              reason: string;
            } | null;
          };
        }
      | {
          /** @constant */
          event: 'bluetooth';
          /** @description Adapter, devices and prompt; told at most twice a second. */
          data: {
            adapter: components['schemas']['BluetoothAdapter'];
            devices: components['schemas']['BluetoothDevice'][];
            /** @description Null while nobody is asked. */
            prompt: components['schemas']['PairingPrompt'] | null;
          };
        }
      | {
          /** @constant */
          event: 'track_skipped';
          /** @description A track could not be played, or its rest could not. */
          data: {
            /** @description Absolute path of the file, or the URL of a stream. */
            path: string;
            /** @description Stable, upper snake case. */
            code: string;
            /** @description For people. */
            reason: string;
            /** @description Whether only its rest was left out. */
            started: boolean;
          };
        };
    /** @description Everything that the other events tell, as it is now. */
    EventSnapshot: {
      /** @description As `GET /player/status`, and how the sound card was opened last. */
      status: {
        /**
         * @description 0 stopped, 1 playing, 3 paused.
         * @enum {integer}
         */
        status: 0 | 1 | 3;
        /** @description Present only while the output is in trouble; it is tried again. */
        output_problem?: {
          /** @description Stable, upper snake case. */
          code: string;
          /** @description A sentence for people. */
          detail: string;
        };
        /** @description Null before the first. */
        opened: {
          /** @description Frames a second. */
          rate: number;
          /** @description Of the samples: `S16`, `S24`, `S24_3` (three bytes each) or `S32`. */
          format: string;
        } | null;
      };
      /** @description As `GET /player/current-track`, with 0 for `elapsed`: `position` tells that. Null when stopped. */
      current_track: {
        /** @description Absolute path of the file, or the URL of a stream. */
        path: string;
        /** @description Title; the file name when the file has none. */
        title: string;
        /** @description Artist of the track. */
        artist: string;
        /** @description Title of the album. */
        album: string;
        /** @description Artist of the album. */
        albumartist: string;
        /** @description Composer. */
        composer: string;
        /** @description Genres as the file names them, separated by a comma and a space. */
        genre_string: string;
        /** @description Number on its disc. */
        tracknum: number;
        /** @description Number of its disc. */
        discnum: number;
        /** @description Year of release. */
        year: number;
        /** @description Date of release: YYYY-MM-DD, or as much of it as is known. */
        year_string: string;
        /** @description Duration in milliseconds. */
        length: number;
        /** @description Position of what is heard now, in milliseconds; 0 for entries that are not current. */
        elapsed: number;
        /** @description Bytes. */
        filesize: number;
        /** @description Mean bit rate in kbit/s. */
        bitrate: number;
        /** @description Sample rate in Hz. */
        frequency: number;
        /** @description Id of the track in the library, null when it is not in there. */
        id: string | null;
        /** @description Id of its album in the library. */
        album_id: string | null;
        /** @description Id of its artist in the library. */
        artist_id: string | null;
        /** @description Id of its genre in the library. */
        genre_id: string | null;
        /** @description Name of the cover image. */
        album_art: string | null;
        /** @description Whether somebody likes it; null of what is no track of the library. */
        is_liked: boolean | null;
        /** @description Of the integer samples of its file; null where there are none, or nobody knows. */
        bits_per_sample: number | null;
        /** @description In its file; null while nobody knows. */
        channels: number | null;
      } | null;
      /** @description The live queue without its entries: `GET /playlists/current` has those. */
      queue: {
        /** @description Another one whenever the entries are others; compare it for equality only. */
        revision: string;
        /** @description Entries. */
        amount: number;
        /** @description The current entry; 0 when the queue is empty. */
        index: number;
        /** @description The entry that is logically first. */
        first_index: number;
        /**
         * Format: int32
         * @description Seed of the last shuffle; 0 when not shuffled.
         */
        seed: number;
        /**
         * Format: int32
         * @description The entry that `PUT /playlists/resume-track` goes on with; -1 when there is none.
         */
        resume_index: number;
      };
      /** @description Null while the mixer does not answer. */
      volume: components['schemas']['VolumeInfo'] | null;
      /** @description As `GET /settings`, without the volume. */
      settings: {
        /** @description The library directory in use; it lies in one of the library roots. */
        music_dir: string;
        /** @description How the box is called; empty for its host name. */
        player_name: string;
        /** @description The box answers at this name with `.local`: letters, digits and hyphens (RFC 1123); empty for its own. `GET /system/discovery` tells the name in force. An addition of Tonearm. */
        host_name: string;
        /** @description More host names to answer to, such as that of a reverse proxy, besides `http_names` of the configuration. Without port; no addresses. In force at once. An addition of Tonearm. */
        http_names: string[];
        /** @description Id of the output that was chosen; `GET /devices` has those that there are. */
        audio_output: string;
        /** @description Play on at the built-in output when the chosen one is lost while it plays, or is not there to play on, and is not back after ten seconds, a Bluetooth speaker after a minute. It plays there at its own volume, and quietly the first time. The chosen output stays chosen: when it is back it plays again, though not before what plays is paused or stopped. An addition of Tonearm. */
        output_fallback: boolean;
        /** @description After a start, also after a crash or a power cut, what played plays on by itself from the kept position, once its output is there; what was paused or stopped stays so. An addition of Tonearm. */
        resume_on_start: boolean;
        /** @description Phones may pair with the box and play on it over Bluetooth: what sounds there interrupts the queue. An addition of Tonearm. */
        bluetooth_reception: boolean;
        /** @description iPhones, iPads, Macs and other senders of AirPlay may find the box by its name and play on it (AirPlay 1): what sounds there interrupts the queue. An addition of Tonearm. */
        airplay_enabled: boolean;
        /** @description MPD clients, such as mpc and ncmpcpp, may connect to `mpd_port` of the configuration. An addition of Tonearm. */
        mpd_server: boolean;
        /** @description GraphQL clients, such as rockboxd's SDKs, may connect to `graphql_port` of the configuration. An addition of Tonearm. */
        graphql_server: boolean;
        /** @description UPnP and DLNA apps, such as BubbleUPnP, may find the box and play to it, at `upnp_port` of the configuration. An addition of Tonearm. */
        upnp_renderer: boolean;
        /** @description Multi-room: a Snapcast server runs on the box, and is one of its outputs. `GET /snapcast` tells how it does. An addition of Tonearm. */
        snapcast_server: boolean;
        /** @description Multi-room: a Snapcast client runs on the box, and plays in step with those of other rooms, on the sound card that the box played on last. A card with a volume limit has no client, which would not keep to it. An addition of Tonearm. */
        snapcast_client: boolean;
        /** @description Host name or address of the Snapcast server that the client of the box plays; empty for its own, where that is on, else for one that it finds. An addition of Tonearm. */
        snapcast_host: string;
        /** @description Copy each daily backup to `Tonearm backups` on a USB stick with FAT or exFAT that can be written. The first copy is made at once. `GET /system/backups` tells whether this box can do that, and how the last copy went. An addition of Tonearm. */
        backup_to_stick: boolean;
        /** @description Tell ListenBrainz what is listened to. An addition of Tonearm. */
        listenbrainz_enabled: boolean;
        /** @description Where its API is; empty for the public one. Another address clears the token, unless one comes with it. An addition of Tonearm. */
        listenbrainz_url: string;
        /** @description Tell Last.fm what is listened to. An addition of Tonearm. */
        lastfm_enabled: boolean;
        /** @description Where its API 2.0 is, or that of a server like it, such as `https://libre.fm/2.0/`; empty for Last.fm. Another address clears key, secret and account, unless a key comes with it. An addition of Tonearm. */
        lastfm_url: string;
        /** @description Show what plays in Home Assistant, and take its commands, by the MQTT broker of `mqtt_url`. An addition of Tonearm. */
        mqtt_enabled: boolean;
        /** @description Address of the broker: `mqtt://homeassistant.local`, or `mqtts://` for TLS, with a port where it is not 1883 or 8883; empty for none. Another address clears the password, unless one comes with it. An addition of Tonearm. */
        mqtt_url: string;
        /** @description User of the broker; empty for none. An addition of Tonearm. */
        mqtt_username: string;
        /** @description Topic below which Home Assistant looks for devices; empty for `homeassistant`, the default. An addition of Tonearm. */
        mqtt_discovery_prefix: string;
        /** @description Ask LRCLIB for lyrics that neither a file nor a tag has, when somebody opens them: it learns artist, title, album and length of the track. Off by default. An addition of Tonearm. */
        lyrics_online: boolean;
        /** @description Where LRCLIB is, or another server with its interface; empty for the public one. An addition of Tonearm. */
        lyrics_url: string;
        /** @description Address of a channel file, which says what update there is: https, or http in a private network. Empty, the default: no address is ever contacted. An addition of Tonearm. */
        update_url: string;
        /** @description Look there once a day, at a random minute, whether there is a new version. Nothing is installed by itself. Off by default. An addition of Tonearm. */
        update_check: boolean;
        /** @description Texts that part the artists of one text, with the spaces that belong to them, in whatever case; `[";", " / "]` out of the box. Several artists also come from several fields of one name and from the zeros of ID3v2.4. The artist that a track shows is always the whole text. A change reads the library again. An addition of Tonearm. */
        artist_separators: string[];
        /** @description Names of artists that hold a separator and stay whole, in whatever case. An addition of Tonearm. */
        artist_exceptions: string[];
        /**
         * @description Code page of texts that do not say theirs (ID3v1, ID3v2 as ISO-8859-1, RIFF, cue sheets): `auto` recognises it by all texts of a file. UTF-8 is always recognised. A change reads the library again. An addition of Tonearm.
         * @enum {string}
         */
        tag_encoding:
          | 'auto'
          | 'windows-1250'
          | 'windows-1251'
          | 'windows-1252'
          | 'windows-1253'
          | 'windows-1254'
          | 'windows-1255'
          | 'windows-1256'
          | 'windows-1257'
          | 'windows-874'
          | 'koi8-r'
          | 'shift_jis'
          | 'gbk'
          | 'big5'
          | 'euc-kr';
        /** @description 0 off, 1 all, 2 one, 3 shuffle, 4 A-B. */
        repeat_mode: number;
        /** @description Whether the queue is to be shuffled. */
        playlist_shuffle: boolean;
        /** @description Pause where this changes: 0 off, 1 track, 2 album, 3 album artist, 4 artist, 5 composer, 6 work, 7 genre. */
        single_mode: number;
        /** @description The loudest that is allowed, in the current output's own steps. */
        volume_limit: number;
        /** @description %; negative is to the left. */
        balance: number;
        /** @description dB. */
        bass: number;
        /** @description dB. */
        treble: number;
        /**
         * Format: int32
         * @description Hz; 0 for the filter's own. From 0 to 22040 unless `bass` is 0.
         */
        bass_cutoff: number;
        /**
         * Format: int32
         * @description Hz; 0 for the filter's own. From 0 to 22040 unless `treble` is 0.
         */
        treble_cutoff: number;
        /** @description 0 stereo, 1 mono, 3 left, 4 right, 6 swapped; 2 and 5 are refused. */
        channel_config: number;
        /** @description %; 100 leaves it as it is. */
        stereo_width: number;
        /** @description 0 off, 1 automatic change, 2 skip, 3 shuffle, 4 shuffle or skip, 5 always. */
        crossfade: number;
        /**
         * Format: int32
         * @description Seconds. From 0 to 7 unless `crossfade` is 0.
         */
        crossfade_fade_in_delay: number;
        /**
         * Format: int32
         * @description Seconds. From 0 to 15 unless `crossfade` is 0.
         */
        crossfade_fade_in_duration: number;
        /**
         * Format: int32
         * @description Seconds. From 0 to 7 unless `crossfade` is 0.
         */
        crossfade_fade_out_delay: number;
        /**
         * Format: int32
         * @description Seconds. From 0 to 15 unless `crossfade` is 0.
         */
        crossfade_fade_out_duration: number;
        /** @description 0 crossfade, 1 mix. */
        crossfade_fade_out_mixmode: number;
        /** @description Fade on pause and stop. */
        fade_on_stop: boolean;
        replaygain_settings: components['schemas']['ReplaygainSettings'];
        /** @description 0 off, 1 Meier, 2 custom. */
        crossfeed: number;
        /**
         * Format: int32
         * @description Tenths of dB. From -60 to 0 while `crossfeed` is 2.
         */
        crossfeed_direct_gain: number;
        /**
         * Format: int32
         * @description Tenths of dB. From -120 to -30 while `crossfeed` is 2.
         */
        crossfeed_cross_gain: number;
        /**
         * Format: int32
         * @description Tenths of dB. From -240 to -60 while `crossfeed` is 2.
         */
        crossfeed_hf_attenuation: number;
        /**
         * Format: int32
         * @description Hz. From 500 to 2000 while `crossfeed` is 2.
         */
        crossfeed_hf_cutoff: number;
        /** @description Whether the equaliser acts. */
        eq_enabled: boolean;
        /**
         * Format: int32
         * @description Tenths of dB taken off before the bands. From 0 to 240 while `eq_enabled` is true.
         */
        eq_precut: number;
        /** @description Ten bands: a low shelf, eight peaks, a high shelf. Bands left out at the end get a gain of 0. */
        eq_band_settings: components['schemas']['EqBandSetting'][];
        /** @description Dither where bits are dropped. */
        dithering_enabled: boolean;
        /** @description Stays false. */
        timestretch_enabled: boolean;
        /**
         * @description Stays 0: off.
         * @enum {integer}
         */
        surround_enabled: 0 | 5 | 8 | 10 | 15 | 30;
        /**
         * Format: int32
         * @description Kept and told for the clients; changes nothing here.
         */
        surround_balance: number;
        /**
         * Format: int32
         * @description Kept and told for the clients; changes nothing here.
         */
        surround_fx1: number;
        /**
         * Format: int32
         * @description Kept and told for the clients; changes nothing here.
         */
        surround_fx2: number;
        /**
         * Format: int32
         * @description Kept and told for the clients; changes nothing here.
         */
        surround_mix: number;
        /** @description Kept and told for the clients; changes nothing here. */
        surround_method2: boolean;
        /**
         * @description Stays 0: off.
         * @enum {integer}
         */
        pbe: 0 | 25 | 50 | 75 | 100;
        /**
         * Format: int32
         * @description Kept and told for the clients; changes nothing here.
         */
        pbe_precut: number;
        /** @description Stays 0: off. */
        afr_enabled: number;
        compressor_settings: components['schemas']['CompressorSettings'];
        /** @description Kept and told for the clients; changes nothing here. No command is refused because of it. */
        party_mode: boolean;
        /**
         * Format: int32
         * @description Stays 0.
         */
        stereosw_mode: number;
        /** @description Seconds that playing goes back when it resumes after a pause. */
        pause_rewind: number;
        /** @description Seconds that playing goes back when it resumes after a stop or a start of the box. */
        resume_rewind: number;
        /** @description Stays false. */
        prevent_skip: boolean;
        /** @description Stays 0. */
        next_folder: number;
        /** @description Stays false. */
        rewind_across_tracks: boolean;
        /** @description Stays true: what is chosen plays first, also while shuffling. */
        play_selected: boolean;
        /**
         * Format: int32
         * @description How many entries the queue can hold; stays as it is.
         */
        max_files_in_playlist: number;
        /** @description Stays 0: steps are those of the output. */
        volume_adjust_mode: number;
        /**
         * Format: int32
         * @description Kept and told for the clients; changes nothing here.
         */
        volume_adjust_norm_steps: number;
        /**
         * Format: int32
         * @description Stays 0: the output follows the rate of each track.
         */
        play_frequency: number;
        /** @description Whether there is a token for ListenBrainz; it is never told itself. Read only. */
        listenbrainz_token_set: boolean;
        /** @description Whether there is a password for the broker; it is never told itself. Read only. */
        mqtt_password_set: boolean;
        /** @description Whether there are an API key and its secret; they are never told themselves. Read only. */
        lastfm_key_set: boolean;
        /** @description Whether an account is connected, by `POST /scrobbling/lastfm/finish`. Read only. */
        lastfm_connected: boolean;
        /** @description Name of that account; empty without one. Read only. */
        lastfm_user: string;
      };
      /** @description The saved and the smart playlists, and their folders: `GET /saved-playlists` and its like have them. */
      playlists: {
        /** @description Another one whenever one of them is another; compare it for equality only. */
        revision: string;
      };
      /** @description The saved radio stations and those that were heard lately: `GET /radio/stations` and `GET /radio/recent` have them. */
      radio: {
        /** @description Another one whenever one of them is another; compare it for equality only. */
        revision: string;
      };
      /** @description The alarms: `GET /alarms` has them. */
      alarms: {
        /** @description Another one whenever one of them may be another; compare it for equality only. */
        revision: string;
        /** @description What rings or is snoozed; null while nothing does. */
        ringing: components['schemas']['RingingAlarm'] | null;
      };
      /** @description What people like: `GET /likes/tracks` and `GET /likes/albums` have it, `POST /likes/among` asks for some. */
      likes: {
        /** @description Counts the changes of likes, one by one, from another number after every start. */
        revision: number;
      };
      /** @description As `GET /devices`. */
      devices: components['schemas']['Device'][];
      /** @description Where the current track is. While it plays, a client counts on from here by its own clock. */
      position: {
        /** @description Position of what is heard, in milliseconds; 0 when stopped. */
        elapsed: number;
        /** @description When that was, in milliseconds of the daemon's own monotonic clock, whose zero means nothing. */
        at: number;
      };
      sleep_timer: components['schemas']['SleepTimer'];
      /** @description How far the scan of the library is; sent at most four times a second. The counts are of this scan. */
      scan: {
        /** @description Whether the library is scanned now. */
        scanning: boolean;
        /**
         * @description What the scan does now; `""` when there is none.
         * @enum {string}
         */
        phase: '' | 'starting' | 'walking' | 'reading' | 'writing' | 'finishing';
        /** @description The library root, or the volume, where it is; `""` when there is none. */
        root: string;
        /** @description Folders that were looked at. */
        folders: number;
        /** @description Files that were met there. */
        files: number;
        /** @description Files that were opened, for they were new or had changed. */
        read: number;
        /** @description Of those, the ones that could not be read. */
        failed: number;
        /** @description Another one whenever a list of the library is another; compare it for equality only. */
        revision: string;
        /** @description The last scan that is over; null before the first. */
        last: {
          /** @description When it ended, in Unix seconds. */
          at: number;
          /** @description How long it took, in milliseconds. */
          duration: number;
          /** @description Folders that were looked at. */
          folders: number;
          /** @description Files that were met there. */
          files: number;
          /** @description Files that were opened, for they were new or had changed. */
          read: number;
          /** @description Of those, the ones that could not be read. */
          failed: number;
          /** @description Why it failed: stable, upper snake case; `""` when it did not. */
          code: string;
          /** @description The same for people. */
          reason: string;
        } | null;
      };
      /** @description Adapter, devices and prompt; told at most twice a second. */
      bluetooth: {
        adapter: components['schemas']['BluetoothAdapter'];
        devices: components['schemas']['BluetoothDevice'][];
        /** @description Null while nobody is asked. */
        prompt: components['schemas']['PairingPrompt'] | null;
      };
    };
    /** @description An album that was found. */
    FoundAlbum: {
      /** @description Names the album for good. */
      id: string;
      /** @description Title. */
      title: string;
      /** @description The album artist. */
      artist: string;
      /** @description Year of release, 0 when unknown. */
      year: number;
      /** @description Date of release: YYYY-MM-DD, or as much of it as is known. */
      year_string: string;
      /** @description Name of the cover image below `/covers`; `""` when there is none. */
      album_art: string;
      /** @description MD5 of album artist, title and year, one after the other, in lower-case hexadecimal. */
      md5: string;
      /** @description Id of the artist of the album's first track. */
      artist_id: string;
      /** @description The record label. */
      label: string | null;
    };
    /** @description An artist that was found. */
    FoundArtist: {
      /** @description Names the artist for good. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description Path of the picture that lies in the artist's folder; missing when there is none. */
      image?: string;
    };
    /** @description A folder that was found. */
    FoundFolder: {
      /** @description Absolute path, as `GET /browse/tree-entries` takes it. */
      path: string;
    };
    /** @description A playlist that was found. */
    FoundPlaylist: {
      /**
       * @description Whether it has tracks of its own, or those that meet its rules.
       * @enum {string}
       */
      kind: 'saved' | 'smart';
      /** @description Its id, among those of its kind. */
      id: string;
      /** @description Name. */
      name: string;
      /** @description Whether every box has it, and nobody can change it. */
      is_system: boolean;
    };
    FoundUpdateOffer: {
      /** @description What was looked up last; null since the start, or for another address. */
      offer: components['schemas']['UpdateOffer'] | null;
    };
    /** @description Rules with every member, null where nothing was said. */
    FullRuleCriteria: {
      /**
       * @description Whether all conditions must hold, or any; `all` by default.
       * @enum {string}
       */
      match_type: 'all' | 'any';
      conditions: {
        /**
         * @description What of a track is looked at.
         * @enum {string}
         */
        field:
          | 'play_count'
          | 'skip_count'
          | 'last_played'
          | 'last_skipped'
          | 'date_added'
          | 'year'
          | 'genre'
          | 'artist'
          | 'album'
          | 'duration_ms'
          | 'bitrate'
          | 'is_liked';
        /**
         * @description How it is compared; one that means nothing for the field is never true.
         * @enum {string}
         */
        operator:
          | 'is'
          | 'is_not'
          | 'contains'
          | 'not_contains'
          | 'greater_than'
          | 'less_than'
          | 'greater_than_or_equal'
          | 'less_than_or_equal'
          | 'equals'
          | 'between'
          | 'in_last'
          | 'not_in_last'
          | 'is_empty'
          | 'is_not_empty';
        /** @description An integer for a number or a time (Unix seconds, or how many units), a text, or a boolean. */
        value: number | string | boolean | null;
        /** @description The other end of `between`, included. */
        value2: number | string | boolean | null;
        /** @description Of `in_last`; days by default, a month has 30 of them and a year 365. */
        unit: ('days' | 'weeks' | 'months' | 'years') | null;
      }[];
      /** @description How many tracks count, in their order; null: all. */
      limit: number | null;
      /** @description The order of the tracks, `date_added` by default; equal ones stand by title. */
      sort_by:
        | (
            | 'random'
            | 'play_count'
            | 'skip_count'
            | 'last_played'
            | 'date_added'
            | 'year'
            | 'title'
            | 'artist'
            | 'album'
            | 'duration_ms'
          )
        | null;
      /** @description `DESC` by default. */
      sort_order: ('ASC' | 'DESC') | null;
    };
    /** @description A genre that at least one track names. */
    Genre: {
      /** @description Names the genre for good. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description How many tracks name it. */
      track_count: number;
    };
    /** @description All settings. */
    GlobalSettings: {
      /** @description The library directory in use; it lies in one of the library roots. */
      music_dir: string;
      /** @description How the box is called; empty for its host name. */
      player_name: string;
      /** @description The box answers at this name with `.local`: letters, digits and hyphens (RFC 1123); empty for its own. `GET /system/discovery` tells the name in force. An addition of Tonearm. */
      host_name: string;
      /** @description More host names to answer to, such as that of a reverse proxy, besides `http_names` of the configuration. Without port; no addresses. In force at once. An addition of Tonearm. */
      http_names: string[];
      /** @description Id of the output that was chosen; `GET /devices` has those that there are. */
      audio_output: string;
      /** @description Play on at the built-in output when the chosen one is lost while it plays, or is not there to play on, and is not back after ten seconds, a Bluetooth speaker after a minute. It plays there at its own volume, and quietly the first time. The chosen output stays chosen: when it is back it plays again, though not before what plays is paused or stopped. An addition of Tonearm. */
      output_fallback: boolean;
      /** @description After a start, also after a crash or a power cut, what played plays on by itself from the kept position, once its output is there; what was paused or stopped stays so. An addition of Tonearm. */
      resume_on_start: boolean;
      /** @description Phones may pair with the box and play on it over Bluetooth: what sounds there interrupts the queue. An addition of Tonearm. */
      bluetooth_reception: boolean;
      /** @description iPhones, iPads, Macs and other senders of AirPlay may find the box by its name and play on it (AirPlay 1): what sounds there interrupts the queue. An addition of Tonearm. */
      airplay_enabled: boolean;
      /** @description MPD clients, such as mpc and ncmpcpp, may connect to `mpd_port` of the configuration. An addition of Tonearm. */
      mpd_server: boolean;
      /** @description GraphQL clients, such as rockboxd's SDKs, may connect to `graphql_port` of the configuration. An addition of Tonearm. */
      graphql_server: boolean;
      /** @description UPnP and DLNA apps, such as BubbleUPnP, may find the box and play to it, at `upnp_port` of the configuration. An addition of Tonearm. */
      upnp_renderer: boolean;
      /** @description Multi-room: a Snapcast server runs on the box, and is one of its outputs. `GET /snapcast` tells how it does. An addition of Tonearm. */
      snapcast_server: boolean;
      /** @description Multi-room: a Snapcast client runs on the box, and plays in step with those of other rooms, on the sound card that the box played on last. A card with a volume limit has no client, which would not keep to it. An addition of Tonearm. */
      snapcast_client: boolean;
      /** @description Host name or address of the Snapcast server that the client of the box plays; empty for its own, where that is on, else for one that it finds. An addition of Tonearm. */
      snapcast_host: string;
      /** @description Copy each daily backup to `Tonearm backups` on a USB stick with FAT or exFAT that can be written. The first copy is made at once. `GET /system/backups` tells whether this box can do that, and how the last copy went. An addition of Tonearm. */
      backup_to_stick: boolean;
      /** @description Tell ListenBrainz what is listened to. An addition of Tonearm. */
      listenbrainz_enabled: boolean;
      /** @description Where its API is; empty for the public one. Another address clears the token, unless one comes with it. An addition of Tonearm. */
      listenbrainz_url: string;
      /** @description Tell Last.fm what is listened to. An addition of Tonearm. */
      lastfm_enabled: boolean;
      /** @description Where its API 2.0 is, or that of a server like it, such as `https://libre.fm/2.0/`; empty for Last.fm. Another address clears key, secret and account, unless a key comes with it. An addition of Tonearm. */
      lastfm_url: string;
      /** @description Show what plays in Home Assistant, and take its commands, by the MQTT broker of `mqtt_url`. An addition of Tonearm. */
      mqtt_enabled: boolean;
      /** @description Address of the broker: `mqtt://homeassistant.local`, or `mqtts://` for TLS, with a port where it is not 1883 or 8883; empty for none. Another address clears the password, unless one comes with it. An addition of Tonearm. */
      mqtt_url: string;
      /** @description User of the broker; empty for none. An addition of Tonearm. */
      mqtt_username: string;
      /** @description Topic below which Home Assistant looks for devices; empty for `homeassistant`, the default. An addition of Tonearm. */
      mqtt_discovery_prefix: string;
      /** @description Ask LRCLIB for lyrics that neither a file nor a tag has, when somebody opens them: it learns artist, title, album and length of the track. Off by default. An addition of Tonearm. */
      lyrics_online: boolean;
      /** @description Where LRCLIB is, or another server with its interface; empty for the public one. An addition of Tonearm. */
      lyrics_url: string;
      /** @description Address of a channel file, which says what update there is: https, or http in a private network. Empty, the default: no address is ever contacted. An addition of Tonearm. */
      update_url: string;
      /** @description Look there once a day, at a random minute, whether there is a new version. Nothing is installed by itself. Off by default. An addition of Tonearm. */
      update_check: boolean;
      /** @description Texts that part the artists of one text, with the spaces that belong to them, in whatever case; `[";", " / "]` out of the box. Several artists also come from several fields of one name and from the zeros of ID3v2.4. The artist that a track shows is always the whole text. A change reads the library again. An addition of Tonearm. */
      artist_separators: string[];
      /** @description Names of artists that hold a separator and stay whole, in whatever case. An addition of Tonearm. */
      artist_exceptions: string[];
      /**
       * @description Code page of texts that do not say theirs (ID3v1, ID3v2 as ISO-8859-1, RIFF, cue sheets): `auto` recognises it by all texts of a file. UTF-8 is always recognised. A change reads the library again. An addition of Tonearm.
       * @enum {string}
       */
      tag_encoding:
        | 'auto'
        | 'windows-1250'
        | 'windows-1251'
        | 'windows-1252'
        | 'windows-1253'
        | 'windows-1254'
        | 'windows-1255'
        | 'windows-1256'
        | 'windows-1257'
        | 'windows-874'
        | 'koi8-r'
        | 'shift_jis'
        | 'gbk'
        | 'big5'
        | 'euc-kr';
      /** @description 0 off, 1 all, 2 one, 3 shuffle, 4 A-B. */
      repeat_mode: number;
      /** @description Whether the queue is to be shuffled. */
      playlist_shuffle: boolean;
      /** @description Pause where this changes: 0 off, 1 track, 2 album, 3 album artist, 4 artist, 5 composer, 6 work, 7 genre. */
      single_mode: number;
      /** @description The loudest that is allowed, in the current output's own steps. */
      volume_limit: number;
      /** @description %; negative is to the left. */
      balance: number;
      /** @description dB. */
      bass: number;
      /** @description dB. */
      treble: number;
      /**
       * Format: int32
       * @description Hz; 0 for the filter's own. From 0 to 22040 unless `bass` is 0.
       */
      bass_cutoff: number;
      /**
       * Format: int32
       * @description Hz; 0 for the filter's own. From 0 to 22040 unless `treble` is 0.
       */
      treble_cutoff: number;
      /** @description 0 stereo, 1 mono, 3 left, 4 right, 6 swapped; 2 and 5 are refused. */
      channel_config: number;
      /** @description %; 100 leaves it as it is. */
      stereo_width: number;
      /** @description 0 off, 1 automatic change, 2 skip, 3 shuffle, 4 shuffle or skip, 5 always. */
      crossfade: number;
      /**
       * Format: int32
       * @description Seconds. From 0 to 7 unless `crossfade` is 0.
       */
      crossfade_fade_in_delay: number;
      /**
       * Format: int32
       * @description Seconds. From 0 to 15 unless `crossfade` is 0.
       */
      crossfade_fade_in_duration: number;
      /**
       * Format: int32
       * @description Seconds. From 0 to 7 unless `crossfade` is 0.
       */
      crossfade_fade_out_delay: number;
      /**
       * Format: int32
       * @description Seconds. From 0 to 15 unless `crossfade` is 0.
       */
      crossfade_fade_out_duration: number;
      /** @description 0 crossfade, 1 mix. */
      crossfade_fade_out_mixmode: number;
      /** @description Fade on pause and stop. */
      fade_on_stop: boolean;
      replaygain_settings: components['schemas']['ReplaygainSettings'];
      /** @description 0 off, 1 Meier, 2 custom. */
      crossfeed: number;
      /**
       * Format: int32
       * @description Tenths of dB. From -60 to 0 while `crossfeed` is 2.
       */
      crossfeed_direct_gain: number;
      /**
       * Format: int32
       * @description Tenths of dB. From -120 to -30 while `crossfeed` is 2.
       */
      crossfeed_cross_gain: number;
      /**
       * Format: int32
       * @description Tenths of dB. From -240 to -60 while `crossfeed` is 2.
       */
      crossfeed_hf_attenuation: number;
      /**
       * Format: int32
       * @description Hz. From 500 to 2000 while `crossfeed` is 2.
       */
      crossfeed_hf_cutoff: number;
      /** @description Whether the equaliser acts. */
      eq_enabled: boolean;
      /**
       * Format: int32
       * @description Tenths of dB taken off before the bands. From 0 to 240 while `eq_enabled` is true.
       */
      eq_precut: number;
      /** @description Ten bands: a low shelf, eight peaks, a high shelf. Bands left out at the end get a gain of 0. */
      eq_band_settings: components['schemas']['EqBandSetting'][];
      /** @description Dither where bits are dropped. */
      dithering_enabled: boolean;
      /** @description Stays false. */
      timestretch_enabled: boolean;
      /**
       * @description Stays 0: off.
       * @enum {integer}
       */
      surround_enabled: 0 | 5 | 8 | 10 | 15 | 30;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      surround_balance: number;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      surround_fx1: number;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      surround_fx2: number;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      surround_mix: number;
      /** @description Kept and told for the clients; changes nothing here. */
      surround_method2: boolean;
      /**
       * @description Stays 0: off.
       * @enum {integer}
       */
      pbe: 0 | 25 | 50 | 75 | 100;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      pbe_precut: number;
      /** @description Stays 0: off. */
      afr_enabled: number;
      compressor_settings: components['schemas']['CompressorSettings'];
      /** @description Kept and told for the clients; changes nothing here. No command is refused because of it. */
      party_mode: boolean;
      /**
       * Format: int32
       * @description Stays 0.
       */
      stereosw_mode: number;
      /**
       * Format: int32
       * @description The level, in the output's own steps; 0 while it does not answer.
       */
      volume: number;
      /** @description Seconds that playing goes back when it resumes after a pause. */
      pause_rewind: number;
      /** @description Seconds that playing goes back when it resumes after a stop or a start of the box. */
      resume_rewind: number;
      /** @description Stays false. */
      prevent_skip: boolean;
      /** @description Stays 0. */
      next_folder: number;
      /** @description Stays false. */
      rewind_across_tracks: boolean;
      /** @description Stays true: what is chosen plays first, also while shuffling. */
      play_selected: boolean;
      /**
       * Format: int32
       * @description How many entries the queue can hold; stays as it is.
       */
      max_files_in_playlist: number;
      /** @description Stays 0: steps are those of the output. */
      volume_adjust_mode: number;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      volume_adjust_norm_steps: number;
      /**
       * Format: int32
       * @description Stays 0: the output follows the rate of each track.
       */
      play_frequency: number;
      /** @description Whether there is a token for ListenBrainz; it is never told itself. Read only. */
      listenbrainz_token_set: boolean;
      /** @description Whether there is a password for the broker; it is never told itself. Read only. */
      mqtt_password_set: boolean;
      /** @description Whether there are an API key and its secret; they are never told themselves. Read only. */
      lastfm_key_set: boolean;
      /** @description Whether an account is connected, by `POST /scrobbling/lastfm/finish`. Read only. */
      lastfm_connected: boolean;
      /** @description Name of that account; empty without one. Read only. */
      lastfm_user: string;
    };
    /** @description The state of the box, and where it would go on. */
    GlobalStatus: {
      /**
       * Format: int32
       * @description The present level, in the output's own steps; 0 while it does not answer.
       */
      volume: number;
      /**
       * Format: int32
       * @description The entry that `PUT /playlists/resume-track` goes on with; -1 when there is none.
       */
      resume_index: number;
      /** @description CRC-32 (ISO 3309) of the path of that entry; 0 when there is none. */
      resume_crc32: number;
      /** @description Its position in milliseconds. */
      resume_elapsed: number;
      /** @description Its position in bytes; 0 when only the time is known. */
      resume_offset: number;
      /** @description Seconds since the daemon was started. */
      runtime: number;
      /** @description As `runtime`. */
      topruntime: number;
      /** @description Always 0. */
      dircache_size: number;
      /** @description Always 0. */
      last_screen: number;
      /** @description Always 0. */
      viewer_icon_count: number;
      /** @description Always 0. */
      last_volume_change: number;
    };
    /** @description That everything the daemon stands on answers. */
    Health: {
      /** @enum {string} */
      status: 'ok';
      checks: {
        /** @description The part: `audio`, `state` (what people did) or `library`. */
        name: string;
        /** @description How long it took to answer. */
        milliseconds: number;
      }[];
      /** @description As `GET /system/notices`: what nobody has acknowledged yet. */
      notices: {
        /** @description Acknowledges it: `DELETE /system/notices/{id}`. */
        id: string;
        /** @description When it happened, in Unix seconds. */
        at: number;
        /**
         * @description The database of what people did was lost or damaged, and its last daily copy came back, with what could still be read; there was no copy, and the last automatic backup came back; or what could be read; or nothing did. `STATE_BEFORE_UPDATE`: an update was rolled back, and the copy from before it is in use.
         * @enum {string}
         */
        code: 'STATE_RESTORED' | 'STATE_BEFORE_UPDATE' | 'STATE_FROM_BACKUP' | 'STATE_SALVAGED' | 'STATE_LOST';
        /** @description When that copy or backup was made, in Unix seconds; null without one. */
        copied_at: number | null;
        /** @description Rows of the damaged file that could still be read. */
        salvaged_rows: number;
        /** @description For people. */
        text: string;
      }[];
    };
    /** @description At most 20 records in each list. */
    Home: {
      /** @description The day for which `rediscover` and the daily mix were drawn, by the time zone of the box: YYYY-MM-DD. */
      day: string;
      /** @description Id of the smart playlist whose tracks are drawn anew every day. */
      daily_mix: string;
      /** @description The album of the last two counted plays, at the track behind the last one; null where there is none behind it. */
      unfinished: {
        album: components['schemas']['Album'];
        track: components['schemas']['Track'];
        /** @description Index of the track in the list of the album's tracks. */
        index: number;
      } | null;
      /** @description Albums by the last counted play of one of their tracks. */
      recently_played: components['schemas']['Album'][];
      /** @description Albums by the newest of their tracks; empty while no music is there. */
      recently_added: components['schemas']['Album'][];
      /** @description Albums of which no track was played for 90 days, and that were liked before that, or have a track with three plays or more; drawn by lot every day. */
      rediscover: components['schemas']['Album'][];
      /** @description Liked albums, the newest like first. */
      liked_albums: components['schemas']['Album'][];
      /** @description Liked tracks, the newest like first. */
      liked_tracks: components['schemas']['Track'][];
    };
    /** @description The Wi-Fi network that the box makes itself, for a phone to reach it where it has no other network. */
    Hotspot: {
      /**
       * @description `joining`: it is down while the box tries to join a network, and comes back when that fails.
       * @enum {string}
       */
      state: 'off' | 'starting' | 'on' | 'joining';
      /** @description The name that it has, or would have, such as `Tonearm-3F2A`. */
      name: string;
      /** @description Address of the box in it; null while it is not on. */
      address: string | null;
      /** @description Name of the network that the box tries to join; null in other states. */
      joining: string | null;
      /** @description Why the last network could not be joined, or why the box came back from it; null after a success. */
      failure: {
        /** @description Its name. */
        network: string;
        /** @description As `POST /system/network/join` refuses, such as `NETWORK_WRONG_PASSWORD`; `NETWORK_UNCONFIRMED`: nobody has found the box there. */
        code: string;
        /** @description The reason in words. */
        detail: string;
        /** @description When it failed, in seconds since 1970. */
        at: number;
      } | null;
    };
    HotspotChange: {
      /** @description Whether the hotspot is on. */
      on: boolean;
    };
    ImportedPlaylist: {
      playlist: components['schemas']['SavedPlaylist'];
      /** @description What the file names and the playlist lacks, in the order of the file. */
      missing: {
        /** @description Line in the file, counted from 1; in a CUE sheet the number of the track. */
        line: number;
        /** @description What stands there, or the beginning of it. */
        location: string;
        /**
         * @description Stable, upper snake case.
         * @enum {string}
         */
        code:
          | 'NOT_FOUND'
          | 'AMBIGUOUS'
          | 'ANOTHER_LENGTH'
          | 'UNKNOWN_STREAM'
          | 'STREAM_ADDRESS_FORBIDDEN'
          | 'UNSUPPORTED_ADDRESS'
          | 'NESTED_PLAYLIST'
          | 'TOO_LONG';
        /** @description For people. */
        reason: string;
      }[];
    };
    InsertTracks: {
      /**
       * Format: int32
       * @description An index from 0 to the number of entries, or: -1 before the logical first; -2 after the current track and what was inserted there before; -3 at the end; -4 right after the current track; -5 each at a random place after the current track; -6 replace all but the current track; -7 shuffled, at the end; -8 at the end, in the array before the logical first.
       */
      position: number;
      /** @description Absolute paths inside a library root, or http(s) URLs; white space around each is dropped. A path that ends in .m3u, .m3u8, .pls, .xspf or .cue stands for the tracks that this playlist or CUE sheet names (at most 2 MiB and 10,000 tracks); what cannot be found is left out, and so are tracks that the request names itself. */
      tracks: string[];
      /** @description Instead of `tracks`: every playable file below this folder, in natural order. */
      directory?: string | null;
      /** @description Accepted and ignored: -5 and -7 shuffle. */
      shuffle?: boolean | null;
    };
    /** @description A network that is being joined. */
    Joining: {
      /** @description Its name. */
      joining: string;
      /** @description Where the box will answer by name, once it has joined. */
      addresses: string[];
      /** @description Seconds from then on in which somebody must open the box there, or it comes back; null when it leaves its hotspot. */
      confirm_within_secs: number | null;
    };
    /** @description Backups that were made without a person. */
    KeptBackups: {
      backups: {
        /** @description Name of its file, with the time at which it was made (UTC). */
        name: string;
        /** @description When it was made, in Unix seconds. */
        made_at: number;
        /** @description Size. */
        bytes: number;
        /**
         * @description Where it lies: on the box, or on a USB stick.
         * @enum {string}
         */
        source: 'box' | 'stick';
      }[];
      /** @description Null on a box that cannot copy to sticks, such as a PC. */
      stick: {
        /**
         * @description A failed copy leaves the stick as it was.
         * @enum {string}
         */
        state: 'never' | 'copying' | 'copied' | 'failed';
        /** @description Result in English, for people; null unless there is one. */
        text: string | null;
        /** @description When it ended, in Unix seconds; null unless it has. */
        at: number | null;
      } | null;
    };
    /** @description A network that is connected by itself. */
    KnownNetwork: {
      /** @description A UUID, kept for good. */
      id: string;
      /** @description For people. */
      name: string;
      /**
       * @description What it is.
       * @enum {string}
       */
      kind: 'wired' | 'wifi';
      /** @description Name of a Wi-Fi network; null where its bytes are no text (UTF-8). */
      ssid: string | null;
      /** @description The bytes of that name in hexadecimal; null for a wired network. */
      ssid_hex: string | null;
      /**
       * Format: int32
       * @description The network with the highest one is connected first.
       */
      priority: number;
      /** @description Whether it is connected by itself. */
      automatic: boolean;
      /** @description Whether it is connected, or being connected. */
      in_use: boolean;
      ipv4: {
        /**
         * @description `automatic`: the router gives the address (DHCP). `other`: something that is not set here.
         * @enum {string}
         */
        method: 'automatic' | 'static' | 'other';
        addresses: string[];
        /** @description Address of the router. */
        gateway: string | null;
        dns: string[];
      };
    };
    /** @description What is left out stays as it is. */
    KnownNetworkChange: {
      /** @description The highest one is connected first. */
      priority?: number;
      /** @description Whether it is connected by itself. */
      automatic?: boolean;
      /** @description Where the addresses come from. */
      ipv4?: {
        /**
         * @description `static` needs `addresses`.
         * @enum {string}
         */
        method: 'automatic' | 'static';
        /** @description With the length of the prefix, such as `192.168.1.20/24`. */
        addresses?: string[];
        /** @description Address of the router; without it, only the home network is reached. */
        gateway?: string;
        /** @description Servers of names. */
        dns?: string[];
      };
    };
    LastFmApproval: {
      /** @description Page of the server where a person approves, in their own browser, within an hour. */
      url: string;
    };
    LastFmUser: {
      /** @description Name of the account; empty when the server does not say. */
      user: string;
    };
    /** @description Those of the question that are liked. */
    LikesAmong: {
      /** @description Ids of tracks, in no order. */
      tracks: string[];
      /** @description Ids of albums, in no order. */
      albums: string[];
    };
    /** @description Records that a client shows. */
    LikesQuestion: {
      /** @description Ids of tracks, at most 100. */
      tracks?: string[];
      /** @description Ids of albums, at most 100. */
      albums?: string[];
    };
    LoadTracks: {
      /** @description Paths or http(s) URLs. */
      tracks: string[];
      /** @description Whether to shuffle them. */
      shuffle?: boolean | null;
    };
    /** @description The words of a track. */
    Lyrics: {
      /** @description Id of the track. */
      track_id: string;
      /**
       * @description `file`: a file next to the music. `tag`: inside the file. `lrclib`: looked up.
       * @enum {string}
       */
      source: 'file' | 'tag' | 'lrclib';
      /** @description Whether every line has its time. */
      synced: boolean;
      /** @description Nothing is sung: there are no lines. */
      instrumental: boolean;
      /** @description In their order. */
      lines: {
        /** @description When it is sung, in milliseconds into the track; null in lyrics without times. */
        at_ms: number | null;
        /** @description `""` for a pause. */
        text: string;
      }[];
    };
    MoveTracks: {
      /**
       * Format: int32
       * @description Index of the first entry to move.
       */
      from: number;
      /**
       * Format: int32
       * @description The index that it gets.
       */
      to: number;
      /** @description How many entries in a row; 1 when it is missing. */
      count?: number | null;
    };
    /** @description One entry of the live queue. An unknown text is `""`, an unknown number 0. */
    Mp3Entry: {
      /** @description Absolute path of the file, or the URL of a stream. */
      path: string;
      /** @description Title; the file name when the file has none. */
      title: string;
      /** @description Artist of the track. */
      artist: string;
      /** @description Title of the album. */
      album: string;
      /** @description Artist of the album. */
      albumartist: string;
      /** @description Composer. */
      composer: string;
      /** @description Genres as the file names them, separated by a comma and a space. */
      genre_string: string;
      /** @description Number on its disc. */
      tracknum: number;
      /** @description Number of its disc. */
      discnum: number;
      /** @description Year of release. */
      year: number;
      /** @description Date of release: YYYY-MM-DD, or as much of it as is known. */
      year_string: string;
      /** @description Duration in milliseconds. */
      length: number;
      /** @description Position of what is heard now, in milliseconds; 0 for entries that are not current. */
      elapsed: number;
      /** @description Bytes. */
      filesize: number;
      /** @description Mean bit rate in kbit/s. */
      bitrate: number;
      /** @description Sample rate in Hz. */
      frequency: number;
      /** @description Id of the track in the library, null when it is not in there. */
      id: string | null;
      /** @description Id of its album in the library. */
      album_id: string | null;
      /** @description Id of its artist in the library. */
      artist_id: string | null;
      /** @description Id of its genre in the library. */
      genre_id: string | null;
      /** @description Name of the cover image. */
      album_art: string | null;
    };
    Mqtt: {
      /**
       * @description `no_address`: it is on, and no broker is named. `waiting`: there is no connection, and it is tried again later.
       * @enum {string}
       */
      state: 'off' | 'no_address' | 'connecting' | 'connected' | 'waiting';
      /**
       * @description Why there is no connection; null while there is one, or none was tried. `login`: the broker does not accept user or password. `certificate`: no TLS connection that the box trusts. `clock`: the box waits for the time. `forbidden`: an address that is not connected to, such as the box itself. `no_broker`: no MQTT there. `too_much`: more than is taken.
       * @enum {string|null}
       */
      trouble:
        | 'host_not_found'
        | 'unreachable'
        | 'refused'
        | 'timed_out'
        | 'login'
        | 'certificate'
        | 'clock'
        | 'forbidden'
        | 'no_broker'
        | 'too_much'
        | 'closed'
        | null;
      /** @description As `trouble`, in English, for people. */
      last_error: string | null;
    };
    /** @description The networks of the box. */
    Network: {
      /** @description In the order in which the system found them. */
      interfaces: components['schemas']['NetworkInterface'][];
      /** @description A built-in Wi-Fi radio that does not work, and so is no interface. */
      silent_radio: {
        /** @description Vendor and device, such as `02d0:a9a6`. */
        id: string;
        /** @description What is wrong, for a person. */
        detail: string;
      } | null;
      /** @description Whether new addresses, or another Wi-Fi network, are taken back soon, unless they are confirmed. */
      change_waits: boolean;
      /** @description Code of two letters of the country whose rules the radio keeps; null while none is set. */
      country: string | null;
      /** @description Null where no Wi-Fi radio can be an access point. */
      hotspot: components['schemas']['Hotspot'] | null;
    };
    NetworkChange: {
      /** @description Seconds until the change is taken back, unless `POST /system/network/confirm` comes first; null when it stays. */
      confirm_within_secs: number | null;
    };
    /** @description A folder of the library for the file managers of computers (WebDAV). */
    NetworkFolder: {
      /** @description Whether it is switched on. */
      enabled: boolean;
      /** @description Whether it has a password. It is never told. */
      has_password: boolean;
      /** @description User name that goes with the password. */
      user: string;
      /** @description Port on which it is answered, at the path `/`; null while it is not. */
      port: number | null;
      /** @description Name of the folder, in the first library root that can be written to. */
      folder: string;
      /** @description Why it is not answered although it is switched on, for people; null when there is nothing. */
      trouble: string | null;
    };
    /** @description A network card or a Wi-Fi radio. */
    NetworkInterface: {
      /** @description The kernel's name, such as `eth0`. */
      name: string;
      /**
       * @description What it is.
       * @enum {string}
       */
      kind: 'wired' | 'wifi';
      /**
       * @description `unmanaged`: something else than NetworkManager looks after it. `unavailable`: nothing can be connected, such as without a cable. `failed` passes into `disconnected` by itself.
       * @enum {string}
       */
      state: 'unmanaged' | 'unavailable' | 'disconnected' | 'connecting' | 'connected' | 'disconnecting' | 'failed';
      /**
       * @description How far it is while `connecting`: joining, checking the password, getting an address. Else null.
       * @enum {unknown}
       */
      step: 'link' | 'password' | 'address' | null;
      /**
       * @description Why it is not connected; null while it is, and where nobody knows.
       * @enum {unknown}
       */
      reason:
        | 'no_cable'
        | 'no_firmware'
        | 'wrong_password'
        | 'not_found'
        | 'no_address'
        | 'address_taken'
        | 'timed_out'
        | 'link_lost'
        | 'wifi_service'
        | 'bad_settings'
        | 'by_hand'
        | 'forgotten'
        | null;
      /** @description `reason` in words for a person. */
      detail: string | null;
      /** @description The known network in use. */
      network: {
        /** @description A UUID, kept for good. */
        id: string;
        /** @description For people. */
        name: string;
      } | null;
      /** @description Whether it is the box's own hotspot. */
      hotspot: boolean;
      /** @description Whether what leaves the home network goes here. */
      primary: boolean;
      /** @description Hardware address, such as `DC:A6:32:01:02:03`. */
      mac: string;
      /** @description Speed of the link; null when unknown. */
      speed_mbps: number | null;
      /** @description The Wi-Fi network in use. */
      wifi: {
        /** @description Its name; null where the bytes are no text (UTF-8). */
        ssid: string | null;
        /** @description The bytes of the name in hexadecimal. */
        ssid_hex: string;
        /** @description How well it is heard. */
        strength: number;
        /**
         * @description In gigahertz.
         * @enum {string}
         */
        band: '2.4' | '5' | '6';
      } | null;
      /** @description The kernel's driver, such as `brcmfmac`. */
      driver: string;
      /** @description Version of the firmware; `""` where there is none, or it is not reported. */
      firmware: string;
      ipv4: {
        /** @description In force now. */
        addresses: string[];
        /** @description Address of the router. */
        gateway: string | null;
        /** @description Servers of names, the first one asked first. */
        dns: string[];
        /** @description Whether the router has given the address (DHCP). */
        automatic: boolean;
      };
      ipv6: {
        /** @description In force now. */
        addresses: string[];
        /** @description Address of the router. */
        gateway: string | null;
        /** @description Servers of names, the first one asked first. */
        dns: string[];
      };
    };
    /** @description What is left out has a usual value. */
    NewAlarm: {
      /** @description Name; it may be empty. */
      name?: string;
      /** @description Whether it rings. */
      enabled?: boolean;
      /** @description Time of day in the time zone of the box, such as `07:30`. */
      time: string;
      /** @description On which days it rings. None: once, at the next such time; then it is off. */
      days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      /** @description Whether a playlist is played in random order. */
      shuffle?: boolean;
      /** @description Percent of the volume slider, at most the volume limit; null: the volume stays what it is. */
      level?: number | null;
      /** @description Seconds in which it becomes as loud as that. */
      fade_in?: number;
      /** @description Minutes of silence after `PUT /alarms/snooze`. */
      snooze?: number;
      /** @description Minutes after which it ends when nobody acts. */
      duration?: number;
      music?: {
        /**
         * @description What plays: `tone` is the built-in tone, `queue` the queue from where it was. Where the music does not sound within 15 seconds, or breaks, the tone takes its place.
         * @enum {string}
         */
        of: 'tone' | 'queue' | 'saved_playlist' | 'smart_playlist' | 'station';
        /** @description Id of the playlist or the station; not for the others. */
        id?: string | null;
      };
    };
    /** @description What is left out stays as it is. */
    NewClock: {
      /** @description One of `GET /system/time-zones`. */
      timezone?: string;
      /** @description Whether the network sets the clock. */
      ntp?: boolean;
      /** @description Date, time and offset as RFC 3339 has them, such as `2026-11-22T18:30:00+01:00`; only while `ntp` is false. */
      time?: string;
    };
    NewFolder: {
      /** @description Absolute path of a folder. */
      path: string;
    };
    /** @description The settings to change; what is left out or null stays as it is. A value that `GET /settings` tells is always taken. */
    NewGlobalSettings: {
      /** @description The library directory in use; it lies in one of the library roots. */
      music_dir?: string | null;
      /** @description How the box is called; empty for its host name. */
      player_name?: string | null;
      /** @description The box answers at this name with `.local`: letters, digits and hyphens (RFC 1123); empty for its own. `GET /system/discovery` tells the name in force. An addition of Tonearm. */
      host_name?: string | null;
      /** @description More host names to answer to, such as that of a reverse proxy, besides `http_names` of the configuration. Without port; no addresses. In force at once. An addition of Tonearm. */
      http_names?: string[] | null;
      /** @description Id of the output that was chosen; `GET /devices` has those that there are. */
      audio_output?: string | null;
      /** @description Play on at the built-in output when the chosen one is lost while it plays, or is not there to play on, and is not back after ten seconds, a Bluetooth speaker after a minute. It plays there at its own volume, and quietly the first time. The chosen output stays chosen: when it is back it plays again, though not before what plays is paused or stopped. An addition of Tonearm. */
      output_fallback?: boolean | null;
      /** @description After a start, also after a crash or a power cut, what played plays on by itself from the kept position, once its output is there; what was paused or stopped stays so. An addition of Tonearm. */
      resume_on_start?: boolean | null;
      /** @description Phones may pair with the box and play on it over Bluetooth: what sounds there interrupts the queue. An addition of Tonearm. */
      bluetooth_reception?: boolean | null;
      /** @description iPhones, iPads, Macs and other senders of AirPlay may find the box by its name and play on it (AirPlay 1): what sounds there interrupts the queue. An addition of Tonearm. */
      airplay_enabled?: boolean | null;
      /** @description MPD clients, such as mpc and ncmpcpp, may connect to `mpd_port` of the configuration. An addition of Tonearm. */
      mpd_server?: boolean | null;
      /** @description GraphQL clients, such as rockboxd's SDKs, may connect to `graphql_port` of the configuration. An addition of Tonearm. */
      graphql_server?: boolean | null;
      /** @description UPnP and DLNA apps, such as BubbleUPnP, may find the box and play to it, at `upnp_port` of the configuration. An addition of Tonearm. */
      upnp_renderer?: boolean | null;
      /** @description Multi-room: a Snapcast server runs on the box, and is one of its outputs. `GET /snapcast` tells how it does. An addition of Tonearm. */
      snapcast_server?: boolean | null;
      /** @description Multi-room: a Snapcast client runs on the box, and plays in step with those of other rooms, on the sound card that the box played on last. A card with a volume limit has no client, which would not keep to it. An addition of Tonearm. */
      snapcast_client?: boolean | null;
      /** @description Host name or address of the Snapcast server that the client of the box plays; empty for its own, where that is on, else for one that it finds. An addition of Tonearm. */
      snapcast_host?: string | null;
      /** @description Copy each daily backup to `Tonearm backups` on a USB stick with FAT or exFAT that can be written. The first copy is made at once. `GET /system/backups` tells whether this box can do that, and how the last copy went. An addition of Tonearm. */
      backup_to_stick?: boolean | null;
      /** @description Tell ListenBrainz what is listened to. An addition of Tonearm. */
      listenbrainz_enabled?: boolean | null;
      /** @description Where its API is; empty for the public one. Another address clears the token, unless one comes with it. An addition of Tonearm. */
      listenbrainz_url?: string | null;
      /** @description Tell Last.fm what is listened to. An addition of Tonearm. */
      lastfm_enabled?: boolean | null;
      /** @description Where its API 2.0 is, or that of a server like it, such as `https://libre.fm/2.0/`; empty for Last.fm. Another address clears key, secret and account, unless a key comes with it. An addition of Tonearm. */
      lastfm_url?: string | null;
      /** @description Show what plays in Home Assistant, and take its commands, by the MQTT broker of `mqtt_url`. An addition of Tonearm. */
      mqtt_enabled?: boolean | null;
      /** @description Address of the broker: `mqtt://homeassistant.local`, or `mqtts://` for TLS, with a port where it is not 1883 or 8883; empty for none. Another address clears the password, unless one comes with it. An addition of Tonearm. */
      mqtt_url?: string | null;
      /** @description User of the broker; empty for none. An addition of Tonearm. */
      mqtt_username?: string | null;
      /** @description Topic below which Home Assistant looks for devices; empty for `homeassistant`, the default. An addition of Tonearm. */
      mqtt_discovery_prefix?: string | null;
      /** @description Ask LRCLIB for lyrics that neither a file nor a tag has, when somebody opens them: it learns artist, title, album and length of the track. Off by default. An addition of Tonearm. */
      lyrics_online?: boolean | null;
      /** @description Where LRCLIB is, or another server with its interface; empty for the public one. An addition of Tonearm. */
      lyrics_url?: string | null;
      /** @description Address of a channel file, which says what update there is: https, or http in a private network. Empty, the default: no address is ever contacted. An addition of Tonearm. */
      update_url?: string | null;
      /** @description Look there once a day, at a random minute, whether there is a new version. Nothing is installed by itself. Off by default. An addition of Tonearm. */
      update_check?: boolean | null;
      /** @description Texts that part the artists of one text, with the spaces that belong to them, in whatever case; `[";", " / "]` out of the box. Several artists also come from several fields of one name and from the zeros of ID3v2.4. The artist that a track shows is always the whole text. A change reads the library again. An addition of Tonearm. */
      artist_separators?: string[] | null;
      /** @description Names of artists that hold a separator and stay whole, in whatever case. An addition of Tonearm. */
      artist_exceptions?: string[] | null;
      /**
       * @description Code page of texts that do not say theirs (ID3v1, ID3v2 as ISO-8859-1, RIFF, cue sheets): `auto` recognises it by all texts of a file. UTF-8 is always recognised. A change reads the library again. An addition of Tonearm.
       * @enum {string|null}
       */
      tag_encoding?:
        | 'auto'
        | 'windows-1250'
        | 'windows-1251'
        | 'windows-1252'
        | 'windows-1253'
        | 'windows-1254'
        | 'windows-1255'
        | 'windows-1256'
        | 'windows-1257'
        | 'windows-874'
        | 'koi8-r'
        | 'shift_jis'
        | 'gbk'
        | 'big5'
        | 'euc-kr'
        | null;
      /** @description 0 off, 1 all, 2 one, 3 shuffle, 4 A-B. */
      repeat_mode?: number | null;
      /** @description Whether the queue is to be shuffled. */
      playlist_shuffle?: boolean | null;
      /** @description Pause where this changes: 0 off, 1 track, 2 album, 3 album artist, 4 artist, 5 composer, 6 work, 7 genre. */
      single_mode?: number | null;
      /** @description The loudest that is allowed, in the current output's own steps. */
      volume_limit?: number | null;
      /** @description %; negative is to the left. */
      balance?: number | null;
      /** @description dB. */
      bass?: number | null;
      /** @description dB. */
      treble?: number | null;
      /**
       * Format: int32
       * @description Hz; 0 for the filter's own. From 0 to 22040 unless `bass` is 0.
       */
      bass_cutoff?: number | null;
      /**
       * Format: int32
       * @description Hz; 0 for the filter's own. From 0 to 22040 unless `treble` is 0.
       */
      treble_cutoff?: number | null;
      /** @description 0 stereo, 1 mono, 3 left, 4 right, 6 swapped; 2 and 5 are refused. */
      channel_config?: number | null;
      /** @description %; 100 leaves it as it is. From 250 on it is 250. */
      stereo_width?: number | null;
      /** @description 0 off, 1 automatic change, 2 skip, 3 shuffle, 4 shuffle or skip, 5 always. */
      crossfade?: number | null;
      /**
       * Format: int32
       * @description Seconds. From 0 to 7 unless `crossfade` is 0.
       */
      crossfade_fade_in_delay?: number | null;
      /**
       * Format: int32
       * @description Seconds. From 0 to 15 unless `crossfade` is 0.
       */
      crossfade_fade_in_duration?: number | null;
      /**
       * Format: int32
       * @description Seconds. From 0 to 7 unless `crossfade` is 0.
       */
      crossfade_fade_out_delay?: number | null;
      /**
       * Format: int32
       * @description Seconds. From 0 to 15 unless `crossfade` is 0.
       */
      crossfade_fade_out_duration?: number | null;
      /** @description 0 crossfade, 1 or 2 mix. */
      crossfade_fade_out_mixmode?: number | null;
      /** @description Fade on pause and stop. */
      fade_on_stop?: boolean | null;
      replaygain_settings?: {
        /** @description Turn a track down where its peak would clip. */
        noclip?: boolean;
        /** @description 0 track, 1 album, 2 track while shuffling and album otherwise, 3 off. */
        type?: number;
        /**
         * Format: int32
         * @description Tenths of dB. From -120 to 120 unless `type` is 3.
         */
        preamp?: number;
      } | null;
      /** @description 0 off, 1 Meier, 2 custom. */
      crossfeed?: number | null;
      /**
       * Format: int32
       * @description Tenths of dB. From -60 to 0 while `crossfeed` is 2.
       */
      crossfeed_direct_gain?: number | null;
      /**
       * Format: int32
       * @description Tenths of dB. From -120 to -30 while `crossfeed` is 2.
       */
      crossfeed_cross_gain?: number | null;
      /**
       * Format: int32
       * @description Tenths of dB. From -240 to -60 while `crossfeed` is 2.
       */
      crossfeed_hf_attenuation?: number | null;
      /**
       * Format: int32
       * @description Hz. From 500 to 2000 while `crossfeed` is 2.
       */
      crossfeed_hf_cutoff?: number | null;
      /** @description Whether the equaliser acts. */
      eq_enabled?: boolean | null;
      /**
       * Format: int32
       * @description What the equaliser takes off before its bands: a positive number is tenths of dB, a negative one dB, as the examples of rockboxd have it. From -24 to 240 while `eq_enabled` is true.
       */
      eq_precut?: number | null;
      /** @description Ten bands: a low shelf, eight peaks, a high shelf. Bands left out at the end get a gain of 0. */
      eq_band_settings?: components['schemas']['EqBandSetting'][] | null;
      /** @description Dither where bits are dropped. */
      dithering_enabled?: boolean | null;
      /** @description Stays false. */
      timestretch_enabled?: boolean | null;
      /**
       * @description Stays 0: off.
       * @enum {integer|null}
       */
      surround_enabled?: 0 | 5 | 8 | 10 | 15 | 30 | null;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      surround_balance?: number | null;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      surround_fx1?: number | null;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      surround_fx2?: number | null;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      surround_mix?: number | null;
      /** @description Kept and told for the clients; changes nothing here. */
      surround_method2?: boolean | null;
      /**
       * @description Stays 0: off.
       * @enum {integer|null}
       */
      pbe?: 0 | 25 | 50 | 75 | 100 | null;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      pbe_precut?: number | null;
      /** @description Stays 0: off. */
      afr_enabled?: number | null;
      /** @description There is no compressor: `threshold` stays 0, which is off. The others are kept for the clients. */
      compressor_settings?: {
        /**
         * Format: int32
         * @description dB; 0 is off.
         */
        threshold?: number;
        /**
         * Format: int32
         * @description 0 off, 1 automatic.
         */
        makeup_gain?: number;
        /**
         * Format: int32
         * @description 2:1, 4:1, 6:1, 10:1, limit.
         */
        ratio?: number;
        /**
         * Format: int32
         * @description 0 hard, 1 soft.
         */
        knee?: number;
        /**
         * Format: int32
         * @description Milliseconds.
         */
        release_time?: number;
        /**
         * Format: int32
         * @description Milliseconds.
         */
        attack_time?: number;
      } | null;
      /** @description Kept and told for the clients; changes nothing here. No command is refused because of it. */
      party_mode?: boolean | null;
      /**
       * Format: int32
       * @description Stays 0.
       */
      stereosw_mode?: number | null;
      /**
       * Format: int32
       * @description The level, in the output's own steps; 0 while it does not answer.
       */
      volume?: number | null;
      /** @description Seconds that playing goes back when it resumes after a pause. */
      pause_rewind?: number | null;
      /** @description Seconds that playing goes back when it resumes after a stop or a start of the box. */
      resume_rewind?: number | null;
      /** @description Stays false. */
      prevent_skip?: boolean | null;
      /** @description Stays 0. */
      next_folder?: number | null;
      /** @description Stays false. */
      rewind_across_tracks?: boolean | null;
      /** @description Stays true: what is chosen plays first, also while shuffling. */
      play_selected?: boolean | null;
      /**
       * Format: int32
       * @description How many entries the queue can hold; stays as it is.
       */
      max_files_in_playlist?: number | null;
      /** @description Stays 0: steps are those of the output. */
      volume_adjust_mode?: number | null;
      /**
       * Format: int32
       * @description Kept and told for the clients; changes nothing here.
       */
      volume_adjust_norm_steps?: number | null;
      /**
       * Format: int32
       * @description Stays 0: the output follows the rate of each track.
       */
      play_frequency?: number | null;
      /** @description Whether there is a token for ListenBrainz; it is never told itself. Read only. */
      listenbrainz_token_set?: boolean | null;
      /** @description Whether there is a password for the broker; it is never told itself. Read only. */
      mqtt_password_set?: boolean | null;
      /** @description Whether there are an API key and its secret; they are never told themselves. Read only. */
      lastfm_key_set?: boolean | null;
      /** @description Whether an account is connected, by `POST /scrobbling/lastfm/finish`. Read only. */
      lastfm_connected?: boolean | null;
      /** @description Name of that account; empty without one. Read only. */
      lastfm_user?: string | null;
      /**
       * Format: int32
       * @description Seconds. From 0 to 7 unless `crossfade` is 0.
       */
      fade_in_delay?: number | null;
      /**
       * Format: int32
       * @description Seconds. From 0 to 15 unless `crossfade` is 0.
       */
      fade_in_duration?: number | null;
      /**
       * Format: int32
       * @description Seconds. From 0 to 7 unless `crossfade` is 0.
       */
      fade_out_delay?: number | null;
      /**
       * Format: int32
       * @description Seconds. From 0 to 15 unless `crossfade` is 0.
       */
      fade_out_duration?: number | null;
      /** @description 0 crossfade, 1 or 2 mix. */
      fade_out_mixmode?: number | null;
      /** @description The user's token for ListenBrainz; empty forgets it. An addition of Tonearm. */
      listenbrainz_token?: string | null;
      /** @description API key, which a person gets at last.fm/api/account/create: Tonearm has none of its own; any text does for Libre.fm. Another one forgets the account; empty forgets the key. An addition of Tonearm. */
      lastfm_api_key?: string | null;
      /** @description The shared secret that belongs to the key. It is never sent. An addition of Tonearm. */
      lastfm_secret?: string | null;
      /** @description Password of that user; empty forgets it. An addition of Tonearm. */
      mqtt_password?: string | null;
    };
    /** @description What is left out stays as it is. */
    NewNetworkFolder: {
      /** @description Whether it is switched on. It needs a password first, or with it. */
      enabled?: boolean;
      /** @description Password of its own, 8 to 128 characters without control characters. */
      password?: string;
    };
    /** @description Either of the two. */
    NewOutputVolume: {
      /**
       * Format: int32
       * @description In the output's own steps, from `volume_min` to `volume_max`; the limit where it is above that.
       */
      volume?: number;
      /** @description The place to go to on a slider that is even to the ear: to the step that is nearest. */
      percent?: number;
    };
    /** @description Another PIN, another level, or both; what is left out stays. */
    NewPin: {
      /** @description 4 to 64 characters of ASCII without a space at either end; `""` for no PIN any more. */
      pin?: string;
      /**
       * @description `box`: backup, restore, reset, diagnostics, power, updates, uploads, the volume limit, names of the box, and the settings of Bluetooth, scrobbling and updates need the PIN. `changes`: all settings and deletions too; playing, the queue and the modes of repeating never do. `box` for a first PIN that names none.
       * @enum {string}
       */
      level?: 'box' | 'changes';
      /** @description The PIN of now, where one is set. The header of protected requests will do as well. */
      current?: string;
    };
    NewPlaylist: {
      /** @description Absolute paths inside a library root, or http(s) URLs; white space around each is dropped. A path that ends in .m3u, .m3u8, .pls, .xspf or .cue stands for the tracks that this playlist or CUE sheet names (at most 2 MiB and 10,000 tracks); what cannot be found is left out, and so are tracks that the request names itself. */
      tracks: string[];
      /** @description Accepted and ignored: the live queue has no name. */
      name?: string | null;
    };
    NewPower: {
      /**
       * @description What the box is to do.
       * @enum {string}
       */
      action: 'restart' | 'shutdown';
    };
    /** @description What changes of a room; the rest stays. */
    NewRoom: {
      /** @description Percent; each room has its own. */
      volume?: number;
      /** @description `false` in a muted group: the group is not muted any more, and its other rooms are, each by itself. */
      muted?: boolean;
      /** @description Empty for the name of its machine. */
      name?: string;
      /** @description ms by which the room plays early, for a loudspeaker that plays late. */
      latency?: number;
      /** @description Id of the group to join; null leaves the group for one of its own. */
      group?: string | null;
      /** @description Name of its group, after `group`. */
      group_name?: string;
      /**
       * @description `true`: its group plays what the box sends to the server.
       * @constant
       */
      plays?: true;
    };
    NewSavedPlaylist: {
      /** @description Name, without control characters. */
      name: string;
      /** @description For people; it may have several lines. */
      description?: string | null;
      /** @description Name or address of a picture. */
      image?: string | null;
      /** @description Id of the folder that it is in; it need not exist. */
      folder_id?: string | null;
      /** @description Ids of tracks in order; they need not be in the library, and may come more than once. */
      track_ids?: string[] | null;
      /** @description Tracks by their files, behind `track_ids`: absolute paths inside a library root or http(s) URLs, as `POST /playlists` takes them; a playlist or CUE sheet stands for the tracks that it names. */
      paths?: string[] | null;
    };
    NewShare: {
      /**
       * @description `smb`: Windows, Samba, and nearly every NAS.
       * @enum {string}
       */
      kind: 'smb' | 'nfs';
      /** @description Host name or address, such as `nas.local`. */
      server: string;
      /** @description Left out for the usual one. */
      port?: number;
      /** @description SMB: name of the share, and folders in it, such as `Music/Flac`. NFS: folder on the server, such as `/volume1/music`. */
      path: string;
      /** @description Left out for a guest, and for NFS. */
      user?: string;
      /** @description Kept by the box where nothing but its system reads it; never told. */
      password?: string;
      /** @description Domain of Windows; left out for none. */
      domain?: string;
    };
    /** @description Either member, not both; 0 cancels. */
    NewSleepTimer: {
      /** @description From now, at most a day. */
      minutes?: number;
      /** @description From now, at most a day. */
      seconds?: number;
    };
    NewSmartPlaylist: {
      /** @description Name, without control characters. */
      name: string;
      /** @description For people; it may have several lines. */
      description?: string | null;
      /** @description Name or address of a picture. */
      image?: string | null;
      /** @description Id of the folder that it is in; it need not exist. */
      folder_id?: string | null;
      rules: components['schemas']['RuleCriteria'];
    };
    /** @description What is left out, or null, is not known. */
    NewStation: {
      /** @description Name; without one it is what was told of the stream, or the host of the address. */
      name?: string | null;
      /** @description The http or https address of its stream, or of a playlist file that names it. */
      url: string;
      /** @description The http or https address of a picture. */
      logo?: string | null;
      /** @description The http or https address of its page. */
      homepage?: string | null;
      /** @description What it plays, in words. */
      tags?: string[] | null;
      /** @description Such as `MP3`. */
      codec?: string | null;
      /** @description In kbit/s. */
      bitrate?: number | null;
      /** @description Its id in the directory of stations, if it was found there. */
      directory_id?: string | null;
    };
    NewUpdateDownload: {
      /** @description The version that `GET /system/update` offers. */
      version: string;
      /** @description Whether it may be a version that is not known to be newer than the running one; `false` if left out. */
      older?: boolean;
    };
    NewVolume: {
      /**
       * Format: int32
       * @description Steps to move by: positive is louder, negative quieter; clamped to the range.
       */
      steps: number;
    };
    /** @description The loudest that is allowed on an output. */
    NewVolumeLimit: {
      /**
       * Format: int32
       * @description In the output's own steps; null for its highest.
       */
      volume_limit: number | null;
    };
    /** @description By what the volume of an output is made. */
    NewVolumeMode: {
      /**
       * @description `hardware`: by its own control. `software`: by the samples. `fixed`: not at all, as loud as it can be.
       * @enum {string}
       */
      mode: 'hardware' | 'software' | 'fixed';
      /** @description Somebody knows that `fixed` is as loud as the output can be. Without it that is refused. */
      confirmed?: boolean;
    };
    /** @description The name as text, or as bytes. */
    NewWifi: {
      /** @description Name of the network. */
      ssid?: string;
      /** @description The bytes of the name in hexadecimal, where they are no text. */
      ssid_hex?: string;
      /** @description Left out for a network without one. */
      password?: string;
      /** @description Whether the network does not send its name. */
      hidden?: boolean;
      /** @description Code of two capital letters (ISO 3166), whose rules the radio keeps from now on. */
      country?: string;
    };
    Notices: {
      /** @description Acknowledges it: `DELETE /system/notices/{id}`. */
      id: string;
      /** @description When it happened, in Unix seconds. */
      at: number;
      /**
       * @description The database of what people did was lost or damaged, and its last daily copy came back, with what could still be read; there was no copy, and the last automatic backup came back; or what could be read; or nothing did. `STATE_BEFORE_UPDATE`: an update was rolled back, and the copy from before it is in use.
       * @enum {string}
       */
      code: 'STATE_RESTORED' | 'STATE_BEFORE_UPDATE' | 'STATE_FROM_BACKUP' | 'STATE_SALVAGED' | 'STATE_LOST';
      /** @description When that copy or backup was made, in Unix seconds; null without one. */
      copied_at: number | null;
      /** @description Rows of the damaged file that could still be read. */
      salvaged_rows: number;
      /** @description For people. */
      text: string;
    }[];
    PairingAnswer: {
      /** @description Whether to go on; false refuses the pairing. */
      accept: boolean;
      /** @description PIN or passkey, where one is asked for. */
      code?: string;
      /** @description Of the prompt that is answered; without it, the one that there is. */
      id?: string;
    };
    /** @description What somebody is asked so that a pairing can go on. */
    PairingPrompt: {
      /** @description Another one for each prompt. */
      id: string;
      /** @description Of the device. */
      address: string;
      /**
       * @description `confirm`: does the device show the same `code`? `authorize`: pair at all? `enter_pin`: the PIN of the device, up to 16 characters. `enter_passkey`: six digits that the device shows. `show`: `code` is to be typed on the device.
       * @enum {unknown}
       */
      kind: 'confirm' | 'authorize' | 'enter_pin' | 'enter_passkey' | 'show';
      /** @description What is compared, or typed on the device. */
      code: string | null;
    };
    /** @description Whether there is a PIN, and what it covers. */
    Pin: {
      /** @description Whether what is protected needs a PIN. */
      set: boolean;
      /**
       * @description `box`: backup, restore, reset, diagnostics, power, updates, uploads, the volume limit, names of the box, and the settings of Bluetooth, scrobbling and updates need the PIN. `changes`: all settings and deletions too; playing, the queue and the modes of repeating never do.
       * @enum {string}
       */
      level: 'box' | 'changes';
      /** @description Whether a first PIN may be set now: there is none, and the box was switched on within ten minutes, or an empty file `allow-pin` lies in its state directory. */
      may_set: boolean;
      /** @description Seconds that are left of these ten minutes; 0 where only the file allows it, or nothing does. */
      may_set_seconds: number;
    };
    PlayMusic: {
      /**
       * @description What to play: `library` is every track, `liked` the tracks that are liked, `random_album` an album that the box draws.
       * @enum {string}
       */
      of: 'library' | 'album' | 'artist' | 'genre' | 'saved_playlist' | 'smart_playlist' | 'liked' | 'random_album';
      /** @description Id of the album, artist, genre or playlist; not for the others. */
      id?: string | null;
      /** @description Whether in random order. The setting `playlist_shuffle` stays what it is. */
      shuffle?: boolean | null;
    };
    PlayedMusic: {
      /** @description Id of the album, artist, genre or playlist that plays; null for `library` and `liked`. */
      id: string | null;
      /** @description Tracks that there are. */
      total: number;
      /** @description Tracks that are in the queue now: fewer than all where the queue cannot hold them. */
      amount: number;
    };
    PlaylistFolder: {
      /** @description Names the folder for good. */
      id: string;
      /** @description Name. */
      name: string;
      /** @description When it was made, in Unix seconds. */
      created_at: number;
      /** @description When it was last renamed, in Unix seconds. */
      updated_at: number;
    };
    /** @description The live queue. Positions are indices into `entries`. */
    PlaylistInfo: {
      /** @description Entries. */
      amount: number;
      /** @description The current entry; 0 when the queue is empty. */
      index: number;
      /** @description The entry that is logically first; play order goes on from there and wraps round. */
      first_index: number;
      /**
       * Format: int32
       * @description The entry that was inserted last, -1 for none.
       */
      last_insert_pos: number;
      /** @description How many entries the queue can hold. */
      max_playlist_size: number;
      /**
       * Format: int32
       * @description Seed of the last shuffle; 0 when not shuffled.
       */
      seed: number;
      /** @description Always 0. */
      last_shuffled_start: number;
      /** @description In queue order. */
      entries: components['schemas']['QueueRow'][];
    };
    PlaylistTexts: {
      /** @description Name; it may be empty. */
      name: string;
      /** @description For people; it may have several lines. */
      description?: string | null;
      /** @description Name or address of a picture. */
      image?: string | null;
      /** @description Id of the folder that it is in; it need not exist. */
      folder_id?: string | null;
    };
    /** @description State of a captive portal (RFC 8908). */
    Portal: {
      /** @description Whether the client is in the hotspot, from which only the box is reached. */
      captive: boolean;
      /** @description Address of the page that chooses a network. */
      'user-portal-url': string;
    };
    /** @description A program that a setting switches on. */
    ProgramState: {
      /** @description Whether the settings want it. */
      enabled: boolean;
      /**
       * @description `missing`: this system has no such program for the daemon.
       * @enum {string}
       */
      state: 'missing' | 'stopped' | 'starting' | 'running' | 'failed';
      /** @description Why it does not run although it is wanted; null where it does. */
      detail: string | null;
    };
    /** @description One entry of the live queue. An unknown text is `""`, an unknown number 0. */
    QueueRow: {
      /** @description Absolute path of the file, or the URL of a stream. */
      path: string;
      /** @description Title; the file name when the file has none. */
      title: string;
      /** @description Artist of the track. */
      artist: string;
      /** @description Title of the album. */
      album: string;
      /** @description Artist of the album. */
      albumartist: string;
      /** @description Composer. */
      composer: string;
      /** @description Genres as the file names them, separated by a comma and a space. */
      genre_string: string;
      /** @description Number on its disc. */
      tracknum: number;
      /** @description Number of its disc. */
      discnum: number;
      /** @description Year of release. */
      year: number;
      /** @description Date of release: YYYY-MM-DD, or as much of it as is known. */
      year_string: string;
      /** @description Duration in milliseconds. */
      length: number;
      /** @description Position of what is heard now, in milliseconds; 0 for entries that are not current. */
      elapsed: number;
      /** @description Bytes. */
      filesize: number;
      /** @description Mean bit rate in kbit/s. */
      bitrate: number;
      /** @description Sample rate in Hz. */
      frequency: number;
      /** @description Id of the track in the library, null when it is not in there. */
      id: string | null;
      /** @description Id of its album in the library. */
      album_id: string | null;
      /** @description Id of its artist in the library. */
      artist_id: string | null;
      /** @description Id of its genre in the library. */
      genre_id: string | null;
      /** @description Name of the cover image. */
      album_art: string | null;
      /** @description Names this entry as long as it is in the queue, wherever it goes; never used for another. */
      key: number;
      /** @description Its index in the queue. */
      position: number;
    };
    RadioChange: {
      /** @description Code of two capital letters (ISO 3166), whose rules the radio keeps from now on. */
      country: string;
    };
    /** @description A station that was heard lately, saved or not. */
    RecentStation: {
      /** @description Name. */
      name: string;
      /** @description Address of its stream: what the queue takes. */
      url: string;
      /** @description Where its logo is served, in the sizes of covers: another address for another logo. Null when it has none. */
      image: string | null;
      /** @description What it plays. */
      tags: string[];
      /** @description Such as `MP3`; `""` when unknown. */
      codec: string;
      /** @description In kbit/s; 0 when unknown. */
      bitrate: number;
      /** @description Its id in the directory of stations. */
      directory_id: string | null;
      /** @description Its id among the saved stations; null for one that is not saved. */
      saved_id: string | null;
      /** @description When it began to sound last, in Unix seconds. */
      played_at: number;
    };
    ReplaygainSettings: {
      /** @description Turn a track down where its peak would clip. */
      noclip: boolean;
      /** @description 0 track, 1 album, 2 track while shuffling and album otherwise, 3 off. */
      type: number;
      /**
       * Format: int32
       * @description Tenths of dB. From -120 to 120 unless `type` is 3.
       */
      preamp: number;
    };
    Reset: {
      /**
       * @description `settings`: all settings, modes and volume limits. `everything`: these, playlists, radio stations, alarms, network shares with their passwords, likes, counts, the queue, what waits for ListenBrainz and Last.fm, and the PIN.
       * @enum {string}
       */
      scope: 'settings' | 'everything';
    };
    /** @description How many elements each list of the backup had. */
    Restored: {
      /** @description How many. */
      folders: number;
      /** @description How many. */
      tracks: number;
      /** @description How many. */
      playlists: number;
      /** @description How many. */
      smart_playlists: number;
      /** @description How many. */
      likes: number;
      /** @description How many. */
      stats: number;
      /** @description How many. */
      streams: number;
      /** @description How many. */
      stations: number;
      /** @description How many. */
      alarms: number;
      /** @description How many. */
      shares: number;
      /** @description How many. */
      stickers: number;
      /** @description How many. */
      volume_limits: number;
    };
    RingingAlarm: {
      /** @description Id of the alarm. */
      id: string;
      /** @description Its name; it may be empty. */
      name: string;
      /**
       * @description What it does.
       * @enum {string}
       */
      phase: 'ringing' | 'snoozed';
      /** @description When it ends by itself, or rings again, in the time zone of the box, such as `2026-11-30T07:30:00+01:00`. */
      until: string;
      /** @description Minutes that `PUT /alarms/snooze` makes it silent for. */
      snooze: number;
      /** @description Code of why the tone plays in the place of its music; null while the music does. */
      failure: string | null;
    };
    /** @description A room of a Snapcast server: one of its clients. */
    Room: {
      /** @description Id of the client: the same after a restart. */
      id: string;
      /** @description For people. */
      name: string;
      /** @description Whether the client is there; one that is off keeps its settings. */
      is_connected: boolean;
      /** @description Percent; each room has its own. */
      volume: number;
      /** @description Whether the room or its group is muted. */
      muted: boolean;
      /** @description ms by which the room plays early, for a loudspeaker that plays late. */
      latency: number;
      /** @description Id of its group: rooms of one group play the same. */
      group: string;
      /** @description Name of its group; empty for none. */
      group_name: string;
      /** @description Whether its group plays what the box sends to the server. */
      plays: boolean;
    };
    /** @description What the music lies on. */
    Roots: {
      /** @description By their paths. */
      roots: {
        /** @description Stays the same for a path. */
        id: string;
        /** @description Absolute: a library root, or what is or was mounted below one. */
        path: string;
        /** @description What people call it; its path where it has no name. */
        label: string;
        /**
         * @description What it lies on: the SD card, a USB stick or disk, a network share, or another disk.
         * @enum {string}
         */
        kind: 'card' | 'stick' | 'share' | 'disk';
        /**
         * @description Where it comes from: the configuration (`library`), `POST /system/roots`, a network share, or what is mounted below another root.
         * @enum {string}
         */
        origin: 'configured' | 'added' | 'share' | 'mounted';
        /**
         * @description `away`: not there, and its tracks are kept; `unreadable`: there, but the daemon may not list it.
         * @enum {string}
         */
        state: 'ready' | 'scanning' | 'away' | 'unreadable';
        /** @description Whether it is there. The tracks of one that is away are kept. */
        present: boolean;
        /** @description Whether it is a mount point, or was one. */
        mounted: boolean;
        /** @description Tracks that the library knows of there. */
        tracks: number;
        /** @description Size of the music files that the library knows of there. */
        bytes_music: number;
        /** @description Size of its file system; null when unknown. */
        bytes_total: number | null;
        /** @description What is free of it; null when unknown. */
        bytes_free: number | null;
        /** @description Whether the daemon cannot write there; null when unknown. */
        read_only: boolean | null;
      }[];
      /** @description Folders that are left out with all that is below, by their paths; those of files as far as the last scan met them. */
      ignored: {
        /** @description For `DELETE /system/ignored-folders/{id}`; null where a file `.nomedia` leaves it out. */
        id: string | null;
        /** @description Absolute. */
        path: string;
        /**
         * @description Who leaves it out: a person here, or a file `.nomedia` in it.
         * @enum {string}
         */
        by: 'person' | 'file';
      }[];
      /** @description USB sticks and disks that are plugged in; null where the daemon has no system that mounts them. */
      sticks:
        | {
            /** @description The kernel's name of the block device, such as `sda1`. */
            device: string;
            /**
             * @description What became of it.
             * @enum {string}
             */
            state: 'mounting' | 'mounted' | 'refused';
            /** @description Where it is mounted; null unless it is. */
            path: string | null;
            /** @description Why it is not mounted, for people; null unless it is refused. */
            reason: string | null;
          }[]
        | null;
    };
    /** @description Which tracks, how many, and in which order: at least one member. Without conditions all tracks match. */
    RuleCriteria: {
      /**
       * @description Whether all conditions must hold, or any; `all` by default.
       * @enum {string}
       */
      match_type?: 'all' | 'any';
      conditions?: {
        /**
         * @description What of a track is looked at.
         * @enum {string}
         */
        field:
          | 'play_count'
          | 'skip_count'
          | 'last_played'
          | 'last_skipped'
          | 'date_added'
          | 'year'
          | 'genre'
          | 'artist'
          | 'album'
          | 'duration_ms'
          | 'bitrate'
          | 'is_liked';
        /**
         * @description How it is compared; one that means nothing for the field is never true.
         * @enum {string}
         */
        operator:
          | 'is'
          | 'is_not'
          | 'contains'
          | 'not_contains'
          | 'greater_than'
          | 'less_than'
          | 'greater_than_or_equal'
          | 'less_than_or_equal'
          | 'equals'
          | 'between'
          | 'in_last'
          | 'not_in_last'
          | 'is_empty'
          | 'is_not_empty';
        /** @description An integer for a number or a time (Unix seconds, or how many units), a text, or a boolean. */
        value?: number | string | boolean | null;
        /** @description The other end of `between`, included. */
        value2?: number | string | boolean | null;
        /** @description Of `in_last`; days by default, a month has 30 of them and a year 365. */
        unit?: ('days' | 'weeks' | 'months' | 'years') | null;
      }[];
      /** @description How many tracks count, in their order; null: all. */
      limit?: number | null;
      /** @description The order of the tracks, `date_added` by default; equal ones stand by title. */
      sort_by?:
        | (
            | 'random'
            | 'play_count'
            | 'skip_count'
            | 'last_played'
            | 'date_added'
            | 'year'
            | 'title'
            | 'artist'
            | 'album'
            | 'duration_ms'
          )
        | null;
      /** @description `DESC` by default. */
      sort_order?: ('ASC' | 'DESC') | null;
    };
    SavedPlaylist: {
      /** @description Names the playlist for good. */
      id: string;
      /** @description Name. */
      name: string;
      /** @description What it is, for people. */
      description: string | null;
      /** @description Name or address of a picture. */
      image: string | null;
      /** @description Id of the folder that it is in. */
      folder_id: string | null;
      /** @description How many tracks it has; those that are not in the library count too. */
      track_count: number;
      /** @description When it was made, in Unix seconds. */
      created_at: number;
      /** @description When its name or its description was last changed, in Unix seconds. */
      updated_at: number;
    };
    /** @description The scan of the library, and what it could not read. */
    Scan: {
      /** @description Whether the library is scanned now. */
      scanning: boolean;
      /**
       * @description What the scan does now; `""` when there is none.
       * @enum {string}
       */
      phase: '' | 'starting' | 'walking' | 'reading' | 'writing' | 'finishing';
      /** @description The library root, or the volume, where it is; `""` when there is none. */
      root: string;
      /** @description Folders that were looked at. */
      folders: number;
      /** @description Files that were met there. */
      files: number;
      /** @description Files that were opened, for they were new or had changed. */
      read: number;
      /** @description Of those, the ones that could not be read. */
      failed: number;
      /** @description Another one whenever a list of the library is another; compare it for equality only. */
      revision: string;
      /** @description The last scan that is over; null before the first. */
      last: {
        /** @description When it ended, in Unix seconds. */
        at: number;
        /** @description How long it took, in milliseconds. */
        duration: number;
        /** @description Folders that were looked at. */
        folders: number;
        /** @description Files that were met there. */
        files: number;
        /** @description Files that were opened, for they were new or had changed. */
        read: number;
        /** @description Of those, the ones that could not be read. */
        failed: number;
        /** @description Why it failed: stable, upper snake case; `""` when it did not. */
        code: string;
        /** @description The same for people. */
        reason: string;
      } | null;
      /** @description As the last scan found them. */
      volumes: {
        /** @description A library root, or what is mounted below one. */
        path: string;
        /** @description Whether it is there. The tracks of one that is away are kept. */
        available: boolean;
        /** @description Whether it is a mount point, or was one. */
        mounted: boolean;
        /** @description Whether it is looked through from time to time, for it tells no changes. */
        remote: boolean;
      }[];
      /** @description Files and folders that could not be read, in all. */
      problem_count: number;
      /** @description Some of them, as `limit` and `offset` say. */
      problems: {
        /** @description Absolute path of a file or folder; bytes of a name that are no UTF-8 are written as `\xe9`. */
        path: string;
        /** @description `NOT_AUDIO` (it is not in the library), `NO_READABLE_TAGS` (it plays, and is named by its path) or `UNREADABLE_FILE`. */
        code: string;
        /** @description The same for people, in English. */
        reason: string;
      }[];
    };
    /** @description The first members are those of ListenBrainz. */
    Scrobbling: {
      /**
       * @description `no_token`: no account is connected. `waiting`: tried again later. `refused`: the account is not accepted, nothing is sent until it is another.
       * @enum {string}
       */
      state: 'off' | 'no_token' | 'idle' | 'sending' | 'waiting' | 'refused';
      /** @description Listens that wait to be sent. */
      queued: number;
      /** @description When listens were last taken, in Unix seconds; null when none were since the start. */
      last_sent: number | null;
      /** @description Why listens were not taken the last time; null when all is well. */
      last_error: string | null;
      /** @description As for ListenBrainz. */
      lastfm: {
        /**
         * @description `no_token`: no account is connected. `waiting`: tried again later. `refused`: the account is not accepted, nothing is sent until it is another.
         * @enum {string}
         */
        state: 'off' | 'no_token' | 'idle' | 'sending' | 'waiting' | 'refused';
        /** @description Listens that wait to be sent. */
        queued: number;
        /** @description When listens were last taken, in Unix seconds; null when none were since the start. */
        last_sent: number | null;
        /** @description Why listens were not taken the last time; null when all is well. */
        last_error: string | null;
      };
    };
    /** @description At most 50 of each kind, fewer with `limit`, the best first: the title itself, titles that begin with it, the others. Playlists and what follows are there when `of` asks for them, `corrected` when `forgive` does. */
    SearchResults: {
      tracks: components['schemas']['Track'][];
      albums: components['schemas']['FoundAlbum'][];
      artists: components['schemas']['FoundArtist'][];
      playlists?: components['schemas']['FoundPlaylist'][];
      stations?: components['schemas']['Station'][];
      genres?: components['schemas']['Genre'][];
      folders?: components['schemas']['FoundFolder'][];
      /** @description What was searched for instead, as it is written in what was found, such as `Björk`; null where nothing was wrong. What the words found as they were stands first. */
      corrected?: string | null;
    };
    /** @description A network share that the box mounts as a library folder. */
    Share: {
      /** @description Kept for good. */
      id: string;
      /**
       * @description `smb`: Windows, Samba, and nearly every NAS.
       * @enum {string}
       */
      kind: 'smb' | 'nfs';
      /** @description Host name or address. */
      server: string;
      /** @description Null for the usual one. */
      port: number | null;
      /** @description SMB: name of the share, and folders in it. NFS: folder on the server. */
      path: string;
      /** @description Null for a guest. */
      user: string | null;
      /** @description Domain of Windows; null for none. */
      domain: string | null;
      /** @description Name of its folder in the library. */
      name: string;
      /**
       * @description `waiting`: it cannot be mounted now, and is tried again by itself.
       * @enum {string}
       */
      state: 'mounting' | 'mounted' | 'waiting';
      /** @description Absolute path in the library; null unless it is mounted. */
      folder: string | null;
      /** @description Why it is waiting, as `POST /system/shares` refuses; null in other states. */
      code: string | null;
      /** @description The reason in words. */
      detail: string | null;
    };
    ShareLogin: {
      /** @description Left out for a guest, and for NFS. */
      user?: string;
      /** @description Kept by the box where nothing but its system reads it; never told. */
      password?: string;
      /** @description Domain of Windows; left out for none. */
      domain?: string;
    };
    ShareLookup: {
      /** @description Host name or address, such as `nas.local`. */
      server: string;
      /** @description Left out for the usual one. */
      port?: number;
      /** @description Left out for a guest, and for NFS. */
      user?: string;
      /** @description Kept by the box where nothing but its system reads it; never told. */
      password?: string;
      /** @description Domain of Windows; left out for none. */
      domain?: string;
    };
    /** @description A share of an SMB server. */
    ShareName: {
      /** @description For `path` of `POST /system/shares`. */
      name: string;
      /** @description What its owner has written about it; empty for nothing. */
      comment: string;
    };
    /** @description A server that announces its shares in the network. */
    ShareServer: {
      /**
       * @description `smb`: Windows, Samba, and nearly every NAS.
       * @enum {string}
       */
      kind: 'smb' | 'nfs';
      /** @description For people. */
      name: string;
      /** @description Host name, for `POST /system/shares`. */
      server: string;
      /** @description Its address now. */
      address: string;
      /** @description Null for the usual one. */
      port: number | null;
      /** @description Folder that an NFS server announces; null where it announces none. */
      path: string | null;
    };
    SkipAlarm: {
      /** @description Whether the next time is left out, once. */
      skip: boolean;
    };
    SleepTimer: {
      /** @description Milliseconds until it pauses; 0 when no timer is set. */
      remaining: number;
      /** @description Whether it fades out already. */
      fading: boolean;
    };
    SmartPlaylist: {
      /** @description Names the playlist for good. */
      id: string;
      /** @description Name. */
      name: string;
      /** @description What it is, for people. */
      description: string | null;
      /** @description Name or address of a picture. */
      image: string | null;
      /** @description Id of the folder that it is in. */
      folder_id: string | null;
      /** @description Whether every box has it, and nobody can change it. */
      is_system: boolean;
      rules: components['schemas']['FullRuleCriteria'];
      /** @description How many tracks are in it now. */
      track_count: number;
      /** @description When it was made, in Unix seconds. */
      created_at: number;
      /** @description When it was last changed, in Unix seconds. */
      updated_at: number;
    };
    /** @description Multi-room on the box. */
    SnapcastState: {
      server: components['schemas']['ProgramState'];
      client: components['schemas']['ProgramState'];
    };
    Station: {
      /** @description Names the station for good. */
      id: string;
      /** @description Name. */
      name: string;
      /** @description Address of its stream: what the queue takes. */
      url: string;
      /** @description Address of its logo, outside: `image` is what a page shows. */
      logo: string | null;
      /** @description Where its logo is served, in the sizes of covers: another address for another logo. Null when it has none. */
      image: string | null;
      /** @description Address of its page. */
      homepage: string | null;
      /** @description What it plays. */
      tags: string[];
      /** @description Such as `MP3`; `""` when unknown. */
      codec: string;
      /** @description In kbit/s; 0 when unknown. */
      bitrate: number;
      /** @description Its id in the directory of stations. */
      directory_id: string | null;
      /** @description When it was added, in Unix seconds. */
      created_at: number;
      /** @description When it was last changed, in Unix seconds. */
      updated_at: number;
    };
    StreamMetadata: {
      /** @description The http or https address of the stream. */
      url: string;
      /** @description Title. */
      title: string;
      /** @description Artist. */
      artist: string;
      /** @description Title of the album, or what else it belongs to. */
      album: string;
      /** @description Duration in milliseconds; 0 when it has no end. */
      duration_ms: number;
    };
    /** @description The clock of the box. */
    SystemClock: {
      /**
       * Format: date-time
       * @description Now, in UTC (RFC 3339).
       */
      time: string;
      /** @description Name of the zone in the tz database, such as `Europe/Berlin`. */
      timezone: string;
      /** @description Whether a person or a file of the card chose the zone; false: it is the default. */
      timezone_chosen: boolean;
      /** @description Whether the network sets the clock. */
      ntp: boolean;
      /** @description Whether there is a program that can do that. */
      ntp_available: boolean;
      /** @description Whether the network has set the clock since the start. */
      synchronised: boolean;
    };
    /** @description A track. An unknown text is `""`, an unknown number 0. */
    Track: {
      /** @description Names the track for good. */
      id: string;
      /** @description Absolute path of the file, or the URL of a stream: what the queue takes. */
      path: string;
      /** @description Title; the file name when the file has none. */
      title: string;
      /** @description Artists, as the file names them. */
      artist: string;
      /** @description Title of the album. */
      album: string;
      /** @description Artist of the album. */
      album_artist: string;
      /** @description Mean bit rate in kbit/s. */
      bitrate: number;
      /** @description Composer. */
      composer: string;
      /** @description Number of its disc. */
      disc_number: number;
      /** @description Bytes. */
      filesize: number;
      /** @description Sample rate in Hz. */
      frequency: number;
      /** @description Duration in milliseconds. */
      length: number;
      /** @description Number on its disc. */
      track_number: number;
      /** @description Year of release. */
      year: number;
      /** @description Date of release: YYYY-MM-DD, or as much of it as is known. */
      year_string: string;
      /** @description Genres as the file names them, separated by a comma and a space. */
      genre: string;
      /** @description MD5 of the path, in lower-case hexadecimal. */
      md5: string;
      /** @description Name of the cover image below `/covers`. */
      album_art: string;
      /** @description Id of its first artist. */
      artist_id: string;
      /** @description Id of its album. */
      album_id: string;
      /** @description Id of its first genre. */
      genre_id: string;
      /** @description Whether it is a stream. */
      is_remote: boolean;
      /** @description When it was first found, in Unix seconds. */
      created_at: number;
      /** @description When it was last read, in Unix seconds. */
      updated_at: number;
    };
    TrackStats: {
      /** @description Id of the track. */
      track_id: string;
      /** @description How often it was played. */
      play_count: number;
      /** @description How often it was skipped. */
      skip_count: number;
      /** @description When it was last played, in Unix seconds; null when never. */
      last_played: number | null;
      /** @description When it was last skipped, in Unix seconds; null when never. */
      last_skipped: number | null;
      /** @description When a play or a skip was last counted, in Unix seconds. */
      updated_at: number;
    };
    /** @description A directory, a file that can be played, or a playlist (M3U, PLS, XSPF, CUE sheet). */
    TreeEntry: {
      /** @description Absolute path; `tracks` of the live queue takes that of a file, and plays what a playlist names. */
      name: string;
      /**
       * @description 16 for a directory, 0 for a file.
       * @enum {integer}
       */
      attr: 0 | 16;
      /** @description When it was last changed, in Unix seconds. */
      time_write: number;
      /**
       * @description Always 0.
       * @enum {integer}
       */
      customaction: 0;
    };
    /** @description The system of the box, and what becomes of it. */
    Update: {
      /** @description Of the running system; null where nothing says it. */
      version: string | null;
      /**
       * @description What is done; `receiving`: from a client; `ready`: the next start runs the other slot.
       * @enum {string}
       */
      state: 'idle' | 'receiving' | 'downloading' | 'installing' | 'ready';
      /** @description Bytes of the update that came so far; null unless it is received or downloaded. */
      received: number | null;
      /** @description Bytes of all of it; null where that is not known, and unless it is received or downloaded. */
      total: number | null;
      /** @description How far the installation is; null unless one runs. */
      percent: number | null;
      /** @description What the installation does, in RAUC's words; null unless one runs. */
      step: string | null;
      /** @description Why the last installation failed, in RAUC's words; null when it did not. */
      failure: string | null;
      /** @description Why the last download did not lead to an installation; null when it did, and when it was cancelled. */
      problem: {
        /** @description See `x-error-codes`. */
        code: string;
        /** @description In words. */
        detail: string;
      } | null;
      /** @description What was looked up last at the address of `update_url`. */
      offer: components['schemas']['UpdateOffer'] | null;
      /** @description Both places for a system; none while one is being installed. */
      slots: {
        /** @description `A` or `B`. */
        name: string;
        /** @description Whether the box runs from it. */
        running: boolean;
        /** @description Whether it holds a system that can be started. */
        good: boolean;
        /** @description Of the update that wrote it; null for the system that came with the card. */
        version: string | null;
      }[];
    };
    /** @description What the address of `update_url` offers. */
    UpdateOffer: {
      /** @description Of the update. */
      version: string;
      /**
       * @description How it relates to the running version; `unknown` where the two do not say it, such as two builds of one commit.
       * @enum {string}
       */
      order: 'newer' | 'same' | 'older' | 'unknown';
      /** @description Size of the download. */
      bytes: number;
      /** @description What is new, in the words of its makers. */
      changes: string[];
      /**
       * Format: date-time
       * @description When it was looked up, in UTC (RFC 3339).
       */
      checked_at: string;
    };
    /** @description A file on its way into the library, or one that got there within a day. */
    Upload: {
      /** @description 32 hexadecimal digits. Whoever knows it can go on with the upload and end it: of open ones it is null in the list for other clients than the one that made them, unless a PIN is set. */
      id: string | null;
      /** @description Of the file, as the box keeps it. */
      name: string;
      /** @description Below the root; `""` for the root itself. */
      folder: string;
      /** @description Absolute path of the library root, or of the volume below one. */
      root: string;
      /** @description Bytes of the whole file. */
      size: number;
      /** @description Bytes that are kept durably. */
      offset: number;
      /**
       * @description Whether bytes are missing; else whether it was added, or lay there already.
       * @enum {string}
       */
      state: 'open' | 'added' | 'duplicate';
      /** @description Absolute path of the file in the library; `""` while it is not there. */
      path: string;
      /** @description Until when it can be gone on with, or asked about, in Unix seconds. */
      expires: number;
    };
    Version: {
      /** @description Version of the daemon. */
      version: string;
    };
    /** @description In the output's own steps: of its hardware mixer, or whole dB from -80 to 0 without one. */
    VolumeInfo: {
      /**
       * Format: int32
       * @description The present level.
       */
      volume: number;
      /**
       * Format: int32
       * @description The lowest.
       */
      min: number;
      /**
       * Format: int32
       * @description The highest.
       */
      max: number;
      /** @description Its place on a slider that is even to the ear; by steps where the control does not know its decibels. */
      percent?: number;
      /** @description What the control does to the sound; absent where it does not know. */
      decibels?: number;
      /**
       * Format: int32
       * @description The loudest step that is allowed (`volume_limit`); absent where that is the highest.
       */
      limit?: number;
      /** @description Its place on the slider. */
      limit_percent?: number;
    };
    /** @description Either of the two. */
    VolumeLevel: {
      /**
       * Format: int32
       * @description The level to go to, in the output's own steps from `min` to `max`; the limit where it is above that.
       */
      level?: number;
      /** @description The place to go to on a slider that is even to the ear: to the step that is nearest. */
      percent?: number;
    };
    /** @description A Wi-Fi network in reach. */
    WifiNetwork: {
      /** @description Its name; null where the bytes are no text (UTF-8). */
      ssid: string | null;
      /** @description The bytes of the name in hexadecimal. */
      ssid_hex: string;
      /**
       * @description `wpa` takes a password of WPA or WPA2, `wpa3` one of WPA3 only. `owe` is open and encrypted. `wep` and `enterprise` cannot be joined from here.
       * @enum {string}
       */
      security: 'open' | 'owe' | 'wep' | 'wpa' | 'wpa3' | 'enterprise';
      /** @description Of its best access point. */
      strength: number;
      bands: ('2.4' | '5' | '6')[];
      /** @description Whether it is the one that the box is on. */
      in_use: boolean;
    };
    /** @description Why a request was refused (RFC 9457). */
    Problem: {
      /** @description Always `about:blank`: `code` tells problems apart. */
      type: string;
      /** @description The reason phrase of the status. */
      title: string;
      /** @description The HTTP status. */
      status: number;
      /** @description A sentence for people. */
      detail: string;
      /** @description Stable, upper snake case: what a program tests for. `x-error-codes` of this document says of each what it means and what a client can do. */
      code: string;
      /** @description The single mistakes of a request. */
      errors?: {
        /** @description A JSON Pointer into the body, or a key of the query. */
        path: string;
        /** @description What is wrong there. */
        message: string;
      }[];
      /** @description The members of a request that cannot act; nothing of the request was done. */
      refused?: {
        /** @description Name of the member. */
        member: string;
        /** @description Why it cannot act, for people. */
        reason: string;
      }[];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description The methods of the path. */
    Allow: string;
    /** @description Always `bytes`: parts of it can be asked for with `Range`. */
    'Accept-Ranges': string;
    /** @description How long the answer may be kept (RFC 9111); `no-cache`: ask with `If-None-Match` each time. */
    'Cache-Control': string;
    /** @description The name to keep the file under (RFC 6266). */
    'Content-Disposition': string;
    /** @description Which bytes these are, and of how many; in a refusal only how many there are (RFC 9110 section 14.4). */
    'Content-Range': string;
    /** @description What the page may load and run: nothing from outside. */
    'Content-Security-Policy': string;
    /** @description Another one whenever the content is another (RFC 9110 section 8.8.3). */
    ETag: string;
    /** @description When the file was last changed, as an HTTP date. */
    'Last-Modified': string;
    /** @description Path of what was made. */
    Location: string;
    /** @description Always `no-referrer`. */
    'Referrer-Policy': string;
    /** @description Seconds until another try makes sense. */
    'Retry-After': string;
    /** @description How many entries of the playlists that were named could not be found, and are left out. */
    'Tonearm-Left-Out': string;
    /** @description `open` while bytes are missing; then `added`, or `duplicate`: the same file lay there already, and stays the only one. */
    'Tonearm-Upload': string;
    /** @description The extensions of the tus protocol that are spoken, with commas between them. */
    'Tus-Extension': string;
    /** @description Bytes of the largest file. */
    'Tus-Max-Size': string;
    /** @description The versions of the tus protocol that are spoken. */
    'Tus-Version': string;
    /** @description Until when the upload can be gone on with, or asked about, as an HTTP date. */
    'Upload-Expires': string;
    /** @description Bytes of the whole file. */
    'Upload-Length': string;
    /** @description As it was sent when the upload was made. */
    'Upload-Metadata': string;
    /** @description Bytes that are kept durably: where to go on. */
    'Upload-Offset': string;
    /** @description How many rows the whole list has, of which the answer may be a part. */
    'X-Total-Count': string;
    /** @description Always the name of the header that the PIN is sent in. */
    'WWW-Authenticate': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getCurrentPlayer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The output. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
    };
  };
  getStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AudioStatus'];
        };
      };
    };
  };
  getCurrentTrack: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The track, or null when stopped. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mp3Entry'] | null;
        };
      };
    };
  };
  getNextTrack: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entry, or null when stopped or at the end of the queue. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mp3Entry'] | null;
        };
      };
    };
  };
  getFilePosition: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The position in bytes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': number;
        };
      };
    };
  };
  play: {
    parameters: {
      query?: {
        /** @description Position to start at, in milliseconds; a negative one is 0. */
        elapsed?: number;
        /** @description Byte position to start at, a negative one is 0; counts when `elapsed` is 0. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. What is asked for in vain has no effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  pause: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. What is asked for in vain has no effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  resume: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. What is asked for in vain has no effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  stop: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. What is asked for in vain has no effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  next: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. What is asked for in vain has no effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  flushAndReloadTracks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. What is asked for in vain has no effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  previous: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. What is asked for in vain has no effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  ffRewind: {
    parameters: {
      query: {
        /** @description Position in milliseconds; a negative one counts from the end of the track. */
        newtime: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. What is asked for in vain has no effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  loadTracks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LoadTracks'];
      };
    };
    responses: {
      /** @description Accepted: they play from the first one on. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getVolume: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The volume. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VolumeInfo'];
        };
      };
    };
  };
  adjustVolume: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewVolume'];
      };
    };
    responses: {
      /** @description The steps asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewVolume'];
        };
      };
    };
  };
  setVolume: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VolumeLevel'];
      };
    };
    responses: {
      /** @description The volume that is in force now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VolumeInfo'];
        };
      };
    };
  };
  getSleepTimer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The timer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SleepTimer'];
        };
      };
    };
  };
  setSleepTimer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSleepTimer'];
      };
    };
    responses: {
      /** @description The timer that is set now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SleepTimer'];
        };
      };
    };
  };
  getAlarms: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The alarms, and what rings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alarms'];
        };
      };
    };
  };
  addAlarm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAlarm'];
      };
    };
    responses: {
      /** @description The alarm. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alarm'];
        };
      };
    };
  };
  snoozeAlarm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  stopAlarm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getAlarm: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the alarm. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The alarm. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alarm'];
        };
      };
    };
  };
  changeAlarm: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the alarm. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AlarmChange'];
      };
    };
    responses: {
      /** @description The alarm as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alarm'];
        };
      };
    };
  };
  removeAlarm: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the alarm. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; or there is none with this id. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  skipAlarm: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the alarm. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SkipAlarm'];
      };
    };
    responses: {
      /** @description The alarm as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alarm'];
        };
      };
    };
  };
  createPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPlaylist'];
      };
    };
    responses: {
      /** @description The start index of the new queue. */
      200: {
        headers: {
          'Tonearm-Left-Out': components['headers']['Tonearm-Left-Out'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  startPlaylist: {
    parameters: {
      query?: {
        /** @description Index of the entry to start. */
        start_index?: number;
        /** @description Position to start at, in milliseconds. */
        elapsed?: number;
        /** @description Byte position to start at; counts when `elapsed` is 0. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  shufflePlaylist: {
    parameters: {
      query?: {
        /** @description Index of the entry that becomes current and logically first; while one plays or pauses, that one does. */
        start_index?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new index of the entry that is logically first now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  resumePlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The code. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description 0, or -1: nothing to resume, or it plays.
             * @enum {integer}
             */
            code: 0 | -1;
          };
        };
      };
    };
  };
  resumeTrack: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  undoPlaylistEdit: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPlaylistAmount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The number of entries. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Amount'];
        };
      };
    };
  };
  getPlaylist: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Any value: there is one live queue, and clients say `current`. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The queue. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlaylistInfo'];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPlaylistTracks: {
    parameters: {
      query?: {
        /** @description How many entries at most; by default all that a queue can hold. */
        limit?: number;
        /** @description Index of the first entry of the answer; behind the end of the queue there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Any value: there is one live queue, and clients say `current`. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entries in queue order. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueueRow'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  insertTracks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Any value: there is one live queue, and clients say `current`. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InsertTracks'];
      };
    };
    responses: {
      /** @description The index of the first of them, 0 when there are none. */
      200: {
        headers: {
          'Tonearm-Left-Out': components['headers']['Tonearm-Left-Out'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  removeTracks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Any value: there is one live queue, and clients say `current`. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DeleteTracks'];
      };
    };
    responses: {
      /** @description Always 0. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  moveTracks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Any value: there is one live queue, and clients say `current`. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MoveTracks'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getAlbums: {
    parameters: {
      query?: {
        /** @description Order of the list. `title`; `artist`: by album artist, the newest year first; `year`: the newest first; `added`: the last found first; `played`: the most played first, and what was never played by title. An addition of Tonearm. */
        sort?: 'title' | 'artist' | 'year' | 'added' | 'played';
        /** @description Only those with these words, or their beginnings, in title and artist; all by default. An addition of Tonearm. */
        q?: string;
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The albums. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Album'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getAlbum: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the album. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The album. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Album'];
        };
      };
    };
  };
  getAlbumTracks: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the album. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tracks. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Track'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  filterAlbums: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RuleCriteria'];
      };
    };
    responses: {
      /** @description The albums. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Album'][];
        };
      };
    };
  };
  getArtists: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The artists. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Artist'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getArtist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the artist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The artist. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Artist'];
        };
      };
    };
  };
  getArtistAlbums: {
    parameters: {
      query?: {
        /** @description `own`: albums whose album artist is the artist. `others`: albums of other album artists with a track of the artist. An addition of Tonearm. */
        whose?: 'all' | 'own' | 'others';
        /** @description Order of the list. `title`; `artist`: by album artist, the newest year first; `year`: the newest first; `added`: the last found first. An addition of Tonearm. */
        sort?: 'title' | 'artist' | 'year' | 'added';
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the artist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The albums. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Album'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getArtistTracks: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the artist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tracks. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Track'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  filterArtists: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RuleCriteria'];
      };
    };
    responses: {
      /** @description The artists. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Artist'][];
        };
      };
    };
  };
  getGenres: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The genres. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Genre'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getGenre: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the genre. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The genre. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Genre'];
        };
      };
    };
  };
  getGenreTracks: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the genre. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tracks. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Track'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getGenreAlbums: {
    parameters: {
      query?: {
        /** @description Order of the list. `title`; `artist`: by album artist, the newest year first; `year`: the newest first; `added`: the last found first. An addition of Tonearm. */
        sort?: 'title' | 'artist' | 'year' | 'added';
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the genre. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The albums. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Album'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getGenreArtists: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the genre. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The artists. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Artist'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getTracks: {
    parameters: {
      query?: {
        /** @description Order of the list. `title`; `artist`: album by album, by album artist and year; `album`: album by album, by title; `added`: the last found first; `played`: the most played first, and what was never played by title. An addition of Tonearm. */
        sort?: 'title' | 'artist' | 'album' | 'added' | 'played';
        /** @description Only those with these words, or their beginnings, in title, artist and album; all by default. An addition of Tonearm. */
        q?: string;
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tracks. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Track'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getTrack: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the track. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The track. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Track'];
        };
      };
    };
  };
  getLyrics: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the track. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The lyrics. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Lyrics'];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  saveStreamTrackMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StreamMetadata'];
      };
    };
    responses: {
      /** @description Saved. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getTrackFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
        /** @description One range of bytes, such as `bytes=0-1023` (RFC 9110 section 14.2); of several the whole is sent. */
        Range?: string;
        /** @description An `ETag` or an HTTP date: `Range` counts only while the file is still that one. */
        'If-Range'?: string;
      };
      path: {
        /** @description Id of the track. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Last-Modified': components['headers']['Last-Modified'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Accept-Ranges': components['headers']['Accept-Ranges'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'audio/*': string;
        };
      };
      /** @description The range that was asked for. */
      206: {
        headers: {
          ETag: components['headers']['ETag'];
          'Last-Modified': components['headers']['Last-Modified'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Accept-Ranges': components['headers']['Accept-Ranges'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          'Content-Range': components['headers']['Content-Range'];
          [name: string]: unknown;
        };
        content: {
          'audio/*': string;
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Last-Modified': components['headers']['Last-Modified'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  likeTrack: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the track. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done, or it was so already. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unlikeTrack: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the track. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done, or it was so already. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  likeAlbum: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the album. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done, or it was so already. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unlikeAlbum: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the album. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done, or it was so already. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getLikedTracks: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tracks. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Track'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getLikedAlbums: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The albums. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Album'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getLikesAmong: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LikesQuestion'];
      };
    };
    responses: {
      /** @description Those that are liked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LikesAmong'];
        };
      };
    };
  };
  getHome: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The shelves. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Home'];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listSmartPlaylists: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The playlists. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SmartPlaylist'][];
        };
      };
    };
  };
  createSmartPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSmartPlaylist'];
      };
    };
    responses: {
      /** @description The playlist. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SmartPlaylist'];
        };
      };
    };
  };
  getSmartPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The playlist. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SmartPlaylist'];
        };
      };
    };
  };
  updateSmartPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSmartPlaylist'];
      };
    };
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteSmartPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getSmartPlaylistTracks: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
        /** @description Of a random order: the same seed gives the same order. Without one it is another one every day. */
        seed?: string;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tracks. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Track'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  playSmartPlaylist: {
    parameters: {
      query?: {
        /** @description Of a random order: the same seed gives the same order. Without one it is another one every day. */
        seed?: string;
      };
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It plays. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  previewSmartPlaylist: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
        /** @description Of a random order: the same seed gives the same order. Without one it is another one every day. */
        seed?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RuleCriteria'];
      };
    };
    responses: {
      /** @description The tracks, in their order. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Track'][];
        };
      };
    };
  };
  exportSavedPlaylistM3U8: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, in UTF-8. */
      200: {
        headers: {
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'audio/x-mpegurl': string;
        };
      };
    };
  };
  exportSavedPlaylistXSPF: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, in UTF-8. */
      200: {
        headers: {
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/xspf+xml': string;
        };
      };
    };
  };
  importSavedPlaylist: {
    parameters: {
      query?: {
        /** @description Name of the playlist; by default the one in the file. */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'audio/x-mpegurl': string;
        'application/vnd.apple.mpegurl': string;
        'audio/x-scpls': string;
        'application/xspf+xml': string;
      };
    };
    responses: {
      /** @description The playlist, and what was missing. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportedPlaylist'];
        };
      };
    };
  };
  savePlaylistFile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Absolute path of a playlist or CUE sheet inside a library root, as `GET /browse/tree-entries` has it. */
          path: string;
          /** @description Name of the playlist; by default the one in the file, or else the name of the file. */
          name?: string | null;
        };
      };
    };
    responses: {
      /** @description The playlist, and what was missing. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportedPlaylist'];
        };
      };
    };
  };
  listPlaylistFolders: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The folders. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlaylistFolder'][];
        };
      };
    };
  };
  createPlaylistFolder: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Name, without control characters. */
          name: string;
        };
      };
    };
    responses: {
      /** @description The folder. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlaylistFolder'];
        };
      };
    };
  };
  renamePlaylistFolder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the folder. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Name, without control characters. */
          name: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deletePlaylistFolder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the folder. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; or there is none with this id. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listSavedPlaylists: {
    parameters: {
      query?: {
        /** @description Those in this folder only. */
        folder_id?: string;
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The playlists. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedPlaylist'][];
        };
      };
    };
  };
  createSavedPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSavedPlaylist'];
      };
    };
    responses: {
      /** @description The playlist. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedPlaylist'];
        };
      };
    };
  };
  saveQueue: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Name, without control characters. */
          name: string;
          /** @description For people; it may have several lines. */
          description?: string | null;
          /** @description Name or address of a picture. */
          image?: string | null;
          /** @description Id of the folder that it is in; it need not exist. */
          folder_id?: string | null;
        };
      };
    };
    responses: {
      /** @description The playlist. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedPlaylist'];
        };
      };
    };
  };
  getSavedPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The playlist. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedPlaylist'];
        };
      };
    };
  };
  updateSavedPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PlaylistTexts'];
      };
    };
    responses: {
      /** @description Done; or there is none with this id. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteSavedPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; or there is none with this id. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  duplicateSavedPlaylist: {
    parameters: {
      query?: {
        /** @description Name of the new one. */
        name?: string;
      };
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new one. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedPlaylist'];
        };
      };
    };
  };
  getSavedPlaylistTracks: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tracks. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Track'][];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  addTracksToSavedPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Ids of tracks in order; they need not be in the library, and may come more than once. */
          track_ids: string[];
          /** @description Tracks by their files, behind `track_ids`: absolute paths inside a library root or http(s) URLs, as `POST /playlists` takes them; a playlist or CUE sheet stands for the tracks that it names. */
          paths?: string[] | null;
        };
      };
    };
    responses: {
      /** @description Done; or there is none with this id. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  removeSavedPlaylistPositions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Removed together. */
          positions: number[];
        };
      };
    };
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getSavedPlaylistTrackIds: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The ids. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
    };
  };
  removeTrackFromSavedPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
        /** @description Id of the track. */
        track_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done, or it was so already. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  moveSavedPlaylistTracks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MoveTracks'];
      };
    };
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  playSavedPlaylist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the playlist. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getStations: {
    parameters: {
      query?: {
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stations. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Station'][];
        };
      };
    };
  };
  addStation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewStation'];
      };
    };
    responses: {
      /** @description The station. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Station'];
        };
      };
    };
  };
  getRecentStations: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecentStation'][];
        };
      };
    };
  };
  getStation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the station. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The station. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Station'];
        };
      };
    };
  };
  replaceStation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the station. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewStation'];
      };
    };
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  removeStation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the station. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; or there is none with this id. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  moveStation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the station. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: int32
           * @description Its index among all of them afterwards.
           */
          position: number;
        };
      };
    };
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  playStation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the station. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getStationLogo: {
    parameters: {
      query?: {
        /** @description Pixels of the longer side at most, rounded up to 96, 192, 400, 640, 1200. */
        size?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the station. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'image/*': string;
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  searchStations: {
    parameters: {
      query?: {
        /** @description A part of the name. */
        q?: string;
        /** @description A part of what it plays. */
        tag?: string;
        /** @description The tag must be this one: `rap` finds no `therapy`. */
        whole_tag?: boolean;
        /** @description Two letters of ISO 3166-1, such as `DE`. */
        country?: string;
        /** @description Stations of the country of the box, by its time zone; where that tells none, those of `country`. */
        near?: boolean;
        /** @description Such as `german`. */
        language?: string;
        /** @description The most liked first, by default; or those that were played most lately, or more and more. */
        order?: 'votes' | 'clicks' | 'trend';
        /** @description How many at most; more than 100 are never told at once. */
        limit?: number;
        /** @description How many are passed over, as the directory counts them. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DirectoryStation'][];
        };
      };
    };
  };
  getDirectoryTags: {
    parameters: {
      query?: {
        /** @description How many at most; more than 100 are never told at once. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tags. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DirectoryTag'][];
        };
      };
    };
  };
  countStationClick: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the station in the directory. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is told, if it can be. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getDirectoryLogo: {
    parameters: {
      query?: {
        /** @description Pixels of the longer side at most, rounded up to 96, 192, 400, 640, 1200. */
        size?: number;
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the station in the directory. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'image/*': string;
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getDevices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The outputs. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'][];
        };
      };
    };
  };
  getDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an output, or `current` for the one that plays. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The output. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
    };
  };
  connectDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an output, or `current` for the one that plays. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It plays there. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  disconnectDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Any value. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It plays there. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setDeviceVolume: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an output, or `current` for the one that plays. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewOutputVolume'];
      };
    };
    responses: {
      /** @description The output. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
    };
  };
  setVolumeMode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an output, or `current` for the one that plays. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewVolumeMode'];
      };
    };
    responses: {
      /** @description The output. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
    };
  };
  setVolumeLimit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an output, or `current` for the one that plays. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewVolumeLimit'];
      };
    };
    responses: {
      /** @description The output. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
    };
  };
  getAirplay: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its program. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProgramState'];
        };
      };
    };
  };
  getSnapcast: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server and client. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SnapcastState'];
        };
      };
    };
  };
  getRooms: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a Snapcast server, or `current`. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rooms. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Room'][];
        };
      };
    };
  };
  changeRoom: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a Snapcast server, or `current`. */
        id: string;
        /** @description As `GET /devices/{id}/rooms` has it. */
        room: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewRoom'];
      };
    };
    responses: {
      /** @description The room. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Room'];
        };
      };
    };
  };
  getTrackStats: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the track. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The counts. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrackStats'];
        };
      };
    };
  };
  recordTrackPlayed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the track. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is counted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  recordTrackSkipped: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the track. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is counted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  search: {
    parameters: {
      query?: {
        /** @description Words, or their beginnings, in any order; case and accents make no difference. */
        q?: string;
        /** @description How many records of each kind at most; never more than 50, or 100 of one group alone. */
        limit?: number;
        /** @description What is searched: `music` is tracks, albums and artists, `everything` all groups, else one group alone. Playlists, stations, genres and folders are found by their names. */
        of?: 'music' | 'everything' | 'tracks' | 'albums' | 'artists' | 'playlists' | 'stations' | 'genres' | 'folders';
        /** @description How many of each group are passed over; the best 1000 records can be reached. */
        offset?: number;
        /** @description Forgives one typing error where nothing is found, or next to nothing: a letter too many, too few or wrong, or two that changed places, in a word of four letters or more. */
        forgive?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was found. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchResults'];
        };
      };
    };
  };
  getTreeEntries: {
    parameters: {
      query?: {
        /** @description Absolute path of a directory; by default that of the library, or the list of them where it has several. */
        q?: string;
        /** @description Shows names that begin with a dot too. */
        show_hidden?: boolean;
        /** @description How many rows at most; by default all. */
        limit?: number;
        /** @description Index of the first row of the answer in the whole list; behind its end there is none. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entries. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TreeEntry'][];
        };
      };
    };
  };
  getLetters: {
    parameters: {
      query: {
        /** @description Which list: `GET /albums` and its like, in their order. */
        of: 'albums' | 'artists' | 'tracks' | 'genres';
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The letters. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The letter, upper-case and without accent. `#`: digits and signs. Kana stand under the rows of their table, Hangul under its first consonants, and a script of which there are more than 30 letters under `…`. */
            letter: string;
            /** @description Index of the first of them in the list, as its `offset` counts. */
            offset: number;
            /** @description How many there are. */
            count: number;
          }[];
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  playMusic: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PlayMusic'];
      };
    };
    responses: {
      /** @description It plays. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlayedMusic'];
        };
      };
    };
  };
  getCover: {
    parameters: {
      query?: {
        /** @description Pixels of the longer side at most, rounded up to 96, 192, 400, 640, 1200; 0 is the picture as it is. */
        size?: number;
        /** @description Of a picture with a `size`. A WebP has about two thirds of the bytes and keeps transparency. */
        format?: 'jpeg' | 'webp';
      };
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description What a record says in `album_art` or `image`. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'image/*': string;
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getCoverColors: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description What a record says in `album_art` or `image`. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The colors. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description White text on it has a contrast of at least 7 : 1. */
            dark: string;
            /** @description Black text on it has a contrast of at least 7 : 1. */
            light: string;
          };
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getUploads: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Uploads, the oldest first. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Upload'][];
        };
      };
    };
  };
  createUpload: {
    parameters: {
      query?: {
        /** @description Id of the library root (`GET /system/roots`); the first that can be written to by default. */
        root?: string;
      };
      header?: {
        /** @description Version of the tus protocol that the client speaks: `1.0.0`. */
        'Tus-Resumable'?: string;
        /** @description Bytes of the whole file. */
        'Upload-Length'?: string;
        /** @description Keys, each with a blank and its value in Base64, and commas between them: `filename`, and `relativePath` for the folders that it lies in. */
        'Upload-Metadata'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/offset+octet-stream': string;
      };
    };
    responses: {
      /** @description It can be gone on with. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          'Upload-Offset': components['headers']['Upload-Offset'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          'Tonearm-Upload': components['headers']['Tonearm-Upload'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getUploadProtocol: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the headers. */
      204: {
        headers: {
          Allow: components['headers']['Allow'];
          'Tus-Version': components['headers']['Tus-Version'];
          'Tus-Extension': components['headers']['Tus-Extension'];
          'Tus-Max-Size': components['headers']['Tus-Max-Size'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Version of the tus protocol that the client speaks: `1.0.0`. */
        'Tus-Resumable'?: string;
      };
      path: {
        /** @description Id of the upload. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The upload. */
      200: {
        headers: {
          'Upload-Offset': components['headers']['Upload-Offset'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          'Tonearm-Upload': components['headers']['Tonearm-Upload'];
          'Upload-Length': components['headers']['Upload-Length'];
          'Upload-Metadata': components['headers']['Upload-Metadata'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Upload'];
        };
      };
    };
  };
  endUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Version of the tus protocol that the client speaks: `1.0.0`. */
        'Tus-Resumable'?: string;
      };
      path: {
        /** @description Id of the upload. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Nothing is left of it. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  continueUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Version of the tus protocol that the client speaks: `1.0.0`. */
        'Tus-Resumable'?: string;
        /** @description Bytes that came before these. */
        'Upload-Offset'?: string;
      };
      path: {
        /** @description Id of the upload. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/offset+octet-stream': string;
      };
    };
    responses: {
      /** @description Durably kept. */
      204: {
        headers: {
          'Upload-Offset': components['headers']['Upload-Offset'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          'Tonearm-Upload': components['headers']['Tonearm-Upload'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getEvents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the last event that came: what happened since is sent again. */
        'Last-Event-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream, without end. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
    };
  };
  getRemote: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Security-Policy': components['headers']['Content-Security-Policy'];
          'Referrer-Policy': components['headers']['Referrer-Policy'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Security-Policy': components['headers']['Content-Security-Policy'];
          'Referrer-Policy': components['headers']['Referrer-Policy'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getDocs: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Security-Policy': components['headers']['Content-Security-Policy'];
          'Referrer-Policy': components['headers']['Referrer-Policy'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Security-Policy': components['headers']['Content-Security-Policy'];
          'Referrer-Policy': components['headers']['Referrer-Policy'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getManifest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The manifest. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/manifest+json': {
            /** @description Name of the application. */
            name: string;
            /** @description The same where there is little room. */
            short_name: string;
            /** @description What it is for. */
            description: string;
            /** @description Names it among others of this origin. */
            id: string;
            /** @description Where it begins. */
            start_url: string;
            /** @description The addresses that belong to it. */
            scope: string;
            /** @description How much of the browser is seen around it. */
            display: string;
            /** @description Before it is drawn. */
            background_color: string;
            /** @description Of the bars around it. */
            theme_color: string;
            /** @description Its pictures. */
            icons: {
              /** @description Its address. */
              src: string;
              /** @description Its media type. */
              type: string;
              /** @description In pixels, or `any`. */
              sizes: string;
              /** @description What it may be used for. */
              purpose: string;
            }[];
            /** @description Ways into it. */
            shortcuts: {
              /** @description Name. */
              name: string;
              /** @description Where it leads. */
              url: string;
            }[];
          };
        };
      };
    };
  };
  getLocale: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description `de.json`, `fr.json`, …: by the code of the language. English is in the page itself. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The texts by name; plurals are ICU messages. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: string;
          };
        };
      };
      /** @description The client has them already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getScript: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: while that is still the one, the answer is 304 without a body. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description By a hash of its content, as the page has it. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The script. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'text/javascript': string;
        };
      };
      /** @description The client has it already. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getIcon: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `180.png`, `192.png`, `512.png`: by its edge in pixels. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The icon. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'image/*': string;
        };
      };
    };
  };
  getBluetoothAdapter: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The adapter in use. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BluetoothAdapter'];
        };
      };
    };
  };
  scanBluetooth: {
    parameters: {
      query?: {
        /** @description Seconds, at most 120; 0 means 10. */
        timeout_secs?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All devices that are known then, by their addresses. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BluetoothDevice'][];
        };
      };
    };
  };
  getBluetoothDevices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Those that are paired with, and those in reach, by address. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BluetoothDevice'][];
        };
      };
    };
  };
  connectBluetoothDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Address of the device, such as `AA:BB:CC:DD:EE:FF`. */
        addr: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is connected. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  disconnectBluetoothDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Address of the device, such as `AA:BB:CC:DD:EE:FF`. */
        addr: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is not connected. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  forgetBluetoothDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Address of the device, such as `AA:BB:CC:DD:EE:FF`. */
        addr: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is not known any more, until a scan finds it. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  answerBluetoothPairing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PairingAnswer'];
      };
    };
    responses: {
      /** @description The device is told; `connect` says how it goes on. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GlobalSettings'];
        };
      };
    };
  };
  updateSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewGlobalSettings'];
      };
    };
    responses: {
      /** @description In force and kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setEqualiser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Whether the equaliser acts. */
          enabled?: boolean | null;
          /**
           * Format: int32
           * @description What the equaliser takes off before its bands: a positive number is tenths of dB, a negative one dB, as the examples of rockboxd have it. From -24 to 240 while `eq_enabled` is true.
           */
          precut?: number | null;
          /** @description The first bands; those left out stay as they are. */
          bands?: components['schemas']['EqBandSetting'][] | null;
        };
      };
    };
    responses: {
      /** @description In force and kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setCrossfeed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description 0 off, 1 Meier, 2 custom. */
          type?: number | null;
          /**
           * Format: int32
           * @description Tenths of dB. From -60 to 0 while `crossfeed` is 2.
           */
          direct_gain?: number | null;
          /**
           * Format: int32
           * @description Tenths of dB. From -120 to -30 while `crossfeed` is 2.
           */
          cross_gain?: number | null;
          /**
           * Format: int32
           * @description Tenths of dB. From -240 to -60 while `crossfeed` is 2.
           */
          hf_attenuation?: number | null;
          /**
           * Format: int32
           * @description Hz. From 500 to 2000 while `crossfeed` is 2.
           */
          hf_cutoff?: number | null;
        };
      };
    };
    responses: {
      /** @description In force and kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setDithering: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Dither where bits are dropped. */
          enabled: boolean;
        };
      };
    };
    responses: {
      /** @description In force and kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setAfr: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Stays 0: off. */
          mode: number;
        };
      };
    };
    responses: {
      /** @description In force and kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setPbe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Stays 0: off.
           * @enum {integer|null}
           */
          mode?: 0 | 25 | 50 | 75 | 100 | null;
          /**
           * Format: int32
           * @description Kept and told for the clients; changes nothing here.
           */
          precut?: number | null;
        };
      };
    };
    responses: {
      /** @description In force and kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getScrobbling: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Scrobbling'];
        };
      };
    };
  };
  connectLastFm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where to approve. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LastFmApproval'];
        };
      };
    };
  };
  finishLastFm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LastFmUser'];
        };
      };
    };
  };
  disconnectLastFm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getMqtt: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mqtt'];
        };
      };
    };
  };
  scanLibrary: {
    parameters: {
      query?: {
        /** @description Just this folder of the library and what is below it; everything by default. */
        path?: string;
        /** @description Read all files again, whether they changed or not. */
        rebuild_index?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Always `0`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': '0';
        };
      };
    };
  };
  getScan: {
    parameters: {
      query?: {
        /** @description How many problems at most; never more than 1000. */
        limit?: number;
        /** @description Index of the first problem of the answer; behind the end there is none. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The scan. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Scan'];
        };
      };
    };
  };
  getRoots: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Library roots, mounted volumes, folders that are left out, and USB sticks. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Roots'];
        };
      };
    };
  };
  addRoot: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewFolder'];
      };
    };
    responses: {
      /** @description It is part of the library. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddedFolder'];
        };
      };
    };
  };
  removeRoot: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `GET /system/roots` has it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getFolders: {
    parameters: {
      query?: {
        /** @description Absolute path of the folder to look into; by default the top: all bases. */
        path?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The folders. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Absolute. */
            path: string;
            /** @description For people. */
            name: string;
            /** @description Whether it may be a library root. One that may not can be looked into all the same. */
            allowed: boolean;
            /** @description Whether it lies in the library already. */
            in_library: boolean;
          }[];
        };
      };
    };
  };
  ignoreFolder: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewFolder'];
      };
    };
    responses: {
      /** @description It is left out. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddedFolder'];
        };
      };
    };
  };
  heedFolder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `ignored` of `GET /system/roots` has it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is scanned. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getNetworkFolder: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The network folder. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NetworkFolder'];
        };
      };
    };
  };
  setNetworkFolder: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewNetworkFolder'];
      };
    };
    responses: {
      /** @description As it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NetworkFolder'];
        };
      };
    };
  };
  getPin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether there is one. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Pin'];
        };
      };
    };
  };
  setPin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPin'];
      };
    };
    responses: {
      /** @description In force and kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  checkPin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is the PIN, or none is set. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getBackup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The backup. */
      200: {
        headers: {
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Backup'];
        };
      };
    };
  };
  restoreBackup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Backup'];
      };
    };
    responses: {
      /** @description In force and kept. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Restored'];
        };
      };
    };
  };
  listBackups: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The backups. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeptBackups'];
        };
      };
    };
  };
  restoreKeptBackup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `GET /system/backups` has it. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In force and kept. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Restored'];
        };
      };
    };
  };
  reset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Reset'];
      };
    };
    responses: {
      /** @description In force and kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getDiagnostics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report. */
      200: {
        headers: {
          'Content-Disposition': components['headers']['Content-Disposition'];
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Diagnostics'];
        };
      };
    };
  };
  listNotices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The notices. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Notices'];
        };
      };
    };
  };
  acknowledgeNotice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `GET /system/notices` has it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is not shown any more. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them do. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The readings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  getSystemTime: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The clock. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SystemClock'];
        };
      };
    };
  };
  setSystemTime: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewClock'];
      };
    };
    responses: {
      /** @description In force and kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getTimeZones: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Their names, in the order of the alphabet. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
    };
  };
  setPower: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPower'];
      };
    };
    responses: {
      /** @description It has begun. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Update'];
        };
      };
    };
  };
  installUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description It is being installed. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Of the update. */
            version: string;
          };
        };
      };
    };
  };
  getUpdateOffer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was found. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FoundUpdateOffer'];
        };
      };
    };
  };
  checkForUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What it offers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpdateOffer'];
        };
      };
    };
  };
  downloadUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUpdateDownload'];
      };
    };
    responses: {
      /** @description It is being downloaded. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  cancelUpdateDownload: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description None runs any more. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  rollBackUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In force at the next start. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getNetwork: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The interfaces. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Network'];
        };
      };
    };
  };
  setRadioCountry: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RadioChange'];
      };
    };
    responses: {
      /** @description The radio keeps the rules of that country. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getKnownNetworks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description By priority, the highest first, then by name. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnownNetwork'][];
        };
      };
    };
  };
  forgetNetwork: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `GET /system/network/known` has it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is not known any more. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  changeKnownNetwork: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `GET /system/network/known` has it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['KnownNetworkChange'];
      };
    };
    responses: {
      /** @description It is kept, or waits to be confirmed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NetworkChange'];
        };
      };
    };
  };
  scanWifi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Networks in reach, the strongest first. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WifiNetwork'][];
        };
      };
    };
  };
  joinWifi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewWifi'];
      };
    };
    responses: {
      /** @description It is connected, and known from now on. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The box leaves the network of the client for it. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Joining'];
        };
      };
    };
  };
  connectNetwork: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `GET /system/network/known` has it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is connected. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The box leaves the network of the client for it. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Joining'];
        };
      };
    };
  };
  confirmNetworkChange: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It stays. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setHotspot: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HotspotChange'];
      };
    };
    responses: {
      /** @description It starts, or ends soon. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getCaptivePortal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether the client is in the hotspot. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          [name: string]: unknown;
        };
        content: {
          'application/captive+json': components['schemas']['Portal'];
        };
      };
    };
  };
  getShares: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The shares. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Share'][];
        };
      };
    };
  };
  addShare: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewShare'];
      };
    };
    responses: {
      /** @description It is mounted, and kept. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Share'];
        };
      };
    };
  };
  testShare: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewShare'];
      };
    };
    responses: {
      /** @description It can be mounted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  findShareServers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description By name; one that has SMB and NFS is listed twice. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShareServer'][];
        };
      };
    };
  };
  findShareNames: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ShareLookup'];
      };
    };
    responses: {
      /** @description The shares. */
      200: {
        headers: {
          'X-Total-Count': components['headers']['X-Total-Count'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShareName'][];
        };
      };
    };
  };
  changeShareLogin: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `GET /system/shares` has it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ShareLogin'];
      };
    };
    responses: {
      /** @description It is mounted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Share'];
        };
      };
    };
  };
  connectShare: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `GET /system/shares` has it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is mounted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Share'];
        };
      };
    };
  };
  removeShare: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description As `GET /system/shares` has it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is not kept any more. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getDiscovery: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The names in force. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Discovery'];
        };
      };
    };
  };
  getVersion: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The version. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Version'];
        };
      };
    };
  };
  getGlobalStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GlobalStatus'];
        };
      };
    };
  };
  getOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The interface as an OpenAPI 3.1.0 document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
    };
  };
}
