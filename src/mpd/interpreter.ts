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

export interface InterpreterDeps {
  readonly commands: ReadonlyMap<string, Command>;
  readonly pin: PinCheck;
  readonly log: Log;
}

export class Interpreter {
  constructor(private readonly deps: InterpreterDeps) {}

  /** Runs the command of a line. Never rejects. @param index of the command in its list */
  async run(line: string, index: number, session: Session, reply: Reply): Promise<Outcome> {
    let name = '';
    try {
      const word = this.#nameOf(line, index, reply);
      if (word === undefined) return 'closed';
      const args = argumentsAfter(line, word.end);
      const command = this.deps.commands.get(word.name);
      if (command === undefined) throw new Ack(ACK.unknown, `unknown command ${quoted(word.name)}`);
      ({ name } = command);
      await this.#requirePermission(command, session);
      requireCount(command, args.length);
      await command.handler({ args, session, reply });
      return 'ok';
    } catch (error) {
      if (error instanceof Goodbye) return 'closed';
      reply.text(ackLine(this.#explained(error, name), index, name));
      return 'refused';
    }
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

function requireCount({ name, least, most }: Command, count: number): void {
  if (least === most && count !== most) throw badArgument(`wrong number of arguments for ${quoted(name)}`);
  if (count < least) throw badArgument(`too few arguments for ${quoted(name)}`);
  if (count > most) throw badArgument(`too many arguments for ${quoted(name)}`);
}
