/** The forms that add a network share, and that change its user and password. */
import { useState } from 'preact/hooks';
import { reasonOf } from '../../state/box.js';
import { say } from '../../state/language.js';
import { addressIn } from '../../state/network/share-address.js';
import {
  addShare,
  changeLogin,
  type Login,
  type NewShare,
  type Share,
  type ShareKind,
  testShare,
} from '../../state/network/shares.js';
import { Options } from '../form.js';
import { SheetField, SheetForm } from '../sheet.js';

type Texts = Readonly<Record<string, string>>;

const LONGEST = 128;
const plainField = { autocapitalize: 'off', spellcheck: false, dir: 'auto' } as const;

/** What is known of the share before somebody types. */
export interface Preset {
  readonly kind: ShareKind;
  readonly server: string;
  readonly port: number | null;
  readonly path: string | null;
}

interface ShareFormProps {
  /** Undefined: everything is typed. */
  readonly preset: Preset | undefined;
  readonly added: (share: Share) => void;
}

export function ShareForm({ preset, added }: ShareFormProps) {
  const [kind, setKind] = useState<ShareKind>(preset?.kind ?? 'smb');
  const [busy, setBusy] = useState<'add' | 'test'>();
  const [said, setSaid] = useState<{ readonly text: string; readonly isProblem: boolean }>();
  const isSmb = kind === 'smb';

  const act = async (what: 'add' | 'test', texts: Texts): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(what);
    setSaid(undefined);
    try {
      const share = shareIn(texts, kind, preset);
      if (what === 'add') added(await addShare(share));
      else {
        await testShare(share);
        setSaid({ text: say('shares.works'), isProblem: false });
      }
    } catch (error) {
      setSaid({ text: reasonOf(error), isProblem: true });
    }
    setBusy(undefined);
  };

  return (
    <SheetForm
      label={say(busy === 'add' ? 'shares.adding' : 'shares.add')}
      busy={busy !== undefined}
      send={(texts) => void act('add', texts)}
      after={
        <button
          type="button"
          class="text-button"
          onClick={({ currentTarget: { form } }) => {
            if (form?.reportValidity() === true) void act('test', textsOf(form));
          }}
        >
          {say(busy === 'test' ? 'shares.testing' : 'shares.test')}
        </button>
      }
    >
      {said !== undefined && (
        <p class={said.isProblem ? 'problem' : undefined} role={said.isProblem ? 'alert' : 'status'}>
          {said.text}
        </p>
      )}
      {preset === undefined && (
        <>
          <label>
            {say('shares.kind')}
            <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as ShareKind)}>
              <Options
                of={[
                  ['smb', say('shares.smb')],
                  ['nfs', say('shares.nfs')],
                ]}
              />
            </select>
          </label>
          <SheetField
            {...plainField}
            label={say('shares.server')}
            type="text"
            name="server"
            required
            maxLength={500}
            placeholder="nas.local"
            data-first=""
          />
        </>
      )}
      <SheetField
        {...plainField}
        label={say(isSmb ? 'shares.share' : 'shares.path')}
        type="text"
        name="path"
        required={preset !== undefined}
        maxLength={500}
        defaultValue={preset?.path ?? ''}
        placeholder={isSmb ? 'Music' : '/volume1/music'}
        data-first={preset && ''}
      />
      {isSmb && <LoginFields />}
    </SheetForm>
  );
}

/** @param user the present one */
export function LoginFields({ user = '' }: { readonly user?: string }) {
  return (
    <>
      <SheetField
        {...plainField}
        label={say('shares.user')}
        type="text"
        name="user"
        maxLength={LONGEST}
        defaultValue={user}
      />
      <SheetField label={say('shares.password')} type="password" name="password" maxLength={LONGEST} />
    </>
  );
}

interface LoginFormProps {
  readonly share: Share;
  readonly changed: () => void;
}

export function LoginForm({ share, changed }: LoginFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async ({ user = '', password = '' }: Texts): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await changeLogin(share.id, loginIn({ user, password }));
      changed();
    } catch (error) {
      setProblem(reasonOf(error));
    }
    setBusy(false);
  };
  return (
    <SheetForm
      label={say(isBusy ? 'shares.adding' : 'state.save')}
      busy={isBusy}
      send={(texts) => {
        if (!isBusy) void send(texts);
      }}
    >
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <LoginFields user={share.user ?? ''} />
    </SheetForm>
  );
}

function textsOf(form: HTMLFormElement): Texts {
  return Object.fromEntries(new FormData(form)) as Record<string, string>;
}

/** `DOMAIN\user` is what Windows asks for, too. */
export function loginIn({ user = '', password = '' }: Texts): Login {
  const [, domain, name = user] = /^([^\\]+)\\(.+)$/.exec(user.trim()) ?? [];
  if (name.trim() === '') return {};
  return { user: name.trim(), password, ...(domain !== undefined && { domain }) };
}

function shareIn(texts: Texts, kind: ShareKind, preset: Preset | undefined): NewShare {
  const typed = addressIn(texts['server'] ?? '');
  const path = texts['path']?.trim() ?? '';
  const port = preset === undefined ? typed.port : (preset.port ?? undefined);
  const chosen = preset?.kind ?? typed.kind ?? kind;
  return {
    kind: chosen,
    server: preset?.server ?? typed.server,
    path: path === '' ? typed.path : path,
    ...(port !== undefined && { port }),
    ...(chosen === 'smb' && loginIn(texts)),
  };
}
