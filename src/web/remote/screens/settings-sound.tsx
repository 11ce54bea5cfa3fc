/** Settings of the sound: equaliser, tone, balance, channels, crossfeed, dither. */
import { Action, Group, Slider } from '../parts/form.js';
import { EqualiserGraph } from '../parts/equaliser-graph.js';
import { SettingChoice, SettingSlider, SettingsPage, SettingSwitch } from '../parts/settings.js';
import { neededPrecut } from '../sound/equaliser-curve.js';
import { say } from '../state/language.js';
import { frequencyText, gainText, percentText } from '../state/measures.js';
import { notify } from '../state/notices.js';
import { change, type SettingsState } from '../state/settings.js';

/** Range of the sliders in tenths of dB; the daemon takes more. */
const MOST_GAIN = 120;
/** dB. */
const MOST_TONE = 24;

export function SoundSettingsScreen() {
  const decibels = (value: number) => gainText(value * 10);
  return (
    <SettingsPage title={say('settings.sound')}>
      {(now) => (
        <>
          <Equaliser now={now} />
          <Group title={say('sound.tone')}>
            <SettingSlider of="bass" label="sound.bass" range={[-MOST_TONE, MOST_TONE]} text={decibels} />
            <SettingSlider of="treble" label="sound.treble" range={[-MOST_TONE, MOST_TONE]} text={decibels} />
            <SettingSlider of="balance" label="sound.balance" range={[-100, 100]} text={balanceText} />
            <SettingSlider of="stereo_width" label="sound.width" range={[0, 250, 5]} text={percentText} />
            <SettingChoice of="channel_config" label="sound.channels" values={['0', '1', '3', '4', '6']} />
          </Group>
          <Group title={say('sound.headphones')} hint={say('sound.bitPerfect')}>
            <SettingChoice of="crossfeed" label="sound.crossfeed" values={['0', '1', '2']} />
            <SettingSwitch of="dithering_enabled" label="sound.dither" />
          </Group>
        </>
      )}
    </SettingsPage>
  );
}

function Equaliser({ now }: { readonly now: SettingsState }) {
  const { eq_enabled: isOn, eq_band_settings: bands, eq_precut: precut } = now;
  const setBands = (next: typeof bands): void => change({ eq_band_settings: next });
  const flatten = (): void => {
    setBands(bands.map((band) => ({ ...band, gain: 0 })));
    notify(say('sound.flatted'), () => setBands(bands));
  };
  return (
    <Group title={say('sound.equaliser')}>
      <SettingSwitch of="eq_enabled" label="sound.on" />
      <EqualiserGraph {...{ bands, precut, isOn }} />
      {bands.map((band, at) => (
        <Slider
          key={at}
          label={frequencyText(band.cutoff)}
          value={band.gain}
          min={-Math.max(MOST_GAIN, -band.gain)}
          max={Math.max(MOST_GAIN, band.gain)}
          step={5}
          text={gainText}
          set={(gain) => setBands(bands.map((each, index) => (index === at ? { ...each, gain } : each)))}
        />
      ))}
      <SettingSlider of="eq_precut" label="sound.precut" range={[0, 240, 5]} text={(tenths) => gainText(-tenths)} />
      <Action
        icon="smart"
        label={say('sound.precutAuto')}
        hint={gainText(-neededPrecut(bands))}
        act={() => change({ eq_precut: neededPrecut(bands) })}
      />
      <Action icon="refresh" label={say('sound.flat')} act={flatten} />
    </Group>
  );
}

function balanceText(balance: number): string {
  if (balance === 0) return say('sound.middle');
  return say(balance < 0 ? 'sound.left' : 'sound.right', { percent: Math.abs(balance) });
}
