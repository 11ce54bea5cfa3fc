/**
 * Every `code` that the interface can send, of refusals and of events, with what it means and what a client can do.
 * `GET /openapi.json` has the table as `x-error-codes`. A test fails for a code of the source that is not in it.
 */

export interface ErrorCode {
  readonly meaning: string;
  /** What a client, or the person in front of it, can do. */
  readonly remedy: string;
}

const means = (meaning: string, remedy: string): ErrorCode => ({ meaning, remedy });

const CORRECT = 'Correct what `errors` names and send it again.';
const LATER = 'Try again later.';
const SOON = 'Try again after a moment.';
const PLUG_IN = 'Plug the output in or switch it on, or choose another one.';
const SKIPPED = 'Nothing: the player goes on with the next track. Check the file.';
const STREAM = 'Nothing: the player tries it again, or goes on with the next track. Check the address.';
const REMOVE_SOME = 'Remove some first.';
const LIST_AGAIN = 'Ask for the list again: it may have been removed.';
const FREE_SPACE = 'Make room on the disk, then try again.';
const SEE_LOG = 'Look at `GET /system/diagnostics`; tell the makers of Tonearm if it comes again.';
const SEE_HEALTH = 'Look at `GET /health`; the data may have to be restored from a backup.';
const CHECK_BLUETOOTH = 'Ask a person to look at the Bluetooth device, then try again.';
const SYSTEM = 'Ask the person who looks after the machine; on the appliance, start it anew.';

const REQUESTS = {
  BAD_REQUEST: means('The request is not HTTP that can be read.', 'Correct the client.'),
  BODY_INCOMPLETE: means('The body ended before its length was reached.', 'Send it again.'),
  BODY_TOO_LARGE: means('The body has more bytes than are taken.', 'Send less, or in several requests.'),
  CLIENT_NOT_ALLOWED: means(
    'The client is outside the networks that are answered.',
    "Name its network in the box's setting `http_allow`.",
  ),
  CROSS_SITE_REQUEST: means(
    'A page of another host wants to change something.',
    "Send it from the box's own page, or from a program that is no browser.",
  ),
  EXPECTATION_FAILED: means('The header `Expect` asks for what is not done.', 'Leave the header out.'),
  GRAPHQL_PARSE_FAILED: means('A GraphQL document cannot be read.', 'Correct the client.'),
  GRAPHQL_TOO_COMPLEX: means('A GraphQL document asks for too much at once.', 'Send it in parts.'),
  GRAPHQL_VALIDATION_FAILED: means('A GraphQL document or its variables do not fit the schema.', 'Correct the client.'),
  HOST_MISSING: means('The request has no header `Host`.', 'Send it.'),
  HOST_NOT_ALLOWED: means(
    'The header `Host` is none of the names of the box.',
    "Use its name or its address, or add the name to the box's setting `http_names`.",
  ),
  INDEX_OUT_OF_RANGE: means('An index or a position lies outside the list.', 'Read the list again; see `errors`.'),
  INTERNAL_ERROR: means('A fault of the daemon.', SEE_LOG),
  INVALID_BODY: means('The body does not have the documented form.', CORRECT),
  INVALID_HEADER: means('A header field does not have the documented form.', CORRECT),
  INVALID_ID: means('The id does not have the form of one.', CORRECT),
  INVALID_PATH: means('The path of a file is too long or has a NUL character.', 'Correct the path.'),
  INVALID_QUERY: means('The query does not have the documented form.', CORRECT),
  INVALID_TARGET: means('The request target is neither a path nor an http URL.', 'Correct the client.'),
  MALFORMED_JSON: means('The body is not JSON.', 'Correct the client.'),
  MEMBERS_REFUSED: means(
    'Members of the body ask for what the box does not do; nothing was changed.',
    'Leave out the members that `refused` names, and send the others again.',
  ),
  METHOD_NOT_ALLOWED: means('The path does not answer to this method.', 'Use one of those in the header `Allow`.'),
  SUBSCRIPTION_NEEDS_WEBSOCKET: means(
    'A GraphQL subscription came with a POST.',
    'Subscribe over a WebSocket at `/graphql`.',
  ),
  NOT_SUPPORTED: means('A field of GraphQL has nothing behind it on this box.', 'Leave the field out.'),
  NOT_ABSOLUTE: means('A path is neither absolute nor an http(s) URL.', 'Send the path as the library lists it.'),
  RANGE_NOT_SATISFIABLE: means('The file has none of the bytes asked for.', 'See `Content-Range` for its length.'),
  STOPPING: means('The daemon is about to stop.', 'Try again when it has started.'),
  SUPERSEDED: means('Another request has chosen another output meanwhile.', 'Read the devices again.'),
  TOO_BUSY: means('Too many pictures or lyrics are asked for at once.', SOON),
  TOO_MANY_BODIES: means('Too many large bodies come at once.', SOON),
  TOO_MANY_LISTENERS: means('Too many clients follow the events.', 'Close others, or ask for the status now and then.'),
  UNKNOWN_ID: means('There is nothing with this id.', LIST_AGAIN),
  UNKNOWN_PATH: means('There is nothing at this path.', 'See `GET /openapi.json` for what there is.'),
  UNSUPPORTED_ENCODING: means('The body is compressed.', 'Send it without a content encoding.'),
  UNSUPPORTED_MEDIA_TYPE: means('The body has a media type that is not taken.', 'Send the type that the text names.'),
} as const;

