/** Playback: how it starts, in which order it goes on, how tracks follow each other, and how loud they are. */
import { Choice, Group, numbered, Slider, Switch } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { Loading } from '../parts/states.js';
import { say } from '../state/language.js';
import { gainText } from '../state/measures.js';
import { change, settings, type SettingsState } from '../state/settings.js';

const REPEATS = [0, 1, 2, 3, 4] as const;
const SINGLES = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const CROSSFADES = [0, 1, 2, 3, 4, 5] as const;
const GAINS = [3, 0, 1, 2] as const;
/** Tenths of dB. */
const MOST_PREAMP = 120;

export function PlaybackSettingsScreen() {
  const now = settings.value;
  return (
    <Page title={say('settings.playback')} above={['more']}>
      {now === undefined ? <Loading /> : <Playback now={now} />}
    </Page>
  );
}

function Playback({ now }: { readonly now: SettingsState }) {
  const gain = now.replaygain_settings;
  const setGain = (members: Partial<typeof gain>): void => change({ replaygain_settings: { ...gain, ...members } });
  const seconds = (count: number) => say('playback.seconds', { count });
  return (
    <>
      <Group title={say('playback.start')} hint={say('playback.resumeHint')}>
        <Switch label={say('playback.resume')} on={now.resume_on_start} set={(on) => change({ resume_on_start: on })} />
      </Group>
      <Group title={say('playback.order')}>
        <Switch label={say('play.shuffle')} on={now.playlist_shuffle} set={(on) => change({ playlist_shuffle: on })} />
        <Choice
          label={say('playback.repeat')}
          value={String(now.repeat_mode)}
          options={numbered(REPEATS, (mode) => say(`play.repeat.${mode}`))}
          set={(mode) => change({ repeat_mode: Number(mode) })}
        />
        <Choice
          label={say('playback.single')}
          value={String(now.single_mode)}
          options={numbered(SINGLES, (mode) => say(`playback.single.${mode}`))}
          set={(mode) => change({ single_mode: Number(mode) })}
        />
      </Group>
      <Group title={say('playback.crossfade')}>
        <Choice
          label={say('playback.crossfade')}
          value={String(now.crossfade)}
          options={numbered(CROSSFADES, (when) => say(`playback.crossfade.${when}`))}
          set={(when) => change({ crossfade: Number(when) })}
        />
        {now.crossfade !== 0 && (
          <>
            <Slider
              label={say('playback.fadeIn')}
              value={now.crossfade_fade_in_duration}
              min={0}
              max={15}
              text={seconds}
              set={(value) => change({ crossfade_fade_in_duration: value })}
            />
            <Slider
              label={say('playback.fadeOut')}
              value={now.crossfade_fade_out_duration}
              min={0}
              max={15}
              text={seconds}
              set={(value) => change({ crossfade_fade_out_duration: value })}
            />
          </>
        )}
        <Switch label={say('playback.fadeOnStop')} on={now.fade_on_stop} set={(on) => change({ fade_on_stop: on })} />
      </Group>
      <Group title={say('playback.loudness')}>
        <Choice
          label={say('playback.gain')}
          value={String(gain.type)}
          options={numbered(GAINS, (type) => say(`playback.gain.${type}`))}
          set={(type) => setGain({ type: Number(type) })}
        />
        {gain.type !== 3 && (
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
