/** Home Assistant by MQTT: a row with the state, and a sheet with the broker, its user and a switch. */
import { useSignal } from '@preact/signals';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { type Resource, useInterval, useResource } from '../state/resource.js';
import { type NewSettings, settings, type SettingsState } from '../state/settings.js';
import { openSheet } from '../state/sheets.js';
import { Action, Group } from './form.js';
import { SheetField, SheetForm } from './sheet.js';
import { Loading } from './states.js';

type State = Schemas['Mqtt'];

/** Milliseconds between two looks: on the screen, and in the sheet, where somebody waits for it. */
const LOOK = 10_000;
const CLOSE_LOOK = 1000;

export function HomeAssistant({ now }: { readonly now: SettingsState }) {
  const found = useMqtt(now.mqtt_enabled, LOOK);
  const hint = found.value && textOf(found.value, now.mqtt_enabled);
  return (
    <Group title={say('mqtt.title')} hint={say('mqtt.hint')}>
      <Action icon="box" label={say('mqtt.open')} hint={hint} act={openMqtt} />
    </Group>
  );
}

function openMqtt(): void {
  openSheet({ title: say('mqtt.title'), body: () => <MqttSheet /> });
}

/** The state, fetched again and again while it is on. */
function useMqtt(isOn: boolean, pause: number): Resource<State> {
  const found = useResource('mqtt', () => bodyOf(box.GET('/system/mqtt')), String(isOn));
  useInterval(() => isOn && !document.hidden && found.again(), pause);
  return found;
}

/** @param isOn as the settings have it, which may be newer than the state */
function textOf({ state, trouble }: State, isOn: boolean): string {
  if (!isOn) return say('mqtt.state.off');
  const known = state === 'off' ? 'connecting' : state;
  const reason = trouble === null ? [] : [say(`mqtt.trouble.${trouble}`)];
  return [say(`mqtt.state.${known}`), ...reason].join(' ');
}

function MqttSheet() {
  const now = settings.value;
  const found = useMqtt(now?.mqtt_enabled === true, CLOSE_LOOK);
  const isBusy = useSignal(false);
  if (now === undefined) return <Loading />;
  const put = async (body: NewSettings): Promise<void> => {
    isBusy.value = true;
    if (await done(box.PUT('/settings', { body }))) found.again();
    isBusy.value = false;
  };
  const connect = ({ url = '', username = '', password = '', prefix = '' }): void => {
    // An empty field leaves the saved password as it is, unless there is no user any more.
    const isPasswordSent = password !== '' || username === '';
    void put({
      ...{ mqtt_enabled: true, mqtt_url: url, mqtt_username: username, mqtt_discovery_prefix: prefix },
      ...(isPasswordSent && { mqtt_password: password }),
    });
  };
  const plain = { autocapitalize: 'off', spellcheck: false, dir: 'auto' } as const;
  return (
    <>
      <p class="strong" role="status">
        {found.value && textOf(found.value, now.mqtt_enabled)}
      </p>
      {now.mqtt_enabled && (
        <Action
          icon="close"
          label={say('mqtt.disconnect')}
          busy={isBusy.value}
          act={() => void put({ mqtt_enabled: false })}
        />
      )}
      <SheetForm label={say('mqtt.connect')} busy={isBusy.value} send={connect}>
        <p class="faint">{say('mqtt.formHint')}</p>
        <SheetField
          {...plain}
          label={say('mqtt.address')}
          type="text"
          name="url"
          defaultValue={now.mqtt_url}
          placeholder="homeassistant.local"
          inputMode="url"
          required
          maxLength={300}
          pattern="\s*(mqtts?://)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._\-]+)(:[0-9]+)?/?\s*"
          data-first={now.mqtt_url === '' ? '' : undefined}
        />
        <SheetField
          {...plain}
          label={say('mqtt.user')}
          type="text"
          name="username"
          defaultValue={now.mqtt_username}
          maxLength={256}
        />
        <SheetField
          label={say('mqtt.password')}
          type="password"
          name="password"
          maxLength={256}
          autocomplete="new-password"
          placeholder={now.mqtt_password_set ? say('mqtt.passwordSet') : undefined}
        />
        <SheetField
          {...plain}
          label={say('mqtt.prefix')}
          type="text"
          name="prefix"
          defaultValue={now.mqtt_discovery_prefix}
          placeholder="homeassistant"
          maxLength={100}
          pattern="\s*([A-Za-z0-9_\-]+(/[A-Za-z0-9_\-]+)*)?\s*"
        />
      </SheetForm>
    </>
  );
}
