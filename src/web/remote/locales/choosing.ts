/** Texts of choosing several tracks, adding them to playlists and liking them, in English and German. */
export const CHOOSING_TEXTS = {
  'select.begin': ['Select', 'Auswählen'],
  'select.count': ['{count} selected', '{count} ausgewählt'],
  'select.for': ['For “{name}”: {count}', 'Für „{name}“: {count}'],
  'select.end': ['End the selection', 'Auswahl beenden'],
  'select.actions': ['What to do with the selection', 'Was mit der Auswahl geschieht'],
  'select.add': ['Add', 'Hinzufügen'],

  'fill.title': ['Add to playlist', 'Zu Playlist hinzufügen'],
  'fill.new': ['New playlist…', 'Neue Playlist …'],
  'fill.make': ['Make the playlist', 'Playlist anlegen'],
  'fill.find': ['Find a playlist', 'Playlist suchen'],
  'fill.none': ['No playlist has this name.', 'Keine Playlist heißt so.'],
  'fill.empty': ['Empty playlist', 'Leere Playlist'],
  'fill.tracks': ['Add tracks', 'Titel hinzufügen'],
  'fill.hint': [
    'Tap the tracks that you want, in the library or in the search.',
    'Die gewünschten Titel antippen, in der Mediathek oder in der Suche.',
  ],
  'fill.done': [
    '“{name}”: {count, plural, one {# track added} other {# tracks added}}.',
    '„{name}“: {count, plural, one {# Titel hinzugefügt} other {# Titel hinzugefügt}}.',
  ],
  'library.liked': ['Liked', 'Gefällt mir'],
  'like.of': ['Like {name}', 'Gefällt mir: {name}'],
  'like.unlike': ['Unlike', 'Gefällt mir nicht mehr'],
  'like.added': ['Added to Liked: {title}', 'Zu „Gefällt mir“ hinzugefügt: {title}'],
  'like.removed': ['Removed from Liked: {title}', 'Aus „Gefällt mir“ entfernt: {title}'],
  'like.selected': ['Like the selection', 'Auswahl gefällt mir'],
  'like.albums': ['Liked albums', 'Alben, die mir gefallen'],
  'like.tracks': ['Liked tracks', 'Titel, die mir gefallen'],
  'like.noTracks': ['No liked tracks', 'Noch keine Titel, die dir gefallen'],
  'like.noAlbums': ['No liked albums', 'Noch keine Alben, die dir gefallen'],
  'like.hint': [
    'Tap the heart of a track or an album, and you will find it here.',
    'Das Herz eines Titels oder Albums antippen, dann steht es hier.',
  ],

  'fill.nothing': ['There is nothing to add.', 'Es gibt nichts hinzuzufügen.'],
} as const;