const STATE = {
  LIBRARY_UNAVAILABLE: means('The library cannot be read.', SEE_HEALTH),
  NOT_HEALTHY: means('A part that everything stands on does not answer.', 'See `errors` for the part and its reason.'),
  NOT_SAVED: means('It could not be saved, and nothing is changed.', FREE_SPACE),
  STATE_NOT_SAVED: means('It is in force but could not be saved: a power cut may undo it.', FREE_SPACE),
  STATE_UNAVAILABLE: means('Whether a PIN is set cannot be read.', SEE_HEALTH),
} as const;

const PIN = {
  NO_PIN: means('A level is for a PIN, and none is set.', 'Set a PIN, with the level.'),
  PIN_REQUIRED: means('A PIN is set, and the request has none.', 'Ask for the PIN and send it in the header.'),
  PIN_WRONG: means('The PIN is another one.', 'Ask for the PIN again.'),
  PRESENCE_NEEDED: means(
    'The first PIN is set by somebody at the box only.',
    'Switch the box off and on at its plug and set it within ten minutes.',
  ),
  TOO_MANY_TRIES: means('Too many PINs were tried from this address.', 'Wait for as long as `Retry-After` says.'),
} as const;

const LIBRARY = {
  FILE_NOT_AVAILABLE: means('The file is not there now, or cannot be read.', 'Connect the disk that it is on.'),
  NEVER_COUNTED: means('The track was never played or skipped.', 'Nothing: count it as 0.'),
  OUTSIDE_LIBRARY: means('The path is not inside a library root.', 'Use a path that `GET /browse/tree-entries` lists.'),
  UNKNOWN_COVER: means('There is no picture of this name.', 'Read the album again.'),
  UNREADABLE_DIRECTORY: means('The path is no directory that can be read.', 'Read the folder above it again.'),
  UNREADABLE_PICTURE: means('The picture is damaged or too large.', 'Show a placeholder.'),
  DISK_FULL: means('The scan found no room for the database of the library.', FREE_SPACE),
  LIBRARY_DAMAGED: means('The database of the library is damaged and is made anew.', 'Wait for the scan.'),
  LIBRARY_NOT_WRITTEN: means('The database of the library could not be written.', FREE_SPACE),
  LIBRARY_UNREADABLE: means('The database of the library cannot be opened.', SEE_HEALTH),
  SCAN_ENDED: means('The scan was ended before its time.', 'Scan again.'),
  SCAN_FAILED: means('The scan came to an end by a fault.', SEE_LOG),
} as const;

