/** Adding music: uploads of files and folders of this phone into the library. */
import { useState } from 'preact/hooks';
import { Choice, FilePick, Group, ProgressBar } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { Button, IconButton, Page } from '../parts/page.js';
import { NetworkFolder } from '../parts/network-folder.js';
import { Lines, List } from '../parts/list/row.js';
import { Loaded } from '../parts/states.js';
import { bodyOf, box, done, explainCode } from '../state/box.js';
import { say } from '../state/language.js';
import { isWide } from '../state/browser/layout.js';
import { bytesText } from '../state/measures.js';
import { notify } from '../state/notices.js';
import { addressOf } from '../state/route-path.js';
import { forget, useResource } from '../state/resource.js';
import { addFiles, sender, uploads } from '../state/uploads.js';
import type { Item, Progress } from '../uploads/sender.js';

/** Files that can be chosen; the daemon judges each. */
const KINDS =
  'audio/*,image/*,.flac,.caf,.au,.ac3,.eac3,.dts,.thd,.tta,.w64,.webm,.mka,.m4a,.opus,.ogg,.ape,.wv,.dsf,.dff,.mpc,.cue,.m3u,.m3u8,.pls,.xspf';
/** Files that are shown: failed and current ones first. */
const SHOWN = 60;

/** Not every phone can choose folders. */
const TAKES_FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype && !/iPhone|iPad/.test(navigator.userAgent);

export function AddScreen() {
  const progress = uploads.value;
  const choose = (files: readonly File[]): void => {
    addFiles(files);
    if (uploads.value.items.length === 0) notify(say('add.noMusic'));
  };
  return (
    <Page title={say('add.title')} above={['more']}>
      <p class="intro">{say('add.intro')}</p>
      <div class="group-rows">
        <FilePick icon="track" label={say('add.files')} accept={KINDS} multiple chosen={choose} />
        {TAKES_FOLDERS && <FilePick icon="folder" label={say('add.folder')} folder chosen={choose} />}
        <Destination />
      </div>
      {isWide.value && TAKES_FOLDERS && <p class="hint">{say('drop.hint')}</p>}
      {progress.items.length > 0 && <Way progress={progress} />}
      {!progress.busy && <FromEarlier />}
      {!progress.busy && <NetworkFolder />}
    </Page>
  );
}

/** Where new files go; shown only with several writable folders. */
function Destination() {
  const roots = useResource('roots', () => bodyOf(box.GET('/system/roots')));
  const [chosen, setChosen] = useState('');
  const writable = roots.value?.roots.filter(({ present, read_only: isReadOnly }) => present && isReadOnly === false);
  if (writable === undefined || writable.length < 2) return null;
  return (
    <Choice
      label={say('add.to')}
      value={chosen}
      options={[['', say('add.anyRoot')], ...writable.map(({ id, path }) => [id, path] as const)]}
      set={(id) => {
        setChosen(id);
        sender.root = id;
      }}
    />
  );
}

function Way({ progress }: { readonly progress: Progress }) {
  const { items, bytes, sent, added, duplicate, failed, busy, retrying, halt } = progress;
  const done = added + duplicate;
  return (
    <>
      <section class="group" aria-label={say('add.all')}>
        <div class="whole">
          <p class="counts">
            <strong>{say('add.progress', { done, count: items.length - failed })}</strong>
            <span class="faint">{say('add.bytes', { sent: bytesText(sent), total: bytesText(bytes) })}</span>
          </p>
          <ProgressBar label={say('add.all')} value={sent} max={bytes} />
          {busy && !halt && !retrying && <p class="faint">{say('add.keepOpen')}</p>}
          {busy && !halt && retrying && (
            <p role="status" class="problem">
              {say('add.retrying')}
            </p>
          )}
          {halt && (
            <p role="alert" class="problem">
              {say('add.halted')}: {explainCode(halt.code, halt.reason)}
            </p>
          )}
          {!busy && <Result progress={progress} />}
          <p class="buttons">
            {halt && <Button main label={say('add.goOn')} act={() => sender.resume()} />}
            {!busy && done > 0 && (
              <a class="main-button" href={addressOf('library')}>
                {say('add.toLibrary')}
              </a>
            )}
            <Button label={say(busy ? 'add.giveUp' : 'add.clear')} act={() => sender.clear()} />
          </p>
        </div>
      </section>
      <Group title={say('add.files.list')}>
        <List of={shown(items)} keyOf={({ key }) => key} row={(item) => <FileRow item={item} />} />
      </Group>
    </>
  );
}

function Result({ progress: { added, duplicate, failed } }: { readonly progress: Progress }) {
  const facts = [
    say('add.done', { count: added }),
    duplicate > 0 ? say('add.doneDuplicate', { count: duplicate }) : '',
    failed > 0 ? say('add.doneFailed', { count: failed }) : '',
  ];
  return <p role="status">{facts.filter(Boolean).join(' ')}</p>;
}

const RANK: Readonly<Record<Item['state']['kind'], number>> = {
  ...{ failed: 0, sending: 1, retrying: 1, waiting: 2, added: 3, duplicate: 3 },
};

function shown(items: readonly Item[]): readonly Item[] {
  return [...items].sort((one, other) => RANK[one.state.kind] - RANK[other.state.kind]).slice(0, SHOWN);
}

function FileRow({ item: { name, path, size, sent, state } }: { readonly item: Item }) {
  const { kind } = state;
  const reason = kind === 'failed' ? explainCode(state.code, state.reason) : '';
  const folder = path.split('/').slice(0, -1).join('/');
  const facts = [folder, bytesText(size), say(`add.state.${kind}`, { reason })];
  return (
    <div class="line list-row file">
      <Lines title={name} text={facts.filter(Boolean).join(' · ')} isProblem={kind === 'failed'}>
        {(kind === 'sending' || kind === 'retrying') && <ProgressBar label={name} value={sent} max={size} />}
      </Lines>
      {(kind === 'added' || kind === 'duplicate') && <Icon name="check" />}
    </div>
  );
}

/** Unfinished uploads of this or another phone. */
function FromEarlier() {
  const all = useResource('uploads', () => bodyOf(box.GET('/uploads')));
  const end = async (id: string): Promise<void> => {
    await done(box.DELETE('/uploads/{id}', { params: { path: { id } } }));
    forget('uploads');
    all.again();
  };
  return (
    <Loaded of={all}>
      {(value) => {
        const open = value.filter(({ state }) => state === 'open');
        if (open.length === 0) return null;
        return (
          <Group title={say('add.onWay')} hint={say('add.onWayHint')}>
            <List
              of={open}
              keyOf={({ id, name }) => id ?? name}
              row={({ id, name, size, offset }) => (
                <div class="line list-row file">
                  <Lines title={say('add.open', { name, percent: Math.floor((offset / Math.max(1, size)) * 100) })} />
                  {id !== null && (
                    <IconButton icon="trash" label={`${say('add.giveUp')}: ${name}`} onClick={() => void end(id)} />
                  )}
                </div>
              )}
            />
          </Group>
        );
      }}
    </Loaded>
  );
}
