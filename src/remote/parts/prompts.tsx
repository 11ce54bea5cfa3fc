/** Questions that the box asks on any screen: its PIN, and what a pairing needs. Each is a sheet. */
import { effect } from '@preact/signals';
import { box, done, type Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { type PinQuestion, pinQuestion } from '../state/pin.js';
import { parts } from '../state/player.js';
import { closeSheet, openSheet, sheet, type Sheet } from '../state/sheets.js';

type Prompt = Schemas['PairingPrompt'];

/** Called once. */
export function startPrompts(): void {
  effect(() => {
    const question = pinQuestion.value;
    if (question !== undefined) openSheet(pinSheet(question));
  });
  let shown: { readonly id: string; readonly sheet: Sheet } | undefined;
  effect(() => {
    const bluetooth = parts.value?.bluetooth;
    const prompt = bluetooth?.prompt ?? undefined;
    if (prompt?.id === shown?.id) return;
    // Its time is over, or another phone has answered.
    if (shown !== undefined && sheet.peek() === shown.sheet) closeSheet();
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
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const pin = textIn(event.currentTarget);
          closeSheet();
          answer(pin);
        }}
      >
        {wasWrong && <p role="alert">{say('pin.wrong')}</p>}
        <label>
          {say('pin.field')}
          <input type="password" name="answer" required minLength={4} maxLength={64} data-first="" autocomplete="off" />
        </label>
        <button type="submit" class="main-button">
          {say('pin.go')}
        </button>
      </form>
    ),
  };
}

function pairingSheet({ id, kind, code }: Prompt, name: string): Sheet {
  const answer = (accept: boolean, given?: string): void => {
    const body = { id, accept, ...(given !== undefined && { code: given }) };
    void done(box.POST('/bluetooth/pairing', { body }));
  };
  const isAsked = kind === 'enter_pin' || kind === 'enter_passkey';
  const text = say(`bluetooth.prompt.${kind}`, { name });
  return {
    title: say('bluetooth.prompt.title'),
    // What is only shown needs no answer, and closing it refuses nothing.
    dismissed: () => {
      if (kind !== 'show') answer(false);
    },
    body: () => (
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const given = isAsked ? textIn(event.currentTarget) : undefined;
          closeSheet();
          if (kind !== 'show') answer(true, given);
        }}
      >
        <p dir="auto">{text}</p>
        {code !== null && <p class="code">{code}</p>}
        {isAsked && (
          <input
            type="text"
            name="answer"
            aria-label={text}
            required
            maxLength={16}
            inputMode="numeric"
            data-first=""
            autocomplete="one-time-code"
          />
        )}
        <button type="submit" class="main-button">
          {say(kind === 'show' ? 'state.done' : isAsked ? 'bluetooth.prompt.send' : 'bluetooth.prompt.yes')}
        </button>
        {kind !== 'show' && (
          <button
            type="button"
            class="text-button"
            onClick={() => {
              closeSheet();
              answer(false);
            }}
          >
            {say('bluetooth.prompt.no')}
          </button>
        )}
      </form>
    ),
  };
}

function textIn(form: HTMLFormElement): string {
  return (form.elements.namedItem('answer') as HTMLInputElement).value;
}
