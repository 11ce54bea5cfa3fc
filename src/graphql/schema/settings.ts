/** The settings, and the commands that set a part of the sound. */
import { toGraphql, toRest } from '../names.js';
import { call, type GraphqlRequest, type SchemaPart } from '../request.js';
import { PORTABLE, PORTABLE_FIELDS } from './portable.js';

const EFFECTS = `
type ReplaygainSettings {
  noclip: Boolean!
  """0 track, 1 album, 2 track while shuffling and album otherwise, 3 off."""
  type: Int!
  """In tenths of dB."""
  preamp: Int!
}

input ReplaygainSettingsInput {
  noclip: Boolean!
  type: Int!
  preamp: Int!
}

type CompressorSettings {
  threshold: Int!
  makeupGain: Int!
  ratio: Int!
  knee: Int!
  releaseTime: Int!
  attackTime: Int!
}

input CompressorSettingsInput {
  threshold: Int!
  makeupGain: Int!
  ratio: Int!
  knee: Int!
  releaseTime: Int!
  attackTime: Int!
}

"""Hz, tenths, and tenths of dB."""
type EqBandSetting {
  cutoff: Int!
  q: Int!
  gain: Int!
}

input EqBandSettingInput {
  cutoff: Int!
  q: Int!
  gain: Int!
}
`;

const SETTINGS_TYPE = `
"""As GET /settings has them. What a portable player has beyond that is always 0, false or empty."""
type UserSettings {
  musicDir: String!
  volume: Int!
  balance: Int!
  bass: Int!
  treble: Int!
  channelConfig: Int!
  stereoWidth: Int!
  bassCutoff: Int!
  trebleCutoff: Int!
  crossfade: Int!
  crossfadeFadeInDelay: Int!
  crossfadeFadeOutDelay: Int!
  crossfadeFadeInDuration: Int!
  crossfadeFadeOutDuration: Int!
  crossfadeFadeOutMixmode: Int!
  replaygainSettings: ReplaygainSettings!
  crossfeed: Int!
  crossfeedDirectGain: Int!
  crossfeedCrossGain: Int!
  crossfeedHfAttenuation: Int!
  crossfeedHfCutoff: Int!
  eqEnabled: Boolean!
  eqPrecut: Int!
  eqBandSettings: [EqBandSetting!]!
  ditheringEnabled: Boolean!
  timestretchEnabled: Boolean!
  pauseRewind: Int!
  playSelected: Boolean!
  singleMode: Int!
  partyMode: Boolean!
  maxFilesInPlaylist: Int!
  repeatMode: Int!
  nextFolder: Int!
  fadeOnStop: Boolean!
  playlistShuffle: Boolean!
  rewindAcrossTracks: Boolean!
  preventSkip: Boolean!
  playerName: String!
  compressorSettings: CompressorSettings!
  resumeRewind: Int!
  playFrequency: Int!
  volumeLimit: Int!
  volumeAdjustMode: Int!
  volumeAdjustNormSteps: Int!
  surroundEnabled: Int!
  surroundBalance: Int!
  surroundFx1: Int!
  surroundFx2: Int!
  surroundMethod2: Boolean!
  surroundMix: Int!
  pbe: Int!
  pbePrecut: Int!
  afrEnabled: Int!
  stereoswMode: Int!
  """Null: there is no such stream."""
  cmafHttpPort: Int
  """As crossfade. This and the next two are additions, for rockboxd's TypeScript SDK asks for them."""
  crossfadeEnabled: Int!
  crossfeedEnabled: Boolean!
  shuffle: Boolean!
${PORTABLE_FIELDS}
}

"""What is left out stays as it is. What this box does not do is refused, and nothing is changed then."""
input NewGlobalSettings {
  musicDir: String
  playlistShuffle: Boolean
  repeatMode: Int
  bass: Int
  treble: Int
  bassCutoff: Int
  trebleCutoff: Int
  crossfade: Int
  fadeOnStop: Boolean
  fadeInDelay: Int
  fadeInDuration: Int
  fadeOutDelay: Int
  fadeOutDuration: Int
  fadeOutMixmode: Int
  balance: Int
  stereoWidth: Int
  stereoswMode: Int
  surroundEnabled: Int
  surroundBalance: Int
  surroundFx1: Int
  surroundFx2: Int
  surroundMix: Int
  surroundMethod2: Boolean
  partyMode: Boolean
  channelConfig: Int
  playerName: String
  eqEnabled: Boolean
  eqBandSettings: [EqBandSettingInput!]
  replaygainSettings: ReplaygainSettingsInput
  compressorSettings: CompressorSettingsInput
  eqPrecut: Int
  ditheringEnabled: Boolean
  crossfeed: Int
  crossfeedDirectGain: Int
  crossfeedCrossGain: Int
  crossfeedHfAttenuation: Int
  crossfeedHfCutoff: Int
  afrEnabled: Int
  pbe: Int
  pbePrecut: Int
}
`;

const COMMANDS = `
type Query {
  globalSettings: UserSettings!
}

type Mutation {
  saveSettings(settings: NewGlobalSettings!): Boolean!
  setEq(enabled: Boolean, precut: Int, bands: [EqBandSettingInput!]): Boolean!
  setCrossfeed(type: Int, directGain: Int, crossGain: Int, hfAttenuation: Int, hfCutoff: Int): Boolean!
  setDithering(enabled: Boolean!): Boolean!
  """There is no fatigue reduction: only 0 is taken."""
  setAfr(mode: Int!): Boolean!
  """There is no bass enhancement: only 0 is taken."""
  setPbe(mode: Int, precut: Int): Boolean!
}
`;

/** A command whose arguments are the members of its body. */
const command = (operationId: string) => async (args: object, request: GraphqlRequest) => {
  await call(request, operationId, { body: toRest(args) });
  return true;
};

interface Reported {
  readonly crossfade: number;
  readonly crossfeed: number;
  readonly playlistShuffle: boolean;
}

export const SETTINGS: SchemaPart = {
  text: EFFECTS + SETTINGS_TYPE + COMMANDS,
  Query: {
    async globalSettings(_, request) {
      const known = toGraphql(await call(request, 'getSettings')) as Reported;
      const additions = {
        crossfadeEnabled: known.crossfade,
        crossfeedEnabled: known.crossfeed > 0,
        shuffle: known.playlistShuffle,
      };
      return { ...PORTABLE, ...known, ...additions, cmafHttpPort: null };
    },
  },
  Mutation: {
    async saveSettings({ settings }: { settings: object }, request) {
      await call(request, 'updateSettings', { body: toRest(settings) });
      return true;
    },
    setEq: command('setEqualiser'),
    setCrossfeed: command('setCrossfeed'),
    setDithering: command('setDithering'),
    setAfr: command('setAfr'),
    setPbe: command('setPbe'),
  },
};
