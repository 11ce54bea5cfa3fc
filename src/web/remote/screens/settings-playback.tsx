/** Settings of playback: start, repeat and shuffle, crossfade, ReplayGain. */
import { Choice, Group, Slider, Switch } from '../parts/form.js';
import { SettingChoice, SettingSlider, SettingsPage, SettingSwitch } from '../parts/settings.js';
import { say, texts } from '../state/language.js';
import { gainText } from '../state/measures.js';
import { change, type SettingsState } from '../state/settings.js';

/** Tenths of dB. */
const MOST_PREAMP = 120;
/** `type` of ReplayGain that is off. */
const GAIN_OFF = 3;

export function PlaybackSettingsScreen() {
  return <SettingsPage title={say('settings.playback')}>{(now) => <Playback now={now} />}</SettingsPage>;
}

function Playback({ now }: { readonly now: SettingsState }) {
  const gain = now.replaygain_settings;
  const setGain = (members: Partial<typeof gain>): void => change({ replaygain_settings: { ...gain, ...members } });
  const seconds = (count: number) => say('playback.seconds', { count });
  return (
    <>
      <Group title={say('playback.start')} hint={say('playback.resumeHint')}>
        <SettingSwitch of="resume_on_start" label="playback.resume" />
      </Group>
      <Group title={say('playback.order')}>
        <SettingSwitch of="playlist_shuffle" label="play.shuffle" />
        <SettingChoice of="repeat_mode" label="playback.repeat" values={['0', '1', '2', '3', '4']} />
        <SettingChoice of="single_mode" label="playback.single" values={['0', '1', '2', '3', '4', '5', '6', '7']} />
      </Group>
      <Group title={say('playback.crossfade')}>
        <SettingChoice of="crossfade" label="playback.crossfade" values={['0', '1', '2', '3', '4', '5']} />
        {now.crossfade !== 0 && (
          <>
            <SettingSlider of="crossfade_fade_in_duration" label="playback.fadeIn" range={[0, 15]} text={seconds} />
            <SettingSlider of="crossfade_fade_out_duration" label="playback.fadeOut" range={[0, 15]} text={seconds} />
          </>
        )}
        <SettingSwitch of="fade_on_stop" label="playback.fadeOnStop" />
      </Group>
      <Group title={say('playback.loudness')}>
        <Choice
          label={say('playback.gain')}
          value={String(gain.type)}
          options={texts('playback.gain', ['3', '0', '1', '2'])}
          set={(type) => setGain({ type: Number(type) })}
        />
        {gain.type !== GAIN_OFF && (
          <Slider
            label={say('playback.preamp')}
            value={gain.preamp}
            min={-MOST_PREAMP}
            max={MOST_PREAMP}
            step={5}
            text={gainText}
            set={(preamp) => setGain({ preamp })}
          />
        )}
        <Switch label={say('playback.noclip')} on={gain.noclip} set={(noclip) => setGain({ noclip })} />
      </Group>
    </>
  );
}
