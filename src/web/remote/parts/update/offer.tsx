/** What the address of the updates offers: its version, what is new, its size, and how it comes onto the box. */
import { useState } from 'preact/hooks';
import type { Schemas } from '../../state/box.js';
import { say } from '../../state/language.js';
import { bytesText, momentText, versionText } from '../../state/measures.js';
import { settings } from '../../state/settings.js';
import { checkForUpdate, installOffer } from '../../state/update.js';
import { Action } from '../form.js';

export type Update = Schemas['Update'];
export type PartProps = Readonly<{ now: Update; again: () => void }>;

/** Lines of what is new that are shown at once. */
const FIRST = 4;

export function Offer({ now: { offer }, again }: PartProps) {
  const [isBusy, setBusy] = useState(false);
  const address = settings.value?.update_url ?? '';
  if (address === '' && offer === null) return null;
  const check = async (): Promise<void> => {
    setBusy(true);
    await checkForUpdate();
    setBusy(false);
    again();
  };
  const checked = offer && say('update.checked', { moment: momentText(Date.parse(offer.checked_at) / 1000) });
  return (
    <>
      {offer && <Offered offer={offer} again={again} />}
      <Action
        icon="refresh"
        label={say('update.check')}
        hint={checked ?? address.replace(/^https?:\/\/|\/.*/g, '')}
        busy={isBusy}
        act={() => void check()}
      />
    </>
  );
}

function Offered({ offer, again }: { readonly offer: Schemas['UpdateOffer']; readonly again: () => void }) {
  const { order, bytes, changes } = offer;
  const version = versionText(offer.version);
  const size = bytesText(bytes);
  if (order === 'same') return <p class="hint">{say('update.newest')}</p>;
  const install = (): void => void installOffer(offer.version, order !== 'newer').then(again);
  if (order !== 'newer') {
    const label = say('update.installOther', { version });
    return (
      <>
        <p class="hint">{say(order === 'older' ? 'update.older' : 'update.other', { version })}</p>
        <Action
          icon="download"
          label={label}
          hint={size}
          confirm={{ title: label, text: say('update.otherText'), label: say('update.install') }}
          act={install}
        />
      </>
    );
  }
  return (
    <>
      <div class="offer">
        <p class="strong">{say('update.available', { version })}</p>
        <Changes of={changes} />
      </div>
      <Action icon="download" label={say('update.install')} hint={say('update.installHint', { size })} act={install} />
    </>
  );
}

/** Lines of the changelog, which is in English. */
function Changes({ of: changes }: { readonly of: readonly string[] }) {
  if (changes.length === 0) return null;
  const rest = changes.slice(FIRST);
  return (
    <>
      <h3>{say('update.changes')}</h3>
      <Lines of={changes.slice(0, FIRST)} />
      {rest.length > 0 && (
        <details>
          <summary>{say('update.moreChanges', { count: rest.length })}</summary>
          <Lines of={rest} />
        </details>
      )}
    </>
  );
}

function Lines({ of: lines }: { readonly of: readonly string[] }) {
  return (
    <ul lang="en" dir="ltr">
      {lines.map((line, at) => (
        <li key={at}>{line.replace(/`/g, '')}</li>
      ))}
    </ul>
  );
}
