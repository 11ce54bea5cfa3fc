/**
 * Settings of portable players (display, battery, buttons, voice) that rockboxd's schema has, and a box without any of that
 * does not: each is always 0, false or empty.
 */
const INTEGERS = `
beep keyclick keyclickRepeats listAccelStartDelay listAccelWait touchpadSensitivity touchpadDeadzone unplugMode
timeformat diskSpindown bufferMargin dirfilter showFilenameExt defaultCodepage carAdapterModeDelay startInScreen
ffRewindMinStep ffRewindAccel peakMeterRelease peakMeterHold peakMeterClipHold peakMeterMin peakMeterMax
skipLength maxFilesInDir volumeType batteryDisplay statusbar scrollbar scrollbarWidth listLinePadding
listSeparatorHeight listSeparatorColor listOrder scrollSpeed bidirLimit scrollDelay scrollStep autoloadbookmark
autocreatebookmark usemrb tagcacheRam autoresumeAutomatic bgColor fgColor lssColor lseColor lstColor
browserDefault recursiveDirInsert showQueueOptions albumArt playlistViewerTrackDisplay talkDir talkFile
talkMixerAmp sortDir sortFile interpretNumbers poweroff batteryCapacity batteryType usbCharging contrast
cursorStyle screenScrollStep showPathInBrowser glyphsToCache backlightTimeout backlightTimeoutPlugged
btSelectiveSoftlockActionsMask blSelectiveActionsMask backlightOnButtonHold lcdSleepAfterBacklightOff brightness
speakerMode touchMode usbKeypadMode sleeptimerDuration hotkeyWps hotkeyTree depth3D rollOff powerMode governor
`;
const BOOLEANS = `
unplugAutoresume holdLrForScrollInList cuesheet carAdapterMode peakMeterDbfs showIcons browseCurrent
scrollPaginated listWraparound autoupdatebookmark dircache tagcacheAutoupdate autoresumeEnable runtimedb
constrainNextFolder warnonEraseDynplaylist keepCurrentTrackOnReplacePlaylist showShuffledAddingOptions
playlistViewerIcons playlistViewerIndices talkMenu talkDirClip talkFileClip talkFiletype talkBatteryLevel
sortCase spdifEnable invert flipDisplay offsetOutOfView disableMainmenuScrolling captionBacklight
blFilterFirstKeypress btSelectiveSoftlockActions blSelectiveActions pitchModeSemitone pitchModeTimestretch
usbHid usbSkipFirstDrive sleeptimerOnStartup keypressRestartsSleeptimer showShutdownMessage keyclickHardware
rootMenuCustomized shortcutsReplacesQs
`;
const TEXTS = `
wpsFile sbsFile langFile playlistCatalogDir autoresumePaths tagcacheScanPaths tagcacheDbPath backdropFile
colorsFile iconFile viewersIconFile fontFile kbdFile startDirectory
`;

const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/);

const ALL: readonly (readonly [type: string, value: unknown, names: readonly string[]])[] = [
  ['Int', 0, namesIn(INTEGERS)],
  ['Boolean', false, namesIn(BOOLEANS)],
  ['String', '', namesIn(TEXTS)],
];

/** As fields of a type. */
export const PORTABLE_FIELDS = ALL.flatMap(([type, , names]) => names.map((name) => `  ${name}: ${type}!`)).join('\n');

/** By their names. */
export const PORTABLE: Readonly<Record<string, unknown>> = Object.fromEntries(
  ALL.flatMap(([, value, names]) => names.map((name) => [name, value])),
);
