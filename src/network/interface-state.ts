/** What an interface is doing, and why. Source: NetworkManager's `NMDeviceState` and `NMDeviceStateReason`. */

/** Why an interface is not connected, for programs. */
export type StateReason =
  | 'no_cable'
  | 'no_firmware'
  | 'wrong_password'
  | 'not_found'
  | 'no_address'
  | 'address_taken'
  | 'timed_out'
  | 'link_lost'
  | 'wifi_service'
  | 'bad_settings'
  | 'by_hand'
  | 'forgotten';

/** `address`: the network is joined, and an address is being got. */
export type ConnectingStep = 'link' | 'password' | 'address';

export type InterfaceState =
  /** NetworkManager leaves the interface alone. */
  | { readonly kind: 'unmanaged' }
  /** Nothing can be connected: no cable, no firmware. */
  | { readonly kind: 'unavailable'; readonly reason: StateReason | undefined }
  | { readonly kind: 'disconnected'; readonly reason: StateReason | undefined }
  | { readonly kind: 'connecting'; readonly step: ConnectingStep }
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnecting'; readonly reason: StateReason | undefined }
  /** Passes into `disconnected` by itself. */
  | { readonly kind: 'failed'; readonly reason: StateReason | undefined };

/** By the numbers of `NMDeviceStateReason`; the others say nothing to a person. */
const REASONS: ReadonlyMap<number, StateReason> = new Map([
  [4, 'bad_settings'],
  [5, 'no_address'],
  [6, 'no_address'],
  [7, 'wrong_password'],
  [8, 'link_lost'],
  [9, 'bad_settings'],
  [10, 'wifi_service'],
  [11, 'timed_out'],
  [15, 'no_address'],
  [16, 'no_address'],
  [17, 'no_address'],
  [18, 'no_address'],
  [19, 'no_address'],
  [20, 'no_address'],
  [35, 'no_firmware'],
  [38, 'forgotten'],
  [39, 'by_hand'],
  [40, 'no_cable'],
  [53, 'not_found'],
  [64, 'address_taken'],
] as const);

/** The reasons in words for a person. */
export const REASON_TEXTS: Readonly<Record<StateReason, string>> = {
  no_cable: 'No cable is plugged in, or there is nothing at its other end.',
  no_firmware: 'The firmware of this network card is not installed.',
  wrong_password: 'The password is wrong.',
  not_found: 'The network is not in reach.',
  no_address: 'The network gives no address: its router does not answer.',
  address_taken: 'Another device of the network has this address.',
  timed_out: 'The network did not answer in time.',
  link_lost: 'The network has ended the connection.',
  wifi_service: "The system's Wi-Fi service (wpa_supplicant) has failed.",
  bad_settings: 'The network does not work with these settings.',
  by_hand: 'Somebody has disconnected it.',
  forgotten: 'The network was forgotten.',
};

/** @param code number of `NMDeviceStateReason` */
export function reasonOf(code: unknown): StateReason | undefined {
  return typeof code === 'number' ? REASONS.get(code) : undefined;
}

/** Facts that say more than the reason that NetworkManager gives. */
export interface LinkFacts {
  /** Undefined for an interface without a plug. */
  readonly hasCable: boolean | undefined;
  readonly lacksFirmware: boolean;
}

/**
 * @param state number of `NMDeviceState`
 * @param code number of `NMDeviceStateReason`
 */
export function interfaceState(state: number, code: number, facts: LinkFacts): InterfaceState {
  const reason = obstacle(facts) ?? REASONS.get(code);
  if (state <= 10) return { kind: 'unmanaged' };
  if (state <= 20) return { kind: 'unavailable', reason };
  if (state <= 30) return { kind: 'disconnected', reason };
  if (state === 60) return { kind: 'connecting', step: 'password' };
  if (state <= 60) return { kind: 'connecting', step: 'link' };
  if (state <= 90) return { kind: 'connecting', step: 'address' };
  if (state <= 100) return { kind: 'connected' };
  return state <= 110 ? { kind: 'disconnecting', reason } : { kind: 'failed', reason };
}

/** NetworkManager names no reason at its start, and at a try to connect without a cable another one. */
function obstacle({ hasCable, lacksFirmware }: LinkFacts): StateReason | undefined {
  if (lacksFirmware) return 'no_firmware';
  return hasCable === false ? 'no_cable' : undefined;
}