const QUEUE_AND_PLAYLISTS = {
  AMBIGUOUS: means('Several tracks fit an entry of the imported file.', 'Add the right one by hand.'),
  ANOTHER_LENGTH: means('The track that fits an entry by name has another length.', 'Add it by hand if it is right.'),
  NESTED_PLAYLIST: means('An entry of a playlist file is a playlist itself.', 'Play or import that one by itself.'),
  INVALID_RULES: means('The rules of a smart playlist cannot be followed.', CORRECT),
  NOT_FOUND: means('No track of the library fits an entry of the imported file.', 'Scan the library, import again.'),
  NOTHING_TO_PLAY: means(
    'No track of it is there now.',
    'Connect the disk that they are on, or choose something else.',
  ),
  NOTHING_TO_UNDO: means('There is no edit of the queue to undo.', 'Nothing.'),
  NO_EXTERNAL_PLAYER: means('No external player is connected.', 'Choose a UPnP renderer: `PUT /devices/{id}/connect`.'),
  NO_PLAYLIST: means('The file is no playlist that can be read.', 'Send M3U, M3U8, PLS or XSPF.'),
  PLAYLIST_NOT_AVAILABLE: means('The playlist file is not there now, or cannot be read.', 'Connect its disk.'),
  PLAYLIST_TOO_LARGE: means('The playlist file is too large.', 'Use several smaller ones.'),
  PLAYLIST_FULL: means('A playlist cannot hold so many tracks.', 'Use several playlists.'),
  QUEUE_FULL: means('The queue cannot hold so many entries; nothing was inserted.', 'Insert fewer, or replace it.'),
  SMART_PLAYLISTS_TOO_LONG: means('The texts of all smart playlists are too long together.', REMOVE_SOME),
  TOO_LONG: means('An entry of the imported file is longer than a path or address can be.', 'Correct the file.'),
  TOO_MANY_FOLDERS: means('There cannot be more folders of playlists.', REMOVE_SOME),
  TOO_MANY_PLAYLISTS: means('There cannot be more saved playlists.', REMOVE_SOME),
  TOO_MANY_PLAYLIST_FILES: means('One request names too many playlist files.', 'Send several requests.'),
  TOO_MANY_SMART_PLAYLISTS: means('There cannot be more smart playlists.', REMOVE_SOME),
  UNKNOWN_STREAM: means(
    'An entry of the imported file is a stream that the box does not know.',
    'Add it as a station.',
  ),
  UNSUPPORTED_ADDRESS: means('An entry of the imported file has an address that is not played.', 'Correct the file.'),
} as const;

const PLAYING = {
  DECODER_BUSY: means('The decoder waits for its file.', SOON),
  DECODER_FAILED: means('The decoder gave up on the track.', SKIPPED),
  DECODER_MISSING: means('No decoder is running.', SOON),
  EMPTY_FILE: means('The file has no bytes.', SKIPPED),
  NOT_AUDIO: means('The file holds no sound that can be read.', SKIPPED),
  UNREADABLE_FILE: means('The file cannot be read.', 'Connect the disk that it is on; the player goes on.'),
  UNSUPPORTED_FORMAT: means('The format is not played, or ffmpeg is missing for it.', SKIPPED),
  UNSUPPORTED_RATE: means('The output does not take the sample rate of the track.', 'Choose another output.'),
  STREAM_ADDRESS_FORBIDDEN: means('Streams from this address are not played.', 'Use another address.'),
  STREAM_GONE: means('The stream has ended, and is not there any more.', STREAM),
  STREAM_PROTOCOL: means('The server of the stream does not speak HTTP as it should.', STREAM),
  STREAM_REFUSED: means('The server of the stream refuses it.', STREAM),
  STREAM_STALLED: means('The stream sends nothing any more.', STREAM),
  STREAM_TIMEOUT: means('The server of the stream does not answer in time.', STREAM),
  CLOCK_NOT_SET: means(
    'The network has not told the box the time yet: no certificate can be checked.',
    'Nothing: it is tried again when the time comes. If it never does, set the clock by hand.',
  ),
  STREAM_TLS: means('The certificate of the server of the stream is not valid.', STREAM),
  STREAM_UNREACHABLE: means('The server of the stream cannot be reached.', STREAM),
  UNSUPPORTED_URL: means('The address is none of an http or https stream.', 'Correct the address.'),
} as const;

