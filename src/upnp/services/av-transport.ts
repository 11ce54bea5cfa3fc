/** AVTransport:1: what a controller sends, and how it is played. Source: AVTransport:1 service template, sections 2.2, 2.4. */
import type { Renderer } from '../renderer.js';
import { UpnpError } from '../upnp-error.js';
import { milliseconds } from '../../units.js';
import { readTime, timeText } from '../../upnp-wire/time.js';
import { AV_TRANSPORT } from './av-transport-table.js';
import type { Service } from './service.js';

const NOT_IMPLEMENTED = 'NOT_IMPLEMENTED';
/** Counters that there are not, as the specification writes them. */
const NO_COUNTER = String(2 ** 31 - 1);

/** Actions that would be obeyed now, comma-separated. */
function actionsNow(renderer: Renderer): string {
  const { isSeekable } = renderer.played();
  const moves = [...(isSeekable ? ['Seek'] : []), ...(renderer.next === undefined ? [] : ['Next']), 'Previous'];
  switch (renderer.state) {
    case 'NO_MEDIA_PRESENT':
      return '';
    case 'STOPPED':
      return 'Play';
    case 'PAUSED_PLAYBACK':
      return ['Play', 'Stop', ...moves].join(',');
    case 'TRANSITIONING':
    case 'PLAYING':
      // To play what plays is no mistake, and some controllers send a new address only where they may play.
      return ['Play', 'Pause', 'Stop', ...moves].join(',');
  }
}

function stateOf(renderer: Renderer) {
  const { media, next, state, hasFailed } = renderer;
  const count = media === undefined ? '0' : '1';
  const length = timeText(renderer.played().length);
  return {
    TransportState: state,
    TransportStatus: hasFailed ? 'ERROR_OCCURRED' : 'OK',
    TransportPlaySpeed: '1',
    CurrentPlayMode: 'NORMAL',
    CurrentTransportActions: actionsNow(renderer),
    NumberOfTracks: count,
    CurrentTrack: count,
    CurrentTrackURI: media?.uri ?? '',
    CurrentTrackMetaData: media?.didl ?? '',
    CurrentTrackDuration: length,
    CurrentMediaDuration: length,
    AVTransportURI: media?.uri ?? '',
    AVTransportURIMetaData: media?.didl ?? '',
    NextAVTransportURI: next?.uri ?? '',
    NextAVTransportURIMetaData: next?.didl ?? '',
    PlaybackStorageMedium: media === undefined ? 'NONE' : 'NETWORK',
    PossiblePlaybackStorageMedia: 'NETWORK',
    RecordStorageMedium: NOT_IMPLEMENTED,
    PossibleRecordStorageMedia: NOT_IMPLEMENTED,
    RecordMediumWriteStatus: NOT_IMPLEMENTED,
    CurrentRecordQualityMode: NOT_IMPLEMENTED,
    PossibleRecordQualityModes: NOT_IMPLEMENTED,
  };
}

async function seek(renderer: Renderer, unit: string, target: string): Promise<void> {
  if (unit === 'TRACK_NR') {
    if (renderer.media === undefined || target.trim() !== '1') throw new UpnpError(711, 'there is track 1 only');
    return renderer.seek(milliseconds(0));
  }
  const time = readTime(target);
  if (time === undefined) throw new UpnpError(711, 'a time is H:MM:SS');
  return renderer.seek(time);
}

export function avTransport(renderer: Renderer): Service {
  const state = () => stateOf(renderer);
  const obey = async (done: Promise<void>): Promise<undefined> => {
    await done;
    return undefined;
  };
  return {
    table: AV_TRANSPORT,
    lastChange: 'urn:schemas-upnp-org:metadata-1-0/AVT/',
    state,
    actions: {
      SetAVTransportURI: ({ CurrentURI = '', CurrentURIMetaData = '' }) =>
        obey(renderer.set(CurrentURI.trim(), CurrentURIMetaData)),
      SetNextAVTransportURI: ({ NextURI = '', NextURIMetaData = '' }) =>
        obey(renderer.setNext(NextURI.trim(), NextURIMetaData)),
      GetMediaInfo() {
        const now = state();
        return {
          NrTracks: now.NumberOfTracks,
          MediaDuration: now.CurrentMediaDuration,
          CurrentURI: now.AVTransportURI,
          CurrentURIMetaData: now.AVTransportURIMetaData,
          NextURI: now.NextAVTransportURI,
          NextURIMetaData: now.NextAVTransportURIMetaData,
          PlayMedium: now.PlaybackStorageMedium,
          RecordMedium: NOT_IMPLEMENTED,
          WriteStatus: NOT_IMPLEMENTED,
        };
      },
      GetTransportInfo() {
        const { TransportState, TransportStatus } = state();
        return { CurrentTransportState: TransportState, CurrentTransportStatus: TransportStatus, CurrentSpeed: '1' };
      },
      GetPositionInfo() {
        const now = state();
        const time = timeText(renderer.played().elapsed);
        return {
          Track: now.CurrentTrack,
          TrackDuration: now.CurrentTrackDuration,
          TrackMetaData: now.CurrentTrackMetaData,
          TrackURI: now.CurrentTrackURI,
          RelTime: time,
          AbsTime: time,
          RelCount: NO_COUNTER,
          AbsCount: NO_COUNTER,
        };
      },
      GetDeviceCapabilities: () => ({
        PlayMedia: 'NETWORK',
        RecMedia: NOT_IMPLEMENTED,
        RecQualityModes: NOT_IMPLEMENTED,
      }),
      GetTransportSettings: () => ({ PlayMode: 'NORMAL', RecQualityMode: NOT_IMPLEMENTED }),
      GetCurrentTransportActions: () => ({ Actions: actionsNow(renderer) }),
      Play: () => obey(renderer.play()),
      Pause: () => obey(renderer.pause()),
      Stop: () => obey(renderer.stop()),
      Next: () => obey(renderer.skip()),
      Previous: () => obey(renderer.seek(milliseconds(0))),
      Seek: ({ Unit = '', Target = '' }) => obey(seek(renderer, Unit, Target)),
      SetPlayMode: () => undefined,
    },
  };
}
