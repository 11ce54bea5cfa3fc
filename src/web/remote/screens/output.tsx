/** One output: volume control, volume limit, formats; for a speaker also its battery and actions. */
import { Action, Choice, Fact, Group, Slider } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { askToConfirm } from '../parts/sheet.js';
import { Empty, Loading } from '../parts/states.js';
import { VolumeBar } from '../parts/player/volume-bar.js';
import { box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { frequencyText, percentText } from '../state/measures.js';
import {
  busyWith,
  type Device,
  devices,
  disconnect,
  forget,
  playOn,
  type Speaker,
  speakerOf,
} from '../state/outputs.js';
import { part } from '../state/player.js';
import { back } from '../state/route.js';
import type { ScreenProps } from './screen.js';

type Mode = Schemas['NewVolumeMode']['mode'];

const ABOVE = ['outputs'] as const;

export function OutputScreen({ params: { id = '' } }: ScreenProps) {
  const device = devices.value.find((each) => each.id === id);
  if (device === undefined) {
    const isKnown = part.status.value !== undefined;
    return (
      <Page title={say('outputs.title')} above={ABOVE}>
        {isKnown ? <Empty icon="speaker" text={say('outputs.gone')} /> : <Loading />}
      </Page>
    );
  }
  const speaker = speakerOf(id);
  const isBusy = busyWith.value !== undefined && [id, speaker?.address].includes(busyWith.value);
  return (
    <Page title={device.name} above={ABOVE}>
      {!device.is_current_device && (
        <div class="group-rows">
          <Action
            icon="play"
            label={say(isBusy ? 'outputs.connecting' : 'outputs.playHere')}
            busy={isBusy}
            act={() => void playOn(device)}
          />
        </div>
      )}
      <Volume device={device} />
      <Facts device={device} speaker={speaker} />
      {speaker && <SpeakerActions speaker={speaker} />}
    </Page>
  );
}

function Volume({ device }: { readonly device: Device }) {
  const { id, volume_mode: mode, mixer_control: control, is_current_device: isCurrent } = device;
  const set = (wanted: Mode, confirmed: boolean): void => {
    const body = { mode: wanted, confirmed };
    void done(box.PUT('/devices/{id}/volume-mode', { params: { path: { id } }, body }));
  };
  // The control of a network player is called the same on all of them.
  const hasName = control !== null && !device.is_cast_device;
  const hardware = hasName ? say('outputs.hardware', { control }) : say('outputs.hardwareAny');
  const question = { title: say('outputs.fixedTitle'), text: say('outputs.fixedText'), label: say('outputs.fixedDo') };
  const options: (readonly [string, string])[] = [
    ...(control !== null || mode === 'hardware' ? [['hardware', hardware] as const] : []),
    ['software', say('outputs.software')],
    ['fixed', say('outputs.fixed')],
    ...(mode === null ? [['', say('outputs.unknown')] as const] : []),
  ];
  return (
    <Group title={say('play.volume')} hint={mode === 'fixed' ? say('outputs.limitFixed') : say('outputs.limitHint')}>
      {isCurrent && mode !== 'fixed' && <VolumeBar />}
      <Choice
        isWide
        label={say('outputs.volumeBy')}
        value={mode ?? ''}
        options={options}
        set={(wanted) => {
          if (wanted === 'hardware' || wanted === 'software') set(wanted, false);
          if (wanted === 'fixed') askToConfirm(question, () => set('fixed', true));
        }}
      />
      {mode !== 'fixed' && <Limit device={device} />}
    </Group>
  );
}

function Limit({ device }: { readonly device: Device }) {
  const { id, volume_min: min, volume_max: max, volume_limit: limit } = device;
  if (min === null || max === null || min === max)
    return <Fact label={say('outputs.limit')}>{say('outputs.limitAway')}</Fact>;
  return (
    <Slider
      label={say('outputs.limit')}
      value={limit ?? max}
      {...{ min, max }}
      atEnd
      text={(level) => percentText(((level - min) / (max - min)) * 100)}
      set={(level) => {
        const body = { volume_limit: level === max ? null : level };
        void done(box.PUT('/devices/{id}/volume-limit', { params: { path: { id } }, body }));
      }}
    />
  );
}

type FactsProps = Readonly<{ device: Device; speaker: Speaker | undefined }>;

function Facts({ device: { card, limits, ip, is_cast_device: isInNetwork }, speaker }: FactsProps) {
  const yesNo = (is: boolean) => say(is ? 'state.yes' : 'state.no');
  return (
    <Group title={say('settings.about')}>
      {card !== null && <Fact label={say('outputs.card')}>{card}</Fact>}
      {speaker?.battery != null && <Fact label={say('outputs.battery')}>{percentText(speaker.battery)}</Fact>}
      {speaker?.codec != null && <Fact label={say('outputs.codec')}>{speaker.codec}</Fact>}
      {speaker && <Fact label={say('outputs.wanted')}>{yesNo(speaker.wanted)}</Fact>}
      {isInNetwork && <Fact label={say('network.address')}>{ip}</Fact>}
      {(limits !== null || !isInNetwork) && (
        <Fact label={say('outputs.formats')}>{limits?.formats.join(', ') ?? say('outputs.unknown')}</Fact>
      )}
      {limits && <Fact label={say('outputs.rates')}>{limits.rates.map(frequencyText).join(', ')}</Fact>}
      {limits && <Fact label={say('outputs.channels')}>{limits.channels.join(', ')}</Fact>}
    </Group>
  );
}

function SpeakerActions({ speaker }: { readonly speaker: Speaker }) {
  const leave = (isDone: boolean): void => {
    if (isDone) back(...ABOVE);
  };
  return (
    <div class="group-rows">
      {(speaker.connected || speaker.wanted) && (
        <Action icon="close" label={say('outputs.disconnect')} act={() => void disconnect(speaker)} />
      )}
      <Action
        danger
        label={say('outputs.forget')}
        confirm={{ title: speaker.name, text: say('outputs.forgetText'), label: say('outputs.forget') }}
        act={() => void forget(speaker).then(leave)}
      />
    </div>
  );
}
