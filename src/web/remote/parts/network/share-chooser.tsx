/** The shares that a server has, one of which is added with one tap; user and password where the server wants them. */
import { useEffect, useState } from 'preact/hooks';
import { reasonOf, Refused } from '../../state/box.js';
import { say } from '../../state/language.js';
import {
  addShare,
  findShares,
  type Login,
  type Share,
  type ShareName,
  type ShareServer,
} from '../../state/network/shares.js';
import { Action } from '../form.js';
import { Icon } from '../icon.js';
import { List, ListRow } from '../list/row.js';
import { SheetForm } from '../sheet.js';
import { Loading } from '../states.js';
import { LoginFields, loginIn } from './share-form.js';

interface ShareChooserProps {
  readonly server: ShareServer;
  readonly added: (share: Share) => void;
  /** The name of the share is to be typed. */
  readonly type: () => void;
}

export function ShareChooser({ server: { server, port }, added, type }: ShareChooserProps) {
  const [names, setNames] = useState<readonly ShareName[]>();
  const [login, setLogin] = useState<Login>({});
  /** The server wants user and password. */
  const [isAsking, setAsking] = useState(false);
  /** The share that is being added, or waits for the login. */
  const [wanted, setWanted] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const address = { server, ...(port !== null && { port }) };

  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(reasonOf(error));
      setAsking(isAboutLogin(error));
    }
    setBusy(false);
  };
  const list = (by: Login) =>
    act(async () => {
      setNames(await findShares({ ...address, ...by }));
      setLogin(by);
      setAsking(false);
    });
  const add = (name: string, by: Login) =>
    act(async () => {
      setWanted(name);
      added(await addShare({ kind: 'smb', ...address, path: name, ...by }));
    });
  useEffect(() => void list({}), []);

  const form = (
    <SheetForm
      label={say(isBusy ? 'shares.adding' : wanted === undefined ? 'shares.showFolders' : 'shares.add')}
      busy={isBusy}
      send={(texts) => {
        if (!isBusy) void (wanted === undefined ? list(loginIn(texts)) : add(wanted, loginIn(texts)));
      }}
    >
      <LoginFields user={login.user ?? ''} />
    </SheetForm>
  );
  const row = ({ name, comment }: ShareName) => (
    <ListRow
      lead={<Icon name="folder" />}
      title={name}
      text={comment}
      trail={isBusy && wanted === name ? <span class="spinner" aria-hidden="true" /> : undefined}
      onTap={() => {
        if (!isBusy) void add(name, login);
      }}
    />
  );
  return (
    <>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {isAsking && form}
      {!isAsking && names === undefined && isBusy && <Loading />}
      {!isAsking && names?.length === 0 && <p class="hint">{say('shares.noFolders')}</p>}
      {!isAsking && names !== undefined && <List of={names} keyOf={({ name }) => name} row={row} />}
      <Action icon="edit" label={say('shares.typeShare')} act={type} />
    </>
  );
}

const isAboutLogin = (error: unknown): boolean => error instanceof Refused && error.code.startsWith('SHARE_PASSWORD_');
