/** Meanings of problem codes, in English and German. A code without an entry is shown with the text of the daemon. */
export const PROBLEM_TEXTS = {
  'problem.NO_BLUETOOTH_ADAPTER': [
    'This box has no Bluetooth. A USB adapter adds it.',
    'Diese Box hat kein Bluetooth. Ein USB-Adapter rüstet es nach.',
  ],
  'problem.BLUETOOTH_BLOCKED': [
    'Bluetooth is blocked by a switch of the system.',
    'Bluetooth ist durch einen Schalter des Systems gesperrt.',
  ],
  'problem.BLUETOOTH_OFF': [
    'Bluetooth is off, and does not let itself be switched on.',
    'Bluetooth ist aus und lässt sich nicht einschalten.',
  ],
  'problem.BLUETOOTH_NOT_RUNNING': [
    'The Bluetooth service of the box does not run. A restart may help.',
    'Der Bluetooth-Dienst der Box läuft nicht. Ein Neustart kann helfen.',
  ],
  'problem.BLUETOOTH_SILENT': [
    'Bluetooth does not answer. A restart of the box may help.',
    'Bluetooth antwortet nicht. Ein Neustart der Box kann helfen.',
  ],
  'problem.BLUETOOTH_OUT_OF_REACH': [
    'It does not answer: switch it on, bring it nearer, and disconnect it from other phones.',
    'Er antwortet nicht: einschalten, näher heranstellen und von anderen Telefonen trennen.',
  ],
  'problem.BLUETOOTH_REFUSED': [
    'The speaker refuses. Bring it into pairing mode and try again.',
    'Der Lautsprecher lehnt ab. Zum Koppeln bereit machen und noch einmal versuchen.',
  ],
  'problem.BLUETOOTH_DEVICE_GONE': ['It has vanished. Look for it again.', 'Er ist verschwunden. Noch einmal suchen.'],
  'problem.BLUETOOTH_AUDIO_SILENT': [
    'It is connected, but its sound does not become ready. Switch it off and on.',
    'Er ist verbunden, aber sein Ton kommt nicht. Aus- und wieder einschalten.',
  ],
  'problem.BLUETOOTH_NO_AUDIO': [
    'It offers nothing that could be played on.',
    'Er bietet nichts, worauf gespielt werden könnte.',
  ],
  'problem.NO_BLUETOOTH_AUDIO': [
    'The service for sound over Bluetooth does not run.',
    'Der Dienst für Ton über Bluetooth läuft nicht.',
  ],
  'problem.BLUETOOTH_BUSY': [
    'Bluetooth is busy with a device. Try again in a moment.',
    'Bluetooth ist mit einem Gerät beschäftigt. Gleich noch einmal versuchen.',
  ],
  'problem.BLUETOOTH_CANCELED': ['It was called off.', 'Es wurde abgebrochen.'],
  'problem.PAIRING_REFUSED': [
    'The pairing was refused, or the code was wrong.',
    'Die Kopplung wurde abgelehnt, oder der Code war falsch.',
  ],
  'problem.PAIRING_TIMED_OUT': [
    'Nobody answered for the pairing in time.',
    'Niemand hat rechtzeitig auf die Kopplung geantwortet.',
  ],
  'problem.PAIRING_LOST': [
    'The speaker has forgotten the pairing. Forget it here too, and pair anew.',
    'Der Lautsprecher hat die Kopplung vergessen. Auch hier vergessen und neu koppeln.',
  ],
  'problem.NO_PAIRING_PROMPT': ['The time for the answer is over.', 'Die Zeit für die Antwort ist um.'],
  'problem.UNKNOWN_BLUETOOTH_DEVICE': [
    'It is not known any more. Look for it again.',
    'Er ist nicht mehr bekannt. Noch einmal suchen.',
  ],
  'problem.PIN_REQUIRED': ['This needs the PIN of the box.', 'Dafür braucht es die PIN der Box.'],
  'problem.PIN_WRONG': ['This is not the PIN.', 'Das ist nicht die PIN.'],
  'problem.PRESENCE_NEEDED': [
    'The first PIN is set by somebody at the box: unplug it and plug it in again first.',
    'Die erste PIN setzt, wer bei der Box ist: erst den Stecker ziehen und wieder einstecken.',
  ],
  'problem.NO_SPACE': [
    'The disk of the box is full. Make room, and go on: nothing that was sent is lost.',
    'Die Platte der Box ist voll. Platz schaffen und fortfahren: nichts Gesendetes geht verloren.',
  ],
  'problem.NO_WRITABLE_ROOT': [
    'The box has no folder of music that can be written to.',
    'Die Box hat keinen Musikordner, in den geschrieben werden kann.',
  ],
  'problem.ROOT_NOT_WRITABLE': [
    'This folder of music cannot be written to.',
    'In diesen Musikordner kann nicht geschrieben werden.',
  ],
  'problem.ROOT_AWAY': ['The disk with this folder is not there.', 'Die Platte mit diesem Ordner ist nicht da.'],
  'problem.DISK_FAILED': ['The disk of the box does not take it.', 'Die Platte der Box nimmt es nicht an.'],
  'problem.TOO_MANY_UPLOADS': [
    'Too much is on its way already. Give up what waits, or try again later.',
    'Es ist schon zu viel unterwegs. Wartendes aufgeben oder später noch einmal versuchen.',
  ],
  'problem.UNKNOWN_KIND': ['Not music, a playlist or a picture', 'Weder Musik noch Playlist noch Bild'],
  'problem.EMPTY_FILE': ['The file is empty', 'Die Datei ist leer'],
  'problem.FILE_TOO_LARGE': ['Too large', 'Zu groß'],
  'problem.INVALID_NAME': ['The disk does not take this name', 'Die Platte nimmt diesen Namen nicht'],
  'problem.NOT_MUSIC': ['Damaged, or not music', 'Beschädigt oder keine Musik'],
  'problem.NOT_WHAT_IT_SAYS': ['Damaged, or not what its name says', 'Beschädigt oder nicht, was ihr Name sagt'],
  'problem.UNREADABLE': ['The phone cannot read it any more', 'Das Telefon kann sie nicht mehr lesen'],
  'problem.NO_NETWORK_TIME': [
    'The box has no program that sets its clock from the network.',
    'Die Box hat kein Programm, das ihre Uhr aus dem Netz stellt.',
  ],

  'problem.OUTPUT_MISSING': [
    'The chosen output is not there. Plug it in, or choose another one.',
    'Der gewählte Ausgang ist nicht da. Einstecken oder einen anderen wählen.',
  ],
  'problem.OUTPUT_BUSY': ['Another program uses this output.', 'Ein anderes Programm benutzt diesen Ausgang.'],
  'problem.OUTPUT_FAILED': [
    'This output does not open. Plug it in again, or choose another one.',
    'Dieser Ausgang lässt sich nicht öffnen. Neu einstecken oder einen anderen wählen.',
  ],
  'problem.OUTPUT_STALLED': [
    'This output takes no sound. Plug it in again, or choose another one.',
    'Dieser Ausgang nimmt keinen Ton. Neu einstecken oder einen anderen wählen.',
  ],
  'problem.MIXER_UNAVAILABLE': [
    'The volume of this output does not answer.',
    'Die Lautstärke dieses Ausgangs antwortet nicht.',
  ],
  'problem.VOLUME_FIXED': [
    'The volume of this output is fixed at full level.',
    'Die Lautstärke dieses Ausgangs ist fest auf vollem Pegel.',
  ],
  'problem.NOTHING_TO_PLAY': [
    'There is nothing in it that could be played now.',
    'Darin ist zurzeit nichts, was gespielt werden könnte.',
  ],
  'problem.NOTHING_TO_UNDO': ['There is nothing to undo.', 'Es gibt nichts rückgängig zu machen.'],
  'problem.QUEUE_FULL': ['The queue is full.', 'Die Warteschlange ist voll.'],
  'problem.PLAYLIST_FULL': ['The playlist is full.', 'Die Playlist ist voll.'],
  'problem.NO_PLAYLIST': ['This is no playlist that can be read.', 'Das ist keine lesbare Playlist.'],
  'problem.PLAYLIST_TOO_LARGE': ['The playlist is larger than 2 MiB.', 'Die Playlist ist größer als 2 MiB.'],
  'problem.PLAYLIST_NOT_AVAILABLE': ['The playlist is not there any more.', 'Die Playlist ist nicht mehr da.'],
  'problem.STATION_EXISTS': [
    'A station with this address is there already.',
    'Einen Sender mit dieser Adresse gibt es schon.',
  ],
  'problem.UNSUPPORTED_URL': [
    'This is not the address of a stream: it begins with http:// or https://.',
    'Das ist keine Adresse eines Streams: sie beginnt mit http:// oder https://.',
  ],
  'problem.STREAM_ADDRESS_FORBIDDEN': [
    'Streams from inside the home network are not played.',
    'Streams aus dem Heimnetz werden nicht abgespielt.',
  ],
  'problem.STATE_NOT_SAVED': [
    'Done, but it could not be saved: after a power cut it may be as before.',
    'Erledigt, ließ sich aber nicht speichern: nach einem Stromausfall kann es wie vorher sein.',
  ],
  'problem.TOO_MANY_TRIES': [
    'Too many wrong PINs. Wait a while, then try again.',
    'Zu viele falsche PINs. Etwas warten, dann noch einmal versuchen.',
  ],
  'problem.TOO_BUSY': [
    'The box is busy. Try again in a moment.',
    'Die Box ist beschäftigt. Gleich noch einmal versuchen.',
  ],
  'problem.INVALID_BACKUP': [
    'This is no backup of Tonearm, or a damaged one. Nothing was changed.',
    'Das ist keine Sicherung von Tonearm oder eine beschädigte. Nichts wurde geändert.',
  ],
  'problem.BACKUP_TOO_NEW': [
    'This backup is of a newer version. Nothing was changed.',
    'Diese Sicherung ist von einer neueren Version. Nichts wurde geändert.',
  ],
  'problem.NETWORK_TIME_ON': [
    'The network sets the clock. Switch that off first.',
    'Das Netz stellt die Uhr. Das zuerst ausschalten.',
  ],
  'problem.NO_SYSTEM_BUS': ['The system of the box does not answer.', 'Das System der Box antwortet nicht.'],
  'problem.SYSTEM_BUS_SILENT': ['The system of the box does not answer.', 'Das System der Box antwortet nicht.'],
  'problem.NO_SYSTEM_SERVICE': [
    'The system of the box has no service for this.',
    'Das System der Box hat keinen Dienst dafür.',
  ],
  'problem.SYSTEM_FORBIDS': ['The system of the box does not allow this.', 'Das System der Box erlaubt das nicht.'],
  'problem.RADIO_DIRECTORY_UNREACHABLE': [
    'The directory of stations cannot be reached now.',
    'Das Verzeichnis der Sender ist gerade nicht zu erreichen.',
  ],
  'problem.RADIO_DIRECTORY_TIMEOUT': [
    'The directory of stations does not answer in time.',
    'Das Verzeichnis der Sender antwortet nicht rechtzeitig.',
  ],
  'problem.NO_READABLE_TAGS': [
    'It has no readable tags: title, artist and album come from its path.',
    'Ohne lesbare Tags: Titel, Interpret und Album kommen aus dem Pfad.',
  ],
  'problem.NOT_AUDIO': ['It is damaged, or not music.', 'Beschädigt oder keine Musik.'],
  'problem.UNREADABLE_FILE': ['It cannot be read.', 'Nicht lesbar.'],
  'problem.UNSUPPORTED_FORMAT': ['Its format cannot be played.', 'Das Format kann nicht abgespielt werden.'],
  'problem.DECODER_FAILED': ['It cannot be decoded.', 'Lässt sich nicht dekodieren.'],
  'problem.STREAM_UNREACHABLE': ['The stream cannot be reached.', 'Der Stream ist nicht zu erreichen.'],
  'problem.STREAM_TIMEOUT': ['The stream does not answer.', 'Der Stream antwortet nicht.'],
  'problem.STREAM_REFUSED': ['The server refuses the stream.', 'Der Server verweigert den Stream.'],
} as const;
