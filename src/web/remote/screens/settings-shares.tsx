/** Network folders: shares of a NAS or of a computer, those that are in the library, and how to add one. */
import { useState } from 'preact/hooks';
import { Action, Group } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { List, ListRow } from '../parts/list/row.js';
import { waysToPlayFolder } from '../parts/music-menu.js';
import { ShareChooser } from '../parts/network/share-chooser.js';
import { LoginForm, type Preset, ShareForm } from '../parts/network/share-form.js';
import { Page } from '../parts/page.js';
import { askToConfirm, openMenu } from '../parts/sheet.js';
import { Loaded } from '../parts/states.js';
import { explainCode, reasonOf } from '../state/box.js';
import { say } from '../state/language.js';
import {
  askForShares,
  connectShare,
  findServers,
  removeShare,
  type Share,
  type ShareServer,
} from '../state/network/shares.js';
import { notify } from '../state/notices.js';
import { useInterval, useResource } from '../state/resource.js';
import { closeSheet, openSheet } from '../state/sheets.js';

/** Milliseconds between two looks at the shares, while somebody looks at the screen. */
const PAUSE = 3000;

export function SharesScreen() {
  const found = useResource('shares', askForShares);
  useInterval(() => {
    if (!document.hidden) found.again();
  }, PAUSE);
  return (
    <Page title={say('shares.title')} above={['more']}>
      <Loaded of={found}>{(shares) => <Shares {...{ shares, again: found.again }} />}</Loaded>
      <Servers again={found.again} />
    </Page>
  );
}

interface SharesProps {
  readonly shares: readonly Share[];
  readonly again: () => void;
}

function Shares({ shares, again }: SharesProps) {
  return (
    <Group title={say('shares.inLibrary')} hint={say('shares.hint')}>
      {shares.length === 0 && <p class="hint">{say('shares.none')}</p>}
      <List
        of={shares}
        keyOf={({ id }) => id}
        row={(share) => (
          <ListRow
            lead={<Icon name="folder" />}
            title={share.name}
            text={stateText(share)}
            isProblem={share.state === 'waiting'}
            isCurrent={share.state === 'mounted'}
            trail={share.state === 'mounting' ? <span class="spinner" aria-hidden="true" /> : undefined}
            onTap={() => openShare(share, again)}
          />
        )}
      />
    </Group>
  );
}

function stateText({ state, server, code, detail }: Share): string {
  if (state === 'mounting') return say('shares.adding');
  if (state === 'mounted') return server;
  return explainCode(code ?? '', detail ?? '');
}

function openShare(share: Share, again: () => void): void {
  const { id, name } = share;
  openMenu(name, [
    ...(share.folder === null ? [] : waysToPlayFolder(name, share.folder)),
    { icon: 'refresh', label: say('shares.connect'), act: () => void connectShare(id).then(again) },
    ...(share.kind === 'smb'
      ? [{ icon: 'lock' as const, label: say('shares.changeLogin'), act: () => openLogin(share, again) }]
      : []),
    {
      icon: 'trash',
      label: say('shares.remove'),
      act: () =>
        askToConfirm(
          { title: say('shares.removeName', { name }), text: say('shares.removeText'), label: say('shares.remove') },
          () => void removeShare(id).then(again),
        ),
    },
  ]);
}

function openLogin(share: Share, again: () => void): void {
  const changed = (): void => {
    closeSheet();
    again();
  };
  openSheet({ title: share.name, body: () => <LoginForm {...{ share, changed }} /> });
}

function Servers({ again }: { readonly again: () => void }) {
  const [servers, setServers] = useState<readonly ShareServer[]>();
  const [isBusy, setBusy] = useState(false);
  const find = (): void => {
    setBusy(true);
    findServers()
      .then(setServers, (error: unknown) => notify(reasonOf(error)))
      .finally(() => setBusy(false));
  };
  const added = ({ name }: Share): void => {
    closeSheet();
    notify(say('shares.added', { name }));
    again();
  };
  const type = (title: string, preset: Preset | undefined): void => {
    openSheet({ title, body: () => <ShareForm {...{ preset, added }} /> });
  };
  const choose = (server: ShareServer): void => {
    const typeInstead = (): void => {
      closeSheet();
      type(server.name, server);
    };
    // Servers of NFS tell one folder, or none.
    if (server.kind === 'nfs') type(server.name, server);
    else openSheet({ title: server.name, body: () => <ShareChooser {...{ server, added, type: typeInstead }} /> });
  };
  return (
    <Group title={say('shares.addTitle')}>
      <Action
        icon="search"
        label={say(isBusy ? 'shares.finding' : 'shares.find')}
        hint={say('shares.findHint')}
        busy={isBusy}
        act={find}
      />
      {servers !== undefined && !isBusy && servers.length === 0 && <p class="hint">{say('shares.noServers')}</p>}
      <List
        of={servers ?? []}
        keyOf={({ kind, name }) => `${kind} ${name}`}
        row={(server) => (
          <ListRow
            lead={<Icon name="box" />}
            title={server.name}
            text={`${server.kind.toUpperCase()} · ${server.server}`}
            onTap={() => choose(server)}
          />
        )}
      />
      <Action icon="edit" label={say('shares.type')} act={() => type(say('shares.addTitle'), undefined)} />
    </Group>
  );
}
