/** The network folder (WebDAV): a switch, its password, and the address for each kind of computer. */
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { forget, useResource } from '../state/resource.js';
import { closeSheet, openSheet } from '../state/sheets.js';
import { Action, Group, Switch } from './form.js';
import { Lines } from './list/row.js';
import { SheetField, SheetForm } from './sheet.js';

type State = Schemas['NetworkFolder'];
type Change = Schemas['NewNetworkFolder'];

const KEY = 'network-folder';

export function NetworkFolder() {
  const found = useResource(KEY, () => bodyOf(box.GET('/system/network-folder')));
  const now = found.value;
  if (now === undefined) return null;
  const set = async (change: Change): Promise<void> => {
    if (!(await done(box.PUT('/system/network-folder', { body: change })))) return;
    forget(KEY);
    found.again();
  };
  const askForPassword = (more: Change = {}): void =>
    openSheet({
      title: say('dav.setPassword'),
      body: () => <PasswordForm send={(password) => void set({ ...more, password })} />,
    });
  return (
    <Group title={say('dav.title')} hint={say('dav.hint', { name: now.folder })}>
      <Switch
        label={say('dav.on')}
        on={now.enabled}
        set={(enabled) => (enabled && !now.has_password ? askForPassword({ enabled }) : void set({ enabled }))}
      />
      {now.enabled && <Addresses state={now} />}
      {now.has_password && <Action icon="lock" label={say('dav.changePassword')} act={() => askForPassword()} />}
    </Group>
  );
}

function Addresses({ state: { port, user, trouble } }: { readonly state: State }) {
  if (port === null) return <p class="hint problem">{trouble}</p>;
  const host = `${location.hostname}:${port}`;
  const rows = [
    [say('dav.mac'), `http://${host}/`],
    [say('dav.windows'), `http://${host}/`],
    [say('dav.linux'), `dav://${host}/`],
    [say('dav.user'), user],
  ] as const;
  return (
    <>
      {rows.map(([how, value]) => (
        <div key={how} class="line field">
          <Lines title={value}>
            <span class="faint small wraps">{how}</span>
          </Lines>
        </div>
      ))}
    </>
  );
}

function PasswordForm({ send }: { readonly send: (password: string) => void }) {
  return (
    <SheetForm
      send={({ password = '' }) => {
        closeSheet();
        send(password);
      }}
    >
      <SheetField
        label={say('dav.password')}
        type="password"
        name="password"
        required
        minLength={8}
        maxLength={128}
        autocomplete="new-password"
        data-first=""
      />
      <p class="faint">{say('dav.passwordHint')}</p>
    </SheetForm>
  );
}