const OUTPUTS = {
  CONFIRMATION_NEEDED: means(
    'A fixed volume is the loudest that there is.',
    'Ask a person, and send `confirmed: true`.',
  ),
  LEVEL_OUT_OF_RANGE: means('The output does not have this level.', 'See `min` and `max` of `GET /player/volume`.'),
  MIXER_UNAVAILABLE: means('The volume control of the output does not answer.', PLUG_IN),
  NO_ROOM_PROGRAMS: means(
    'This system does not run a Snapcast server or client for the daemon.',
    "Ask the person who looks after the machine to run Debian's snapserver or snapclient.",
  ),
  NO_ROOMS: means('The output is no Snapcast server that is there.', 'See `service` of `GET /devices`.'),
  NO_SOURCE: means(
    'The Snapcast server has no source that the box can feed.',
    'Ask the person who looks after the server for a source `tcp://0.0.0.0:4953?name=Tonearm&mode=server`.',
  ),
  NO_HARDWARE_VOLUME: means('The output has no volume control of its own.', 'Choose another volume mode.'),
  OUTPUT_BUSY: means('Another program or device plays on the output.', 'Stop it there, or choose another output.'),
  OUTPUT_FAILED: means('The output cannot be opened.', PLUG_IN),
  OUTPUT_MISSING: means('The output is not there.', PLUG_IN),
  OUTPUT_STALLED: means('The output is open and takes no sound.', PLUG_IN),
  RATE_UNSUPPORTED: means('The output does not take this sample rate.', 'Choose another output.'),
  SNAPCAST_BUSY: means('The Snapcast server has not answered earlier requests yet.', SOON),
  SNAPCAST_REFUSED: means('The Snapcast server refuses it; `detail` has what it says.', LIST_AGAIN),
  SNAPCAST_SILENT: means('The Snapcast server does not answer in time.', LATER),
  SNAPCAST_UNREACHABLE: means('The Snapcast server cannot be controlled.', PLUG_IN),
  UNKNOWN_GROUP: means('The Snapcast server has no such group of rooms.', LIST_AGAIN),
  UNKNOWN_ROOM: means('The Snapcast server has no such room.', LIST_AGAIN),
  UNKNOWN_OUTPUT: means('There is no output of this id.', 'See `GET /devices`.'),
  VOLUME_FIXED: means('The volume of the output is fixed.', 'Choose another volume mode first.'),
  VOLUME_LIMITED: means('A limit is set for the output, and a fixed volume would be louder.', 'Lift the limit first.'),
} as const;

