/** The connection itself: what the client wants to see, its password, what the server knows. */
import { Forbidden, TooManyAttempts } from '../../errors.js';
import type { PinNeed } from '../../system/pin.js';
import { mediaType, PLAYABLE } from '../../tags/media-types.js';
import { ACK, Ack, badArgument } from '../ack.js';
import { unsigned } from '../arguments.js';
import { type Command, command, MANY } from '../command.js';
import type { Context } from '../context.js';
import { Goodbye, type Reply } from '../reply.js';
import { BINARY_LIMIT, type Session } from '../session.js';
import { KNOWN_TAGS, tagNamed, type TagName } from '../tag-names.js';

const FEATURE = 'hide_playlists_in_root';

/** What no client may do over a network: end the daemon of an appliance. */
const NEVER = 'kill';

/** @param all every command of the protocol, by name; complete when it is first asked for */
export function connectionCommands({ pin, pinCheck }: Context, all: () => ReadonlyMap<string, Command>): Command[] {
  async function isAllowed(session: Session, need: PinNeed): Promise<boolean> {
    try {
      return await pinCheck.allows(session, need);
    } catch (error) {
      if (error instanceof TooManyAttempts) return false;
      throw error;
    }
  }

  /** Each need is checked once: a wrong PIN counts as a guess each time. */
  async function available(session: Session): Promise<Map<string, boolean>> {
    const met = new Map<PinNeed | undefined, boolean>([[undefined, true]]);
    const allowed = new Map<string, boolean>();
    for (const { name, need } of all().values()) {
      if (need !== undefined && !met.has(need)) met.set(need, await isAllowed(session, need));
      allowed.set(name, name !== NEVER && met.get(need) === true);
    }
    return new Map([...allowed].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  async function listCommands(session: Session, reply: Reply, isAllowed: boolean): Promise<void> {
    for (const [name, allowed] of await available(session)) if (allowed === isAllowed) reply.line('command', name);
  }

  async function password(given: string, session: Session): Promise<void> {
    const wrong = (): Ack => new Ack(ACK.password, 'incorrect password');
    if (!(await pin.read()).isSet) throw wrong();
    try {
      await pin.require({ ...session.given, pin: given }, 'always');
    } catch (error) {
      if (error instanceof TooManyAttempts) throw new Ack(ACK.password, error.message);
      throw error instanceof Forbidden ? wrong() : error;
    }
    session.remember(given);
  }

  return [
    command('ping', [0, 0], () => undefined),
    command('close', [0, MANY], () => {
      throw new Goodbye();
    }),
    command(NEVER, [0, MANY], () => {
      throw new Ack(ACK.permission, `you don't have permission for "kill"`);
    }),
    command('config', [0, 0], () => {
      throw new Ack(ACK.permission, 'Command only permitted to local clients');
    }),
    // Outside of lists `idle` never comes here: the connection waits.
    command('idle', [0, MANY], () => {
      throw new Ack(ACK.notList, 'idle is not possible in a command list');
    }),
    command('password', [1, 1], ({ args: [given = ''], session }) => password(given, session)),
    command('commands', [0, 0], ({ session, reply }) => listCommands(session, reply, true)),
    command('notcommands', [0, 0], ({ session, reply }) => listCommands(session, reply, false)),
    command('binarylimit', [1, 1], ({ args: [limit = ''], session }) => {
      const bytes = unsigned(limit, BINARY_LIMIT.most);
      if (bytes < BINARY_LIMIT.least) throw badArgument('Value too small');
      session.binaryLimit = bytes;
    }),
    command('tagtypes', [0, MANY], ({ args, session, reply }) => tagTypes(args, session, reply)),
    command('protocol', [0, MANY], ({ args, session, reply }) => protocol(args, session, reply)),
    command('urlhandlers', [0, 0], ({ reply }) => reply.text('handler: http://\nhandler: https://\n')),
    command('decoders', [0, 0], ({ reply }) => {
      reply.line('plugin', 'tonearm');
      for (const ending of PLAYABLE) reply.line('suffix', ending);
      const types = new Set([...PLAYABLE].map((ending) => mediaType(`a.${ending}`)));
      for (const type of types) reply.line('mime_type', type);
    }),
  ];
}

/** @throws Ack */
function tagsNamed(names: readonly string[]): TagName[] {
  if (names.length === 0) throw badArgument('Not enough arguments');
  return names.map((name) => {
    const tag = tagNamed(name);
    if (tag === undefined) throw badArgument('Unknown tag type');
    return tag;
  });
}

function requireNone(names: readonly string[]): void {
  if (names.length > 0) throw badArgument('Too many arguments');
}

function tagTypes([action, ...names]: readonly string[], session: Session, reply: Reply): void {
  const mask = session.tagMask;
  const now = (): Set<TagName> => new Set(mask ?? KNOWN_TAGS);
  switch (action) {
    case undefined:
      for (const name of KNOWN_TAGS) if (mask === undefined || mask.has(name)) reply.line('tagtype', name);
      return;
    case 'available':
      for (const name of KNOWN_TAGS) reply.line('tagtype', name);
      return;
    case 'all':
      requireNone(names);
      session.tagMask = undefined;
      return;
    case 'clear':
      requireNone(names);
      session.tagMask = new Set();
      return;
    case 'enable':
      session.tagMask = new Set([...now(), ...tagsNamed(names)]);
      return;
    case 'disable': {
      const gone = new Set(tagsNamed(names));
      session.tagMask = new Set([...now()].filter((name) => !gone.has(name)));
      return;
    }
    case 'reset':
      session.tagMask = new Set(tagsNamed(names));
      return;
    default:
      throw badArgument('Unknown sub command');
  }
}

function protocol([action, ...names]: readonly string[], session: Session, reply: Reply): void {
  const requireFeatures = (): void => {
    if (names.length === 0) throw badArgument('Not enough arguments');
    // The misspelling is MPD's own.
    if (names.some((name) => name.toLowerCase() !== FEATURE)) throw badArgument('Unknown protcol feature');
  };
  switch (action) {
    case undefined:
      if (session.hidesPlaylistsInRoot) reply.line('feature', FEATURE);
      return;
    case 'available':
      requireNone(names);
      reply.line('feature', FEATURE);
      return;
    case 'all':
    case 'clear':
      requireNone(names);
      session.hidesPlaylistsInRoot = action === 'all';
      return;
    case 'enable':
    case 'disable':
      requireFeatures();
      session.hidesPlaylistsInRoot = action === 'enable';
      return;
    default:
      throw badArgument('Unknown sub command');
  }
}
