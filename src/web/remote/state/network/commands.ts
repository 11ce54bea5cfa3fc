/** Networks of the box: what is asked for, and commands. */
import { useEffect, useState } from 'preact/hooks';
import { bodyOf, box, done, quietBox, reasonOf, Refused, type Schemas } from '../box.js';
import { say } from '../language.js';
import { useResource } from '../resource.js';
import { guessCountry, type ZonesOf } from './country.js';
import { addressByName, inOrder, type Known, type Network, prioritiesAfter, type Wifi } from './networks.js';

export type Joining = Schemas['Joining'];

/** @throws Refused NO_NETWORK_MANAGER, TypeError without a connection */
export const askForNetwork = (): Promise<Network> => bodyOf(quietBox.GET('/system/network'));
export const askForKnown = (): Promise<Known[]> => bodyOf(box.GET('/system/network/known'));

/** In Safari the time zones of a country make a page wait: they are asked for once. */
let guessed: string | undefined;

/** The country that the radio has, else the one that this phone is likely in. */
export function presetCountry({ country }: Pick<Network, 'country'>, zonesOf?: ZonesOf): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return country ?? (guessed ??= guessCountry(navigator.languages, timeZone, zonesOf));
}

/** Address of the page by the name of the box, which is the same in every network. */
export function useAddress(): string {
  const found = useResource('network/discovery', () => bodyOf(quietBox.GET('/system/discovery')));
  return addressByName(found.value?.addresses ?? []);
}

/** The networks that were found last, for the way back to the screen. */
let found: readonly Wifi[] | undefined;

export interface Search {
  readonly networks: readonly Wifi[] | undefined;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly again: () => void;
}

/** Looks for Wi-Fi networks when a component is first shown, and again on request. */
export function useSearch(): Search {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(true);
  const look = (): void => {
    setBusy(true);
    bodyOf(quietBox.POST('/system/network/scan'))
      .then(
        (networks) => {
          found = inOrder(networks);
          setError(undefined);
        },
        (reason: unknown) => setError(reason),
      )
      .finally(() => setBusy(false));
  };
  useEffect(look, []);
  return { networks: found, error, isBusy, again: look };
}

/** @returns undefined when the network is joined; else where the box will be. @throws Refused, TypeError */
export async function join(body: Schemas['NewWifi']): Promise<Joining | undefined> {
  const { data, response } = await box.POST('/system/network/join', { body });
  return response.status === 202 ? data : undefined;
}

/** As `join`, for a network that the box knows. @throws Refused, TypeError */
export async function connect(known: Known): Promise<Joining | undefined> {
  const { data, response } = await box.PUT('/system/network/known/{id}/connect', idOf(known));
  return response.status === 202 ? data : undefined;
}

/** Why a network was not joined, in words: a password that no network can have is refused as a mistake of the body. */
export function whyNot(error: unknown): string {
  return error instanceof Refused && error.code === 'INVALID_BODY' ? say('network.passwordHint') : reasonOf(error);
}

const idOf = ({ id }: Pick<Known, 'id'>) => ({ params: { path: { id } } });

/** Never rejects. */
export function forgetNetwork(known: Known): Promise<boolean> {
  return done(box.DELETE('/system/network/known/{id}', idOf(known)));
}

/** @returns seconds until new addresses are taken back; null when the change stays. @throws Refused, TypeError */
export async function changeKnown(
  known: Pick<Known, 'id'>,
  body: Schemas['KnownNetworkChange'],
): Promise<number | null> {
  const changed = await bodyOf(box.PATCH('/system/network/known/{id}', { ...idOf(known), body }));
  return changed.confirm_within_secs;
}

/** Gives a network another index among those that it competes with. Never rejects. */
export function moveKnown(networks: readonly Known[], from: number, to: number): Promise<boolean> {
  return done(async () => {
    for (const [id, priority] of prioritiesAfter(networks, from, to)) await changeKnown({ id }, { priority });
  });
}

/** Without asking for the PIN, which was given for the change. @throws Refused, TypeError */
export async function confirmChange(): Promise<void> {
  await quietBox.POST('/system/network/confirm');
}

/** Never rejects. */
export function setCountry(country: string): Promise<boolean> {
  return done(box.PATCH('/system/network', { body: { country } }));
}

/** Never rejects. */
export function setHotspot(on: boolean): Promise<boolean> {
  return done(box.PUT('/system/network/hotspot', { body: { on } }));
}

/** Whether something answers at an address of another origin, whose answer the browser does not give out. */
export async function answers(address: string): Promise<boolean> {
  const PATIENCE = 4000;
  try {
    await fetch(address, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    return true;
  } catch {
    return false;
  }
}
