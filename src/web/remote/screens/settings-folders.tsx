/** Library folders: what the library reads, what it leaves out, and the scan. */
import { openFolderChooser } from '../parts/folder-chooser.js';
import { Action, Group, ProgressBar } from '../parts/form.js';
import { Icon, type IconName } from '../parts/icon.js';
import { Lines } from '../parts/list/row.js';
import { IconButton, Page } from '../parts/page.js';
import { Scan } from '../parts/scan-state.js';
import { askToConfirm } from '../parts/sheet.js';
import { Loaded } from '../parts/states.js';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { bytesText } from '../state/measures.js';
import { notify } from '../state/notices.js';
import { part } from '../state/player.js';
import { forget, useInterval, useResource } from '../state/resource.js';
import { nameOf } from './library/folders.js';

type Roots = Schemas['Roots'];
type Root = Roots['roots'][number];
type Stick = NonNullable<Roots['sticks']>[number];

/** `attr` of a directory in `GET /browse/tree-entries`. */
const DIRECTORY = 16;

export function LibraryFoldersScreen() {
  const scan = part.scan.value;
  const found = useResource('roots', () => bodyOf(box.GET('/system/roots')), String(scan?.revision));
  const { again } = found;
  // A stick causes no event before it was scanned.
  useInterval(again, 5000);
  const changed = (): void => {
    forget('roots');
    again();
  };
  return (
    <Page title={say('folders.title')} above={['settings', 'library']}>
      <Loaded of={found}>
        {({ roots, ignored, sticks }) => (
          <>
            <Group title={say('roots.title')}>
              {roots.map((root) => (
                <RootRow key={root.id} root={root} changed={changed} />
              ))}
              <Action icon="add" label={say('folders.add')} act={() => chooseRoot(changed)} />
            </Group>
            {scan !== undefined && <Scan scan={scan} />}
            <Ignored ignored={ignored} roots={roots} changed={changed} />
            {sticks !== null && <Sticks sticks={sticks} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const ICONS: Readonly<Record<Root['kind'], IconName>> = { card: 'box', stick: 'stick', share: 'cable', disk: 'folder' };

function RootRow({ root, changed }: { readonly root: Root; readonly changed: () => void }) {
  const { id, path, label, kind, origin, state, tracks, bytes_music: music } = root;
  const { bytes_total: total, bytes_free: free, read_only: isReadOnly } = root;
  const name = label === path ? nameOf(path) || path : label;
  const facts = [
    say(`folders.kind.${kind}`),
    say('track.count', { count: tracks }),
    music > 0 ? say('folders.music', { size: bytesText(music) }) : '',
    isReadOnly === true ? say('roots.readOnly') : '',
    origin === 'configured' ? say('folders.configured') : '',
  ];
  const remove = async (): Promise<void> => {
    if (await done(box.DELETE('/system/roots/{id}', { params: { path: { id } } }))) changed();
  };
  return (
    <div class="line field root">
      <Icon name={ICONS[kind]} />
      <Lines title={label} text={label === path ? undefined : path}>
        <span class="faint small wraps">{facts.filter(Boolean).join(' · ')}</span>
        {state !== 'ready' && (
          <span class={state === 'unreadable' ? 'small problem' : 'small faint'}>{say(`folders.state.${state}`)}</span>
        )}
        {total !== null && free !== null && (
          <>
            <ProgressBar label={path} value={total - free} max={total} />
            <span class="faint small">{say('roots.free', { free: bytesText(free), total: bytesText(total) })}</span>
          </>
        )}
      </Lines>
      {origin === 'added' && (
        <IconButton
          icon="trash"
          label={say('folders.remove', { name })}
          onClick={() =>
            askToConfirm(
              {
                title: say('folders.remove', { name }),
                text: say('folders.removeText'),
                label: say('folders.removeDo'),
              },
              () => void remove(),
            )
          }
        />
      )}
    </div>
  );
}

function chooseRoot(changed: () => void): void {
  openFolderChooser({
    title: say('folders.add'),
    choose: say('folders.use'),
    hint: say('folders.addHint'),
    list: async (path) => {
      const query = path === '' ? {} : { path };
      const folders = await bodyOf(box.GET('/system/folders', { params: { query } }));
      return folders.map(({ path: folder, name, allowed, in_library: isIn }) => ({
        ...{ path: folder, name, canChoose: allowed && !isIn },
        text: isIn ? say('folders.inLibrary') : undefined,
      }));
    },
    chosen: (path) => {
      void done(box.POST('/system/roots', { body: { path } })).then((is) => {
        if (!is) return;
        notify(say('folders.added', { name: nameOf(path) }));
        changed();
      });
    },
  });
}

type IgnoredProps = Readonly<{ ignored: Roots['ignored']; roots: readonly Root[]; changed: () => void }>;

function Ignored({ ignored, roots, changed }: IgnoredProps) {
  const heed = async (id: string): Promise<void> => {
    if (await done(box.DELETE('/system/ignored-folders/{id}', { params: { path: { id } } }))) changed();
  };
  return (
    <Group title={say('folders.ignored')} hint={say('folders.ignoredHint')}>
      {ignored.map(({ id, path }) => (
        <div key={path} class="line field">
          <Icon name="folder" />
          <Lines title={nameOf(path)} text={path}>
            {id === null && <span class="faint small">{say('folders.byFile')}</span>}
          </Lines>
          {id !== null && (
            <IconButton
              icon="refresh"
              label={say('folders.heed', { name: nameOf(path) })}
              onClick={() => void heed(id)}
            />
          )}
        </div>
      ))}
      <Action icon="close" label={say('folders.ignore')} act={() => chooseIgnored(roots, changed)} />
    </Group>
  );
}

function chooseIgnored(roots: readonly Root[], changed: () => void): void {
  const isRoot = (path: string): boolean => roots.some((root) => root.path === path && root.origin !== 'mounted');
  openFolderChooser({
    title: say('folders.ignore'),
    choose: say('folders.ignoreThis'),
    list: async (path) => {
      const query = path === '' ? {} : { q: path };
      const entries = await bodyOf(box.GET('/browse/tree-entries', { params: { query } }));
      return entries
        .filter(({ attr }) => attr === DIRECTORY)
        .map(({ name }) => ({ path: name, name: nameOf(name), canChoose: !isRoot(name) }));
    },
    chosen: (path) => {
      void done(box.POST('/system/ignored-folders', { body: { path } })).then((is) => is && changed());
    },
  });
}

function Sticks({ sticks }: { readonly sticks: readonly Stick[] }) {
  return (
    <Group title={say('roots.sticks')}>
      {sticks.length === 0 && <p class="hint">{say('roots.noSticks')}</p>}
      {sticks.map((stick) => (
        <StickRow key={stick.device} stick={stick} />
      ))}
    </Group>
  );
}

function StickRow({ stick: { device, state, path, reason } }: { readonly stick: Stick }) {
  const facts = { mounted: device, mounting: say('roots.stick.mounting') };
  const text = state === 'refused' ? say('roots.stick.refused', { reason: reason ?? '' }) : facts[state];
  return (
    <div class="line field">
      <Lines title={path ?? device} text={text} isProblem={state === 'refused'} />
    </div>
  );
}
