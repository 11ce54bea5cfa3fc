/** Sound: the equaliser with its curve, tone, balance, channels, crossfeed and dither. */
import { Action, Choice, Group, numbered, Slider, Switch } from '../parts/form.js';
import { EqualiserGraph } from '../parts/equaliser-graph.js';
import { Page } from '../parts/page.js';
import { Loading } from '../parts/states.js';
import { neededPrecut } from '../sound/equaliser-curve.js';
import { say } from '../state/language.js';
import { frequencyText, gainText, percentText } from '../state/measures.js';
import { notify } from '../state/notices.js';
import { change, settings, type SettingsState } from '../state/settings.js';

/** Tenths of dB to which the sliders go; the box takes more from others. */
const MOST_GAIN = 120;
const MOST_TONE = 24;
/** `channel_config` that is acted on. */
const CHANNELS = [0, 1, 3, 4, 6] as const;
const CROSSFEEDS = [0, 1, 2] as const;

export function SoundSettingsScreen() {
  const now = settings.value;
  return (
    <Page title={say('settings.sound')} above={['more']}>
      {now === undefined ? <Loading /> : <Sound now={now} />}
    </Page>
  );
}

interface NowProps {
  readonly now: SettingsState;
}

function Sound({ now }: NowProps) {
  const decibels = (value: number) => gainText(value * 10);
  return (
    <>
      <Equaliser now={now} />
      <Group title={say('sound.tone')}>
        <Slider
          label={say('sound.bass')}
          value={now.bass}
          min={-MOST_TONE}
          max={MOST_TONE}
          text={decibels}
          set={(bass) => change({ bass })}
        />
        <Slider
          label={say('sound.treble')}
          value={now.treble}
          min={-MOST_TONE}
          max={MOST_TONE}
          text={decibels}
          set={(treble) => change({ treble })}
        />
        <Slider
          label={say('sound.balance')}
          value={now.balance}
          min={-100}
          max={100}
          text={balanceText}
          set={(balance) => change({ balance })}
        />
        <Slider
          label={say('sound.width')}
          value={now.stereo_width}
          min={0}
          max={250}
          step={5}
          text={percentText}
          set={(width) => change({ stereo_width: width })}
        />
        <Choice
          label={say('sound.channels')}
          value={String(now.channel_config)}
          options={numbered(CHANNELS, (channels) => say(`sound.channels.${channels}`))}
          set={(channels) => change({ channel_config: Number(channels) })}
        />
      </Group>
      <Group title={say('sound.headphones')} hint={say('sound.bitPerfect')}>
        <Choice
          label={say('sound.crossfeed')}
          value={String(now.crossfeed)}
          options={numbered(CROSSFEEDS, (crossfeed) => say(`sound.crossfeed.${crossfeed}`))}
          set={(crossfeed) => change({ crossfeed: Number(crossfeed) })}
        />
        <Switch
          label={say('sound.dither')}
          on={now.dithering_enabled}
          set={(on) => change({ dithering_enabled: on })}
        />
      </Group>
    </>
  );
}

function Equaliser({ now: { eq_enabled: isOn, eq_band_settings: bands, eq_precut: precut } }: NowProps) {
  const setBands = (next: typeof bands): void => change({ eq_band_settings: next });
  const flatten = (): void => {
    setBands(bands.map((band) => ({ ...band, gain: 0 })));
    notify(say('sound.flatted'), () => setBands(bands));
  };
  return (
    <Group title={say('sound.equaliser')}>
      <Switch label={say('sound.on')} on={isOn} set={(on) => change({ eq_enabled: on })} />
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
      <Slider
        label={say('sound.precut')}
        value={precut}
        min={0}
        max={240}
        step={5}
        text={(tenths) => gainText(-tenths)}
        set={(tenths) => change({ eq_precut: tenths })}
      />
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
