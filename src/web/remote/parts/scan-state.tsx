/** The scan of the library: how far it is, and a button that starts one. */
import { box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { momentText } from '../state/measures.js';
import { Action, Group } from './form.js';

export type ScanState = Schemas['EventSnapshot']['scan'];

export function Scan({ scan }: { readonly scan: ScanState }) {
  const { scanning, phase, files, read, failed, last } = scan;
  const start = (rebuild: boolean): void => {
    // The answer comes when the scan is over; events report its progress.
    void done(box.PUT('/scan-library', { params: { query: { rebuild_index: rebuild } } }));
  };
  return (
    <Group title={say('scan.title')}>
      {scanning ? (
        <div class="whole" role="status">
          <p>{say(`scan.phase.${phase === '' ? 'starting' : phase}`)}</p>
          <progress aria-label={say('scan.title')} />
          <p class="faint">
            {say('scan.progress', { files, read })}
            {failed > 0 && ` · ${say('scan.failed', { count: failed })}`}
          </p>
        </div>
      ) : (
        <p class="hint">{lastText(last)}</p>
      )}
      <Action icon="refresh" label={say('scan.now')} busy={scanning} act={() => start(false)} />
      {!scanning && (
        <Action
          label={say('scan.rebuild')}
          confirm={{ title: say('scan.rebuild'), text: say('scan.rebuildText'), label: say('scan.rebuild') }}
          act={() => start(true)}
        />
      )}
    </Group>
  );
}

function lastText(last: ScanState['last']): string {
  if (last === null) return say('scan.never');
  if (last.code !== '') return say('scan.lastFailed', { reason: last.reason });
  return say('scan.last', { when: momentText(last.at), count: last.files });
}
