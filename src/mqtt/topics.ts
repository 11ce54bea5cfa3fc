/** Topics of a box. Everything that it publishes is below `tonearm/<id>`, but for the description that Home Assistant reads. */

export const STATE_GROUPS = ['player', 'volume', 'sleep', 'box'] as const;
/** States that change together, and are one JSON object on one topic. */
export type StateGroup = (typeof STATE_GROUPS)[number];

export const ONLINE = 'online';
export const OFFLINE = 'offline';

/** Where Home Assistant says that it has started, unless a person has named another topic there. */
const BIRTH = 'homeassistant/status';

export interface Topics {
  /** Name by which Home Assistant knows the device, and the broker the client. */
  readonly device: string;
  /** `online` or `offline`. */
  readonly availability: string;
  readonly states: Readonly<Record<StateGroup, string>>;
  /** Followed by the name of a command. */
  readonly commands: string;
  /** The description of the device. */
  readonly discovery: string;
  /** Where Home Assistant may say that it has started. */
  readonly births: readonly string[];
}

/** @param id of the box @param prefix below which Home Assistant looks for devices */
export function topicsOf(id: string, prefix: string): Topics {
  const base = `tonearm/${id}`;
  return {
    device: `tonearm_${id}`,
    availability: `${base}/availability`,
    states: { player: `${base}/player`, volume: `${base}/volume`, sleep: `${base}/sleep`, box: `${base}/box` },
    commands: `${base}/set/`,
    discovery: `${prefix}/device/tonearm_${id}/config`,
    births: [...new Set([BIRTH, `${prefix}/status`])],
  };
}

/** Every topic on which the broker retains something of a box: the description first, so that nobody misses its states. */
export const retainedTopics = ({ discovery, states, availability }: Topics): string[] => [
  discovery,
  ...Object.values(states),
  availability,
];
