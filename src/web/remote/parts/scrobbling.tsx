/** Whom the box tells what is listened to: ListenBrainz and Last.fm, each with its account and its server. */
import { useSignal } from '@preact/signals';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { notify } from '../state/notices.js';
import { useInterval, useResource } from '../state/resource.js';
import { change, type SettingsState } from '../state/settings.js';
import { Action, Group, TextField } from './form.js';
import { Icon } from './icon.js';
import { Lines } from './list/row.js';
import { SettingSwitch } from './settings.js';

/** Where Last.fm gives out keys. */
const KEY_PAGE = 'https://www.last.fm/api/account/create';
/** Milliseconds between two looks at what waits. */
const LOOK = 10_000;

const SERVER = { maxLength: 1024, pattern: 'https?://[^\\s?#@]+' } as const;

export function Scrobbling({ now }: { readonly now: SettingsState }) {
  const isOn = now.listenbrainz_enabled || now.lastfm_enabled;
  const found = useResource('scrobbling', isOn ? () => bodyOf(box.GET('/scrobbling')) : undefined);
  useInterval(() => isOn && found.again(), LOOK);
  return (
    <>
      <ListenBrainz now={now} state={found.value} />
      <LastFm now={now} state={found.value?.lastfm} />
    </>
  );
}

type State = Schemas['Scrobbling']['lastfm'];

/** What waits, and why; nothing while all is well. */
function Waiting({ of: state }: { readonly of: State | undefined }) {
  if (state === undefined || (state.queued === 0 && state.last_error === null)) return null;
  const facts = [
    state.state === 'refused' ? say('scrobbling.refused') : '',
    state.queued > 0 ? say('scrobbling.waiting', { count: state.queued }) : '',
    // The words of the daemon, which say more to who asks for help.
    state.last_error ?? '',
  ];
  return (
    <p class="hint" role="status">
      {facts.filter(Boolean).join(' · ')}
    </p>
  );
}

interface ServiceProps {
  readonly now: SettingsState;
  readonly state: State | undefined;
}

function ListenBrainz({
  now: { listenbrainz_url: server, listenbrainz_token_set: hasToken, ...now },
  state,
}: ServiceProps) {
  return (
    <Group title={say('box.listenbrainz')}>
      <SettingSwitch of="listenbrainz_enabled" label="box.listenbrainzOn" />
      <TextField
        label={say('box.listenbrainzToken')}
        hint={hasToken ? say('box.listenbrainzSet') : undefined}
        value=""
        isSecret
        maxLength={256}
        set={(token) => change({ listenbrainz_token_set: token !== '' }, { listenbrainz_token: token })}
      />
      <TextField
        {...SERVER}
        label={say('scrobbling.server')}
        hint={say('scrobbling.listenbrainzHint')}
        value={server}
        set={(text) => change({ listenbrainz_url: text, listenbrainz_token_set: false }, { listenbrainz_url: text })}
      />
      {now.listenbrainz_enabled && <Waiting of={state} />}
    </Group>
  );
}

function LastFm({ now, state }: ServiceProps) {
  const { lastfm_connected: isConnected, lastfm_key_set: hasKey, lastfm_user: user } = now;
  const disconnect = (): void => void done(box.DELETE('/scrobbling/lastfm'));
  return (
    <Group title={say('lastfm.title')} hint={say('lastfm.keyHint')}>
      {isConnected && <SettingSwitch of="lastfm_enabled" label="box.listenbrainzOn" />}
      {isConnected ? (
        <>
          <p class="hint strong">{user === '' ? say('lastfm.connectedOnly') : say('lastfm.connected', { user })}</p>
          <Action icon="close" label={say('lastfm.disconnect')} act={disconnect} />
        </>
      ) : (
        <Connecting hasKey={hasKey} />
      )}
      {!isConnected && <Outside href={KEY_PAGE} label={say('lastfm.getKey')} />}
      {!isConnected && <Key hasKey={hasKey} />}
      <TextField
        {...SERVER}
        label={say('scrobbling.server')}
        hint={say('lastfm.serverHint')}
        value={now.lastfm_url}
        set={(text) => change({ lastfm_url: text }, { lastfm_url: text })}
      />
      {now.lastfm_enabled && <Waiting of={state} />}
    </Group>
  );
}

function Key({ hasKey }: { readonly hasKey: boolean }) {
  return (
    <>
      <TextField
        label={say('lastfm.key')}
        hint={hasKey ? say('lastfm.keySet') : undefined}
        value=""
        isSecret
        maxLength={256}
        set={(key) => change({}, { lastfm_api_key: key })}
      />
      <TextField
        label={say('lastfm.secret')}
        value=""
        isSecret
        maxLength={256}
        set={(secret) => change({}, { lastfm_secret: secret })}
      />
    </>
  );
}

/** The way to an account: a page of the server, on which a person approves, and back. */
function Connecting({ hasKey }: { readonly hasKey: boolean }) {
  const page = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const busy = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    await done(work);
    isBusy.value = false;
  };
  const connect = () =>
    busy(async () => {
      page.value = (await bodyOf(box.POST('/scrobbling/lastfm/connect'))).url;
    });
  const finish = () =>
    busy(async () => {
      const { user } = await bodyOf(box.POST('/scrobbling/lastfm/finish'));
      page.value = undefined;
      notify(user === '' ? say('lastfm.connectedOnly') : say('lastfm.connected', { user }));
    });
  if (!hasKey) return null;
  if (page.value === undefined) {
    return <Action icon="forward" label={say('lastfm.connect')} busy={isBusy.value} act={() => void connect()} />;
  }
  return (
    <>
      <Outside href={page.value} label={say('lastfm.approve')} hint={say('lastfm.approveHint')} />
      <Action icon="check" label={say('lastfm.approved')} busy={isBusy.value} act={() => void finish()} />
    </>
  );
}

/** A page that is not the box's, in a window of its own. */
function Outside({ href, label, hint }: { readonly href: string; readonly label: string; readonly hint?: string }) {
  return (
    <a class="line field" href={href} target="_blank" rel="noopener noreferrer">
      <Lines title={label} text={hint} />
      <Icon name="forward" />
    </a>
  );
}
