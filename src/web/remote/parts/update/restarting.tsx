/** The restart into another system, step by step: a countdown, the wait for the box, and what runs then. */
import { say } from '../../state/language.js';
import { backText, dismissRestart, type Restart, restartInto, restartLater } from '../../state/restart.js';
import { Action } from '../form.js';
import { Button } from '../page.js';

type RestartingProps = Readonly<{ now: Restart; again: () => void }>;

export function Restarting({ now, again }: RestartingProps) {
  switch (now.kind) {
    case 'counting':
      return (
        <div class="group-rows">
          <p class="hint strong" role="timer">
            {say('update.restartsIn', { seconds: now.seconds })}
          </p>
          <p class="hint" role="status">
            {say('box.restartText')}
          </p>
          <Action icon="clock" label={say('update.later')} hint={say('update.laterHint')} act={restartLater} />
          <Action icon="refresh" label={say('update.restartNow')} act={() => void restartInto(now.target)} />
        </div>
      );
    case 'waiting':
      return (
        <div class="state" role="status">
          <span class="spinner" aria-hidden="true" />
          <p>{say('update.restarting')}</p>
          {now.isLong && <p class="faint">{say('update.takesLong')}</p>}
        </div>
      );
    case 'back':
      return (
        <div class="form">
          <p class={now.wanted === undefined ? undefined : 'problem'} role="status">
            {backText(now.version, now.wanted)}
          </p>
          <Button
            main
            label={say('state.done')}
            act={() => {
              dismissRestart();
              // Another system brings another page.
              if (now.wanted === undefined) location.reload();
              else again();
            }}
          />
        </div>
      );
    default:
      return null;
  }
}