const BLUETOOTH = {
  BLUETOOTH_AUDIO_SILENT: means('The speaker is connected, but its sound is not ready.', CHECK_BLUETOOTH),
  BLUETOOTH_BLOCKED: means('A switch of the system (rfkill) holds Bluetooth off.', SYSTEM),
  BLUETOOTH_BUSY: means('Bluetooth is busy with this or another device.', SOON),
  BLUETOOTH_CANCELED: means('It was called off meanwhile.', 'Nothing, or try again.'),
  BLUETOOTH_DEVICE_GONE: means('The device has vanished meanwhile.', 'Scan again.'),
  BLUETOOTH_FAILED: means('Bluetooth failed.', CHECK_BLUETOOTH),
  BLUETOOTH_NOT_RUNNING: means('The Bluetooth service of the system does not run.', SYSTEM),
  BLUETOOTH_NO_AUDIO: means('The device offers nothing that could be connected.', 'Choose a device that plays sound.'),
  BLUETOOTH_OFF: means('The Bluetooth adapter is off and cannot be switched on.', SYSTEM),
  BLUETOOTH_OUT_OF_REACH: means('The device is off, out of reach, or busy elsewhere.', CHECK_BLUETOOTH),
  BLUETOOTH_REFUSED: means('The device refuses the connection.', CHECK_BLUETOOTH),
  BLUETOOTH_SILENT: means('Bluetooth does not answer in time.', LATER),
  INVALID_BLUETOOTH_ADDRESS: means('It is no address of a Bluetooth device.', 'See `GET /bluetooth/devices`.'),
  NO_BLUETOOTH_ADAPTER: means('The machine has no Bluetooth adapter.', 'Plug one in.'),
  NO_BLUETOOTH_AUDIO: means('The service for sound over Bluetooth (bluez-alsa) does not run.', SYSTEM),
  NO_PAIRING_PROMPT: means('No pairing waits for an answer.', 'Connect the device again.'),
  NO_REMOTE_CONTROL: means('The phone that plays cannot be controlled from here.', 'Use the phone.'),
  PAIRING_LOST: means('The device does not know the pairing any more.', 'Forget the device, and connect it again.'),
  PAIRING_REFUSED: means('The pairing was refused, or its code was wrong.', 'Connect the device again.'),
  PAIRING_TIMED_OUT: means('The pairing was not finished in time.', 'Connect the device again.'),
  UNKNOWN_BLUETOOTH_DEVICE: means('No device of this address is known.', 'Scan, then try again.'),
} as const;

const LASTFM = {
  LASTFM_EXPIRED: means('The approval at Last.fm is too old, or was never begun.', 'Begin to connect again.'),
  LASTFM_KEY_REFUSED: means(
    'Last.fm does not accept the API key or its secret.',
    'Compare both with those at last.fm/api/accounts.',
  ),
  LASTFM_NOT_APPROVED: means(
    'Nobody has approved at Last.fm yet.',
    'Approve on the page that was given, then try again.',
  ),
  LASTFM_NO_KEY: means('There is no API key for Last.fm.', 'Set `lastfm_api_key` and `lastfm_secret` first.'),
  LASTFM_TIMEOUT: means('Last.fm does not answer in time.', LATER),
  LASTFM_UNREACHABLE: means('Last.fm cannot be reached, or refuses.', 'Check `lastfm_url` and the network.'),
} as const;

const LYRICS = {
  LYRICS_TIMEOUT: means('The server of lyrics does not answer in time.', LATER),
  LYRICS_UNREACHABLE: means(
    'The server of lyrics cannot be reached, or refuses.',
    'Check `lyrics_url` and the network.',
  ),
  NO_LYRICS: means(
    'Neither a file nor a tag has lyrics of this track, nor has LRCLIB, where that is switched on.',
    'Switch `lyrics_online` on, or put a file with the ending `.lrc` next to the music.',
  ),
} as const;

const RADIO = {
  NO_LOGO: means('The station has no picture that can be shown.', 'Show a placeholder.'),
  RADIO_DIRECTORY_OFF: means('The directory of stations is switched off.', 'Switch it on in the configuration.'),
  RADIO_DIRECTORY_TIMEOUT: means('The directory of stations does not answer in time.', LATER),
  RADIO_DIRECTORY_UNREACHABLE: means('The directory of stations cannot be reached.', 'Check the connection.'),
  STATION_EXISTS: means('A station of this address is kept already.', 'Use that one.'),
  TOO_MANY_STATIONS: means('There cannot be more stations.', REMOVE_SOME),
} as const;

