/** Looks up and runs commands, and answers with what goes wrong. Thread: main. */
import type { Log } from '../log.js';
import { ACK, Ack, ackLine, ackOf, badArgument, quoted } from './ack.js';
import type { Command } from './command.js';
import type { PinCheck } from './deps.js';
import { Goodbye, type Reply } from './reply.js';
import type { Session } from './session.js';
import { argumentsAfter, commandName } from './tokens.js';

/** What the connection does after a command. */
export type Outcome =
  | 'ok'
  /** The command was refused, and the client has the reason. */
  | 'refused'
  /** The connection is to be closed. */
  | 'closed';

const NONE: readonly string[] = [];

export interface InterpreterDeps {
  readonly commands: ReadonlyMap<string, Command>;
  readonly pin: PinCheck;
  readonly log: Log;
}

export class Interpreter {
  constructor(private readonly deps: InterpreterDeps) {}

  /**
   * Runs the command of a line, in this turn of the event loop where it waits for nothing. Neither throws nor rejects.
   * @param index of the command in its list
   */
  run(line: string, index: number, session: Session, reply: Reply): Outcome | Promise<Outcome> {
    let name = '';
    const refused = (error: unknown): Outcome => {
      if (error instanceof Goodbye) return 'closed';
      reply.text(ackLine(this.#explained(error, name), index, name));
      return 'refused';
    };
    try {
      let command = this.deps.commands.get(line);
      let args: readonly string[] = NONE;
      if (command === undefined) {
        const word = this.#nameOf(line, index, reply);
        if (word === undefined) return 'closed';
        args = argumentsAfter(line, word.end);
        command = this.deps.commands.get(word.name);
        if (command === undefined) throw new Ack(ACK.unknown, `unknown command ${quoted(word.name)}`);
      }
      ({ name } = command);
      const done = command.need === undefined ? invoke(command, args, session, reply) : undefined;
      if (command.need === undefined && done === undefined) return 'ok';
      return (done ?? this.#invokeProtected(command, args, session, reply)).then(() => 'ok', refused);
    } catch (error) {
      return refused(error);
    }
  }

  async #invokeProtected(command: Command, args: readonly string[], session: Session, reply: Reply): Promise<void> {
    await this.#requirePermission(command, session);
    await invoke(command, args, session, reply);
  }

  /** @returns undefined for a client that does not speak the protocol */
  #nameOf(line: string, index: number, reply: Reply): ReturnType<typeof commandName> | undefined {
    try {
      return commandName(line);
    } catch (error) {
      reply.text(ackLine(this.#explained(error, ''), index, ''));
      return undefined;
    }
  }

  async #requirePermission({ need, name }: Command, session: Session): Promise<void> {
    if (need === undefined || (await this.deps.pin.allows(session, need))) return;
    throw new Ack(ACK.permission, `you don't have permission for ${quoted(name)}`);
  }

  #explained(error: unknown, command: string): Ack {
    const ack = ackOf(error);
    if (ack !== undefined) return ack;
    this.deps.log.error('command: failed (a fault of ours)', { command, error });
    return new Ack(ACK.system, 'Internal error');
  }
}

/** @throws Ack, and what the handler throws or rejects with */
function invoke(command: Command, args: readonly string[], session: Session, reply: Reply): void | Promise<void> {
  requireCount(command, args.length);
  return command.handler({ args, session, reply });
}

function requireCount({ name, least, most }: Command, count: number): void {
  if (least === most && count !== most) throw badArgument(`wrong number of arguments for ${quoted(name)}`);
  if (count < least) throw badArgument(`too few arguments for ${quoted(name)}`);
  if (count > most) throw badArgument(`too many arguments for ${quoted(name)}`);
}
