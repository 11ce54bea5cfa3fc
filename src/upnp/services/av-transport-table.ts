/** Variables and actions of AVTransport:1. Recording is left out. Source: AVTransport:1 service template. */
import type { ServiceTable, Variable } from './service.js';

const STRING = { type: 'string' } as const satisfies Variable;
const COUNT = { type: 'ui4' } as const satisfies Variable;
const COUNTER = { type: 'i4' } as const satisfies Variable;
const INSTANCE = ['InstanceID', 'A_ARG_TYPE_InstanceID'] as const;
const PLAIN = { in: [INSTANCE] } as const;

export const AV_TRANSPORT: ServiceTable = {
  name: 'AVTransport',
  badInstance: 718,
  variables: {
    TransportState: {
      type: 'string',
      allowed: ['STOPPED', 'PLAYING', 'TRANSITIONING', 'PAUSED_PLAYBACK', 'NO_MEDIA_PRESENT'],
    },
    TransportStatus: { type: 'string', allowed: ['OK', 'ERROR_OCCURRED'] },
    PlaybackStorageMedium: { type: 'string', allowed: ['NONE', 'NETWORK'] },
    RecordStorageMedium: { type: 'string', allowed: ['NOT_IMPLEMENTED'] },
    PossiblePlaybackStorageMedia: STRING,
    PossibleRecordStorageMedia: STRING,
    CurrentPlayMode: { type: 'string', allowed: ['NORMAL'], refusal: 712 },
    TransportPlaySpeed: { type: 'string', allowed: ['1'], refusal: 717 },
    RecordMediumWriteStatus: { type: 'string', allowed: ['NOT_IMPLEMENTED'] },
    CurrentRecordQualityMode: { type: 'string', allowed: ['NOT_IMPLEMENTED'] },
    PossibleRecordQualityModes: STRING,
    NumberOfTracks: { type: 'ui4', range: [0, 1] },
    CurrentTrack: { type: 'ui4', range: [0, 1] },
    CurrentTrackDuration: STRING,
    CurrentMediaDuration: STRING,
    CurrentTrackMetaData: STRING,
    CurrentTrackURI: STRING,
    AVTransportURI: STRING,
    AVTransportURIMetaData: STRING,
    NextAVTransportURI: STRING,
    NextAVTransportURIMetaData: STRING,
    RelativeTimePosition: STRING,
    AbsoluteTimePosition: STRING,
    RelativeCounterPosition: COUNTER,
    AbsoluteCounterPosition: COUNTER,
    CurrentTransportActions: STRING,
    LastChange: { type: 'string', isEvented: true },
    A_ARG_TYPE_SeekMode: { type: 'string', allowed: ['TRACK_NR', 'REL_TIME', 'ABS_TIME'], refusal: 710 },
    A_ARG_TYPE_SeekTarget: STRING,
    A_ARG_TYPE_InstanceID: COUNT,
  },
  actions: {
    SetAVTransportURI: {
      in: [INSTANCE, ['CurrentURI', 'AVTransportURI'], ['CurrentURIMetaData', 'AVTransportURIMetaData']],
    },
    SetNextAVTransportURI: {
      in: [INSTANCE, ['NextURI', 'NextAVTransportURI'], ['NextURIMetaData', 'NextAVTransportURIMetaData']],
    },
    GetMediaInfo: {
      in: [INSTANCE],
      out: [
        ['NrTracks', 'NumberOfTracks'],
        ['MediaDuration', 'CurrentMediaDuration'],
        ['CurrentURI', 'AVTransportURI'],
        ['CurrentURIMetaData', 'AVTransportURIMetaData'],
        ['NextURI', 'NextAVTransportURI'],
        ['NextURIMetaData', 'NextAVTransportURIMetaData'],
        ['PlayMedium', 'PlaybackStorageMedium'],
        ['RecordMedium', 'RecordStorageMedium'],
        ['WriteStatus', 'RecordMediumWriteStatus'],
      ],
    },
    GetTransportInfo: {
      in: [INSTANCE],
      out: [
        ['CurrentTransportState', 'TransportState'],
        ['CurrentTransportStatus', 'TransportStatus'],
        ['CurrentSpeed', 'TransportPlaySpeed'],
      ],
    },
    GetPositionInfo: {
      in: [INSTANCE],
      out: [
        ['Track', 'CurrentTrack'],
        ['TrackDuration', 'CurrentTrackDuration'],
        ['TrackMetaData', 'CurrentTrackMetaData'],
        ['TrackURI', 'CurrentTrackURI'],
        ['RelTime', 'RelativeTimePosition'],
        ['AbsTime', 'AbsoluteTimePosition'],
        ['RelCount', 'RelativeCounterPosition'],
        ['AbsCount', 'AbsoluteCounterPosition'],
      ],
    },
    GetDeviceCapabilities: {
      in: [INSTANCE],
      out: [
        ['PlayMedia', 'PossiblePlaybackStorageMedia'],
        ['RecMedia', 'PossibleRecordStorageMedia'],
        ['RecQualityModes', 'PossibleRecordQualityModes'],
      ],
    },
    GetTransportSettings: {
      in: [INSTANCE],
      out: [
        ['PlayMode', 'CurrentPlayMode'],
        ['RecQualityMode', 'CurrentRecordQualityMode'],
      ],
    },
    GetCurrentTransportActions: { in: [INSTANCE], out: [['Actions', 'CurrentTransportActions']] },
    Play: { in: [INSTANCE, ['Speed', 'TransportPlaySpeed']] },
    Stop: PLAIN,
    Pause: PLAIN,
    Next: PLAIN,
    Previous: PLAIN,
    Seek: { in: [INSTANCE, ['Unit', 'A_ARG_TYPE_SeekMode'], ['Target', 'A_ARG_TYPE_SeekTarget']] },
    SetPlayMode: { in: [INSTANCE, ['NewPlayMode', 'CurrentPlayMode']] },
  },
};