const ALARMS = {
  ALARM_OFF: means('The alarm is off: there is no next time to skip.', 'Switch it on first.'),
  ALARM_RINGS_ONCE: means('An alarm that rings once has no other time than the next.', 'Switch it off instead.'),
  NO_ALARM_RINGS: means('No alarm rings or is snoozed.', 'Nothing: it has ended.'),
  NO_SOUND: means('The music of an alarm was not heard within 15 seconds.', 'Nothing: the tone rings in its place.'),
  TOO_MANY_ALARMS: means('There cannot be more alarms.', REMOVE_SOME),
} as const;

const UPLOADS = {
  CANNOT_CHECK: means('The uploaded file could not be looked at; it is kept.', 'Go on with the upload later.'),
  DISK_FAILED: means('The disk does not take the file.', 'Check the disk, or choose another root.'),
  FILE_TOO_LARGE: means('A file of this kind may not be so large.', 'Send a smaller one.'),
  INVALID_METADATA: means('`Upload-Metadata` does not have the documented form.', CORRECT),
  INVALID_NAME: means('The name cannot be that of a file.', 'Send another name.'),
  NOT_A_FOLDER: means('Something else lies where a folder is wanted.', 'Choose another folder.'),
  NOT_MUSIC: means('The file is damaged, or is no music; it was not added.', 'Send a file that plays.'),
  NOT_WHAT_IT_SAYS: means('The file is not what the ending of its name says; it was not added.', 'Check the file.'),
  NO_SPACE: means('There is no room left; what was sent is kept.', 'Make room, then go on with the upload.'),
  NO_WRITABLE_ROOT: means('No library root can be written to.', 'Connect a disk that can be written to.'),
  OFFSET_MISMATCH: means('The box has another number of bytes.', 'Go on from `Upload-Offset` of the upload.'),
  OTHER_VOLUME: means('The folder is on another volume.', 'Name that volume as the root.'),
  OUTSIDE_ROOT: means('A link there leads out of the library root.', 'Choose another folder.'),
  ROOT_AWAY: means('The library root is not there now.', 'Connect the disk, then go on with the upload.'),
  ROOT_NOT_WRITABLE: means('The library root cannot be written to.', 'Choose another root.'),
  TOO_MANY_BYTES: means('More was sent than the upload has bytes.', 'Send what `Upload-Length` says.'),
  TOO_MANY_UPLOADS: means('Too many uploads are under way.', 'Finish or end one of them.'),
  ALREADY_IN_LIBRARY: means('The folder lies in the library already.', 'Nothing, or choose another folder.'),
  FOLDER_NOT_ALLOWED: means(
    'The folder may not be made part of the library from here.',
    'Choose one below a folder of `GET /system/folders`.',
  ),
  ROOT_NOT_REMOVABLE: means('The root was not added over this interface.', 'Remove it where `detail` says.'),
  TOO_MANY_FOLDERS: means('There cannot be more of these folders.', REMOVE_SOME),
  UNKNOWN_FOLDER: means('No folder with this id is left out.', 'See `ignored` of `GET /system/roots`.'),
  UNKNOWN_KIND: means('The name ends like neither music nor a playlist nor a cover.', 'Send another file.'),
  UNKNOWN_ROOT: means('There is no such library root.', 'See `GET /system/roots`.'),
  UNKNOWN_UPLOAD: means('There is no upload of this id, or not any more.', 'Begin a new one.'),
  UNKNOWN_VERSION: means('Another version of the upload protocol is asked for.', 'Use that of `Tus-Version`.'),
  WEBDAV_NEEDS_PASSWORD: means('The network folder has no password yet.', 'Send a `password` too.'),
  UPLOAD_TAKEN_OVER: means('Another request goes on with this upload.', 'Leave it to that one.'),
} as const;

