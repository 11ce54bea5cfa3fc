/** Texts of choosing several tracks and adding them to playlists, in English and German. */
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
  'fill.nothing': ['There is nothing to add.', 'Es gibt nichts hinzuzufügen.'],
} as const;
