/** A sheet in which a person walks through folders of the box and chooses one. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { say } from '../state/language.js';
import { useResource } from '../state/resource.js';
import { closeSheet, openSheet } from '../state/sheets.js';
import { Icon } from './icon.js';
import { Lines } from './list/row.js';
import { Button } from './page.js';
import { Empty, Loaded } from './states.js';

export interface ShownFolder {
  readonly path: string;
  readonly name: string;
  /** Whether it may be chosen; one that may not can be opened all the same. */
  readonly canChoose: boolean;
  /** A fact below its name. */
  readonly text?: string | undefined;
}

export interface FolderChooser {
  readonly title: string;
  /** Text of the button that chooses the folder that is open. */
  readonly choose: string;
  readonly hint?: string;
  /** Folders in a folder; `''` is the top. */
  readonly list: (path: string) => Promise<readonly ShownFolder[]>;
  readonly chosen: (path: string) => void;
}

export function openFolderChooser(chooser: FolderChooser): void {
  openSheet({ title: chooser.title, body: () => <Chooser {...chooser} /> });
}

function Chooser({ title, choose, hint, list, chosen }: FolderChooser) {
  /** From the top to the folder that is open. */
  const [way, setWay] = useState<readonly ShownFolder[]>([]);
  const open = way.at(-1);
  const path = open?.path ?? '';
  const found = useResource(`chooser/${title}/${path}`, () => list(path));
  const top = useRef<HTMLDivElement>(null);
  // The row that was pressed is gone: a keyboard goes on at the top of the new list.
  useLayoutEffect(() => {
    if (way.length > 0) top.current?.querySelector<HTMLElement>('button')?.focus();
  }, [path]);
  return (
    <div class="folder-chooser" ref={top}>
      {hint !== undefined && open === undefined && <p class="hint">{hint}</p>}
      {open !== undefined && (
        <div class="group-rows">
          <button type="button" class="line field action" onClick={() => setWay(way.slice(0, -1))}>
            <Icon name="back" />
            <Lines title={say('folders.up')} text={open.path} />
          </button>
        </div>
      )}
      <Loaded of={found}>
        {(folders) =>
          folders.length === 0 ? (
            <Empty icon="folder" text={say('folders.none')} />
          ) : (
            <ul class="group-rows">
              {folders.map((folder) => (
                <li key={folder.path}>
                  <button type="button" class="line field" onClick={() => setWay([...way, folder])}>
                    <Icon name="folder" />
                    <Lines title={folder.name} text={folder.text} />
                    <Icon name="forward" />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {open?.canChoose === true && (
        <p class="buttons">
          <Button
            main
            label={choose}
            act={() => {
              closeSheet();
              chosen(open.path);
            }}
          />
        </p>
      )}
    </div>
  );
}