const BOX = {
  BACKUP_FAILED: means('The backup could not be written.', FREE_SPACE),
  BACKUP_TOO_NEW: means('The backup is of a newer version of Tonearm.', 'Update the box first.'),
  BUSY: means('Another backup, restore or reset is under way.', SOON),
  INVALID_BACKUP: means('It is no backup of Tonearm, or a damaged one; nothing was changed.', 'Use another file.'),
  NETWORK_ADDRESS_TAKEN: means('Another device has the address.', 'Choose another one, or let the router give it.'),
  NETWORK_CANCELED: means('It was called off meanwhile.', 'Nothing, or try again.'),
  NETWORK_CHANGE_WAITS: means(
    'An earlier change of the networks is not confirmed yet.',
    'Confirm it, or wait until it is taken back.',
  ),
  NETWORK_FAILED: means('The network could not be connected.', 'Try again; `detail` may say more.'),
  NETWORK_IS_WIRED: means('A wired network cannot be forgotten.', 'Change its addresses.'),
  NETWORK_JOINING: means(
    'Another network is being joined.',
    'Wait a minute, and see `hotspot` of `GET /system/network`.',
  ),
  NETWORK_NOT_FOUND: means('The network is not in reach.', 'Plug in its cable, or bring the box nearer.'),
  NO_DISCOVERY: means('Avahi does not run: servers of the network cannot be looked for.', 'Type the server in.'),
  NO_SHARES_HERE: means(
    'This system does not mount network shares for the daemon.',
    'Mount the share below a library folder.',
  ),
  SHARES_NOT_LISTED: means('The server does not tell its shares.', 'Ask a person for the name of the share.'),
  SHARE_BUSY: means('The network share is being mounted at this moment.', SOON),
  SHARE_EXISTS: means('The network share is in the library already.', LIST_AGAIN),
  SHARE_FAILED: means('The network share cannot be mounted; `detail` has what the system says.', SYSTEM),
  SHARE_NOT_ANSWERING: means(
    'The server of the network share does not answer.',
    'Switch it on, or correct its address.',
  ),
  SHARE_NOT_PERMITTED: means(
    'The server does not let the box mount the folder.',
    'Allow the address of the box there.',
  ),
  SHARE_NO_SUCH_HOST: means('No device has the name of the server.', 'Correct the name, or use an address.'),
  SHARE_NO_SUCH_SHARE: means('The server has no such share or folder.', 'Correct the path.'),
  SHARE_PASSWORD_NEEDED: means('The server lets no guests in.', 'Ask a person for user and password.'),
  SHARE_PASSWORD_WRONG: means(
    'The server does not accept user and password, or the user may not read the share.',
    'Ask a person for user and password.',
  ),
  SHARE_PROTOCOL_TOO_OLD: means(
    'The server speaks only versions of the protocol that are not safe.',
    'Switch on SMB 2 or 3, or NFS 3 or 4, on the server.',
  ),
  SHARE_TIMED_OUT: means('The server of the network share does not answer in time.', LATER),
  TOO_MANY_SHARES: means('No more network shares are kept.', REMOVE_SOME),
  UNKNOWN_SHARE: means('No network share has this id.', LIST_AGAIN),
  NETWORK_NO_ADDRESS: means('The network gives no address.', 'Look after its router, or set an address by hand.'),
  NETWORK_TIMED_OUT: means('The network did not answer in time.', LATER),
  NETWORK_TIME_ON: means('The network sets the clock.', 'Send `ntp: false` first.'),
  NO_NETWORK_TIME: means('No program of the box sets its clock from the network.', 'Set the clock by hand.'),
  NETWORK_UNCONFIRMED: means(
    'Nobody has found the box in the network, and it came back.',
    'Join again, and open the box there in time.',
  ),
  NETWORK_WRONG_PASSWORD: means('The password of the network is wrong.', 'Ask a person for the right one.'),
  NO_OTHER_SYSTEM: means('The other slot holds no system that starts.', 'Stay with the running one.'),
  NO_HOTSPOT: means('The Wi-Fi radio cannot be an access point.', 'Use a cable, or another radio.'),
  NO_NETWORK_CHANGE: means('No change waits to be confirmed.', 'See `GET /system/network` for what is in force.'),
  NO_NETWORK_MANAGER: means(
    'NetworkManager, which looks after the networks, does not run.',
    'Use what the machine has for that; the appliance has it.',
  ),
  NO_WIFI: means('The machine has no Wi-Fi radio that works.', 'Use a cable; `GET /system/network` may say why.'),
  NO_PAGE: means('The page was not built.', 'Build Tonearm with its page.'),
  NO_SYSTEM_BUS: means('The message bus of the system is not there.', SYSTEM),
  NO_SYSTEM_SERVICE: means('A service of the system does not run.', SYSTEM),
  SYSTEM_BUS_SILENT: means('A service of the system does not answer in time.', LATER),
  SYSTEM_FORBIDS: means('The system does not let Tonearm do this.', SYSTEM),
  SYSTEM_SERVICE_FAILED: means('A service of the system failed.', SYSTEM),
  NO_UPDATER: means(
    'RAUC, which updates the appliance, is not on this machine.',
    'Update Tonearm as you installed it.',
  ),
  UNKNOWN_NETWORK: means('No known network has this id.', LIST_AGAIN),
  UNKNOWN_BACKUP: means('There is no such backup, or it is none that can be read.', LIST_AGAIN),
  UNKNOWN_NOTICE: means('There is no such notice, or it was acknowledged already.', LIST_AGAIN),
  UNKNOWN_TIME_ZONE: means('There is no such time zone.', 'See `GET /system/time-zones`.'),
  NO_UPDATE_ADDRESS: means('No address for updates is set.', 'Set `update_url`, or send the update yourself.'),
  UPDATE_ADDRESS_REFUSED: means(
    'The address of the updates is not contacted: it is another host than the one set, or http outside private networks.',
    'Set an https address in `update_url` whose server sends everything itself.',
  ),
  UPDATE_CHANNEL_TIMEOUT: means('The server of the updates does not answer in time.', LATER),
  UPDATE_CHANNEL_UNREACHABLE: means(
    'The server of the updates cannot be reached, or refuses.',
    'Check `update_url` and the network, then try again.',
  ),
  UPDATE_CHANNEL_UNREADABLE: means(
    'What is at the address of the updates is no channel file.',
    'Check `update_url`; the channel file is made by `npm run image`.',
  ),
  UPDATE_DAMAGED: means(
    'The update that was downloaded is not the one that the channel file announces.',
    'Look it up again; tell who publishes it.',
  ),
  UPDATE_NOT_AS_ANNOUNCED: means(
    'The signed update is of another version than the channel file announces.',
    'Nothing was installed. Tell who publishes it.',
  ),
  UPDATE_NOT_OFFERED: means('This version is not what was looked up last.', 'Look it up again.'),
  UPDATE_OLDER: means(
    'The offered version is not known to be newer than the running one.',
    'Say `older: true` to install it all the same.',
  ),
  UPDATE_NOT_KEPT: means('The disk does not take the update.', FREE_SPACE),
  UPDATE_NO_SPACE: means('There is not enough room for the update.', FREE_SPACE),
  UPDATE_OF_ANOTHER_BOX: means('The update is for another kind of box.', 'Use the one for this box.'),
  UPDATE_REFUSED: means(
    'The file is no update, is damaged, or is not signed by who makes the system of the box.',
    'Get the file anew.',
  ),
  UPDATE_RUNS: means('An update is being received, downloaded or installed already.', 'See `GET /system/update`.'),
} as const;

export const ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  ...REQUESTS,
  ...STATE,
  ...PIN,
  ...LIBRARY,
  ...QUEUE_AND_PLAYLISTS,
  ...PLAYING,
  ...OUTPUTS,
  ...BLUETOOTH,
  ...LASTFM,
  ...LYRICS,
  ...RADIO,
  ...ALARMS,
  ...UPLOADS,
  ...BOX,
};
