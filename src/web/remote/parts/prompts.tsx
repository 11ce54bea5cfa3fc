/** Questions on any screen: for the PIN, and of a Bluetooth pairing. Each is a sheet. */
import { effect } from '@preact/signals';
import { useState } from 'preact/hooks';
import { box, done, reasonOf, Refused, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { notify } from '../state/notices.js';
import { type PinQuestion, pinQuestion } from '../state/pin.js';
import { part } from '../state/player.js';
import { closeSheet, openSheet, type Sheet, withdrawSheet } from '../state/sheets.js';
import { Button } from './page.js';
import { SheetField, SheetForm } from './sheet.js';

type Prompt = Schemas['PairingPrompt'];

/** Called once. */
export function startPrompts(): void {
  effect(() => {
    const question = pinQuestion.value;
    if (question !== undefined) openSheet(pinSheet(question));
  });
  let shown: { readonly id: string; readonly sheet: Sheet } | undefined;
  effect(() => {
    const bluetooth = part.bluetooth.value;
    const prompt = bluetooth?.prompt ?? undefined;
    if (prompt?.id === shown?.id) return;
    // The prompt has expired, or another phone has answered.
    if (shown !== undefined) withdrawSheet(shown.sheet);
    shown = undefined;
    if (prompt === undefined) return;
    const name = bluetooth?.devices.find(({ address }) => address === prompt.address)?.name ?? prompt.address;
    shown = { id: prompt.id, sheet: pairingSheet(prompt, name) };
    openSheet(shown.sheet);
  });
}

function pinSheet({ wasWrong, answer }: PinQuestion): Sheet {
  return {
    title: say('pin.title'),
    dismissed: () => answer(undefined),
    body: () => (
      <SheetForm
        label={say('pin.go')}
        send={({ pin }) => {
          closeSheet();
          answer(pin);
        }}
      >
        {wasWrong && <p role="alert">{say('pin.wrong')}</p>}
        <SheetField
          label={say('box.pin')}
          type="password"
          name="pin"
          required
          minLength={4}
          maxLength={64}
          data-first=""
        />
      </SheetForm>
    ),
  };
}

function pairingSheet(prompt: Prompt, name: string): Sheet {
  let isAnswered = false;
  const sheet: Sheet = {
    title: say('bluetooth.prompt.title'),
    // A code that is only shown needs no answer.
    dismissed: () => {
      if (prompt.kind !== 'show' && !isAnswered) void done(answerTo(prompt, false));
    },
    body: () => (
      <Pairing {...{ prompt, name }} close={() => withdrawSheet(sheet)} answered={(is) => (isAnswered = is)} />
    ),
  };
  return sheet;
}

function answerTo({ id }: Prompt, accept: boolean, code?: string): Promise<unknown> {
  return box.POST('/bluetooth/pairing', { body: { id, accept, ...(code !== undefined && { code }) } });
}

/** What a code may be; as `CODES` of the pairing agent of the daemon. */
const FIELDS = {
  enter_pin: { pattern: '[ -~]{1,16}', maxLength: 16 },
  enter_passkey: { pattern: '[0-9]{1,6}', maxLength: 6 },
} as const;

interface PairingProps {
  readonly prompt: Prompt;
  readonly name: string;
  readonly close: () => void;
  /** Whether an answer is on its way. */
  readonly answered: (is: boolean) => void;
}

/** Stays open until the answer has arrived, so that typed text is not lost with a failed request. */
function Pairing({ prompt, name, close, answered }: PairingProps) {
  const { kind, code } = prompt;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = kind === 'enter_pin' || kind === 'enter_passkey' ? FIELDS[kind] : undefined;
  const text = say(`bluetooth.prompt.${kind}`, { name });
  const answer = async (accept: boolean, given?: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    answered(true);
    try {
      await answerTo(prompt, accept, given);
      close();
    } catch (error) {
      answered(false);
      if (error instanceof Refused && error.code === 'NO_PAIRING_PROMPT') {
        close();
        notify(reasonOf(error));
      } else setProblem(reasonOf(error));
    }
    setBusy(false);
  };
  return (
    <SheetForm
      busy={isBusy}
      label={say(kind === 'show' ? 'state.done' : field ? 'bluetooth.prompt.send' : 'bluetooth.prompt.yes')}
      send={({ code: given }) => {
        if (kind === 'show') close();
        else void answer(true, given);
      }}
      after={kind !== 'show' && <Button label={say('bluetooth.prompt.no')} act={() => void answer(false)} />}
    >
      <p dir="auto">{text}</p>
      {code !== null && <p class="code">{code}</p>}
      {field && (
        <input
          {...field}
          type="text"
          name="code"
          aria-label={text}
          required
          inputMode="numeric"
          data-first=""
          autocomplete="one-time-code"
        />
      )}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </SheetForm>
  );
}
