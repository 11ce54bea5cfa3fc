/**
 * One client: reads lines, runs their commands one after the other, and reports the changes that the client waits for.
 * While a command runs, nothing more is read than what came with it. The connection is closed when a line or a list of
 * commands is too long, when the client sends nothing for a minute outside `idle`, when it does not read its answers, or
 * when it speaks another protocol.
 *
 *     bytes ─▶ lines ─▶ command │ list of commands ─▶ Interpreter ─▶ OK │ ACK
 *                     └─▶ idle … something changed │ noidle ─▶ OK
 */
import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { Turn } from '../library/turn.js';
import { ACK, ackLine, ackOf, Ack } from './ack.js';
import { subsystemOf } from './idle.js';
import type { Interpreter, Outcome } from './interpreter.js';
import { Goodbye, Reply } from './reply.js';
import { type ClientFacts, Session } from './session.js';

/** MPD's own bounds (`src/client/New.cxx`, `src/client/Config.cxx`). */
export interface ConnectionBounds {
  /** Characters of a line. */
  readonly line: number;
  /** Characters of a list of commands; a short line counts as `SHORTEST_LINE` of them. */
  readonly list: number;
  /** Milliseconds after which a client is closed that sends nothing, or reads nothing of its answers. */
  readonly silence: number;
}

export const BOUNDS: ConnectionBounds = { line: 16 * 1024, list: 2 * 1024 * 1024, silence: 60_000 };
const GREETING = 'OK MPD 0.24.0\n';
/** Milliseconds that a client which has closed its side of the connection has to read the rest of its answers. */
const GRACE = 5000;
/** How often a client that is silent is looked at before it is closed. */
const LOOKS = 4;
/** Characters of commands that wait to be run: from then on nothing more is read. */
const WAITING = 64 * 1024;
/** Characters that a line of a list counts at least: a string in an array takes about as many bytes. */
const SHORTEST_LINE = 64;
const LINE_BREAK = 0x0a;

interface CommandList {
  readonly isReported: boolean;
  readonly lines: string[];
  length: number;
}

export class Connection {
  readonly session: Session;
  readonly #decoder = new StringDecoder('utf8');
  /** The last piece that came ended within a line. */
  #isDecoding = false;
  #input = '';
  #list: CommandList | undefined;
  #isRunning = false;
  #isDone = false;
  #isReporting = false;
  readonly #turn = new Turn();
  /** Looks whether the client is silent. */
  #looks: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: Socket,
    client: ClientFacts,
    private readonly interpreter: Interpreter,
    private readonly bounds: ConnectionBounds = BOUNDS,
  ) {
    this.session = new Session(client, () => this.#reportSoon());
    socket.setNoDelay(true);
    // A phone that has left the network while it waits in `idle` closes nothing: the kernel's probes find that out.
    socket.setKeepAlive(true, bounds.silence);
    this.#endAfter(bounds.silence);
    socket.on('data', (bytes) => this.#take(bytes));
    socket.on('end', () => this.#end());
    socket.on('close', () => clearInterval(this.#looks));
    socket.write(GREETING);
  }

  close(): void {
    this.#isDone = true;
    this.socket.destroy();
  }

  #take(bytes: Buffer): void {
    if (this.#isDone) return;
    this.#input += this.#textOf(bytes);
    if (this.#isRunning) {
      if (this.#input.length > WAITING) this.socket.pause();
      return;
    }
    // Most often one command, which waits for nothing: it is answered in this turn.
    const isOne = this.#input.indexOf('\n') === this.#input.length - 1;
    const outcome = isOne ? this.#processNext() : undefined;
    if (outcome === 'closed') this.#finish();
    else if (outcome === undefined || outcome instanceof Promise) void this.#run(outcome);
  }

  /** A piece that ends with a line ends no character early, and none was begun before it where the decoder is not in use. */
  #textOf(bytes: Buffer): string {
    const endsWithLine = bytes[bytes.length - 1] === LINE_BREAK;
    if (!this.#isDecoding && endsWithLine) return bytes.toString();
    this.#isDecoding = !endsWithLine;
    return this.#decoder.write(bytes);
  }

  #processNext(): Outcome | Promise<Outcome> | undefined {
    const line = this.#nextLine();
    return line === undefined ? undefined : this.#process(line);
  }

  /** The client has closed its side of the connection. The commands that it sent before are still answered. */
  #end(): void {
    this.#isDone = true;
    this.#endAfter(Math.min(this.bounds.silence, GRACE));
    if (!this.#isRunning) this.#finish();
  }

  /** Closes the connection once the client has read what was sent. */
  #finish(): void {
    this.#isDone = true;
    this.socket.end(() => this.close());
  }

  /** Takes the client for silent once nothing was sent or read for so long: a timer set anew by each command costs as much. */
  #endAfter(silence: number): void {
    clearInterval(this.#looks);
    const { socket } = this;
    const moved = (): number => socket.bytesRead + socket.bytesWritten - socket.writableLength;
    let before = moved();
    let quiet = 0;
    this.#looks = setInterval(() => {
      const now = moved();
      quiet = now === before ? quiet + 1 : 0;
      before = now;
      if (quiet === LOOKS) this.#isSilent();
    }, silence / LOOKS).unref();
  }

  /** Nothing was sent or read for a while. Closes the connection, unless a command runs that does not wait for the client. */
  #isSilent(): void {
    const isBusy = this.#isRunning && !this.#isDone && this.socket.writableLength === 0;
    if (isBusy) this.#endAfter(this.bounds.silence);
    else this.close();
  }

  /** Runs what has come, one command after the other. Never rejects. @param first that runs already */
  async #run(first?: Outcome | Promise<Outcome>): Promise<void> {
    this.#isRunning = true;
    try {
      if ((await first) === 'closed') {
        this.#finish();
        return;
      }
      for (let line = this.#nextLine(); line !== undefined && !this.socket.destroyed; line = this.#nextLine()) {
        if ((await this.#process(line)) === 'closed') {
          this.#finish();
          return;
        }
        if (this.#turn.isOver) await this.#turn.end();
      }
      if (this.#input.length > this.bounds.line) this.close();
      else if (this.#isDone) this.#finish();
    } finally {
      this.#isRunning = false;
    }
  }

  #nextLine(): string | undefined {
    const end = this.#input.indexOf('\n');
    if (end < 0 || end > this.bounds.line) return undefined;
    const line = withoutSpaceBehind(this.#input.slice(0, end));
    this.#input = this.#input.slice(end + 1);
    // A socket that is paused does not notice that the client has closed it.
    if (this.#input.length < WAITING) this.socket.resume();
    return line;
  }

  #process(line: string): Outcome | Promise<Outcome> {
    // Another protocol: the first letter of GET, POST or a TLS hello is no small one.
    const first = line.charCodeAt(0);
    if (!(first >= 0x61 && first <= 0x7a)) return 'closed';
    const { idle } = this.session;
    if (line === 'noidle') {
      if (this.#list !== undefined) return 'closed';
      if (!idle.cancel()) return 'ok';
      this.#endAfter(this.bounds.silence);
      this.socket.write('OK\n');
      return 'ok';
    }
    if (idle.isWaiting) return 'closed';
    if (this.#list !== undefined) return this.#gather(line, this.#list);
    if (line === 'command_list_begin' || line === 'command_list_ok_begin') {
      this.#list = { isReported: line === 'command_list_ok_begin', lines: [], length: 0 };
      return 'ok';
    }
    if (line.startsWith('idle') && /^idle(?:\s|$)/.test(line)) return this.#wait(line);
    return this.#runOne(line);
  }

  #runOne(line: string): Outcome | Promise<Outcome> {
    const { session, socket } = this;
    const reply = new Reply(socket);
    const outcome = this.interpreter.run(line, 0, session, reply);
    if (outcome instanceof Promise) return outcome.then((ended) => this.#finishAnswer(ended, 0, reply));
    if (session.isSaving || reply.isHeldUp) return this.#finishAnswer(outcome, 0, reply);
    if (outcome === 'ok') reply.text('OK\n');
    reply.flush();
    return outcome;
  }

  /** Ends an answer: what the commands changed is durable before the client gets its `OK`. @param index of the last command */
  async #finishAnswer(outcome: Outcome, index: number, reply: Reply): Promise<Outcome> {
    const refusal = await this.#saved(index);
    if (outcome === 'ok') reply.text(refusal ?? 'OK\n');
    reply.flush();
    await hasRoom(reply);
    return outcome;
  }

  #gather(line: string, list: CommandList): Outcome | Promise<Outcome> {
    if (line === 'idle') return 'closed';
    if (line === 'command_list_end') {
      this.#list = undefined;
      return this.#runAll(list.lines, list.isReported);
    }
    list.length += Math.max(line.length + 1, SHORTEST_LINE);
    if (list.length > this.bounds.list) return 'closed';
    list.lines.push(line);
    return 'ok';
  }

  async #runAll(lines: readonly string[], isReported: boolean): Promise<Outcome> {
    const { session, socket } = this;
    const reply = new Reply(socket);
    let outcome: Outcome = 'ok';
    for (const [index, line] of lines.entries()) {
      if (this.#turn.isOver) await this.#turn.end();
      outcome = await this.interpreter.run(line, index, session, reply);
      if (outcome !== 'ok' || reply.isGone) break;
      if (isReported) reply.text('list_OK\n');
      // Most commands send little and do not wait themselves; a long list of them must.
      if (!(await hasRoom(reply))) outcome = 'closed';
      if (outcome !== 'ok') break;
    }
    return this.#finishAnswer(outcome, Math.max(lines.length - 1, 0), reply);
  }

  /** Resolves when all that was changed is durable. @returns the refusal when something is not */
  async #saved(index: number): Promise<string | undefined> {
    try {
      await this.session.settled();
      return undefined;
    } catch (error) {
      return ackLine(ackOf(error) ?? new Ack(ACK.system, 'Internal error'), index, '');
    }
  }

  #wait(line: string): Outcome {
    const names = line.split(/\s+/).slice(1);
    const subsystems = names.map((name) => subsystemOf(name.replace(/^"(.*)"$/, '$1')));
    const unknown = subsystems.indexOf(undefined);
    if (unknown >= 0) {
      const ack = new Ack(ACK.argument, `Unrecognized idle event: ${names[unknown] ?? ''}`);
      this.socket.write(ackLine(ack, 0, 'idle'));
      return 'refused';
    }
    this.session.picture = undefined;
    this.session.idle.wait(subsystems.filter((each) => each !== undefined));
    // A change may take days to come, and no timer runs until then.
    clearInterval(this.#looks);
    // What has changed before is reported at once.
    this.#report();
    return 'ok';
  }

  /** What changes in one turn of the event loop is reported together. */
  #reportSoon(): void {
    if (this.#isReporting || !this.session.idle.isWaiting) return;
    this.#isReporting = true;
    setImmediate(() => {
      this.#isReporting = false;
      this.#report();
    });
  }

  /** Ends `idle` when something has changed of what is awaited. */
  #report(): void {
    const changed = this.session.idle.take();
    if (changed === undefined || this.socket.destroyed) return;
    this.#endAfter(this.bounds.silence);
    this.socket.write(`${changed}OK\n`);
  }
}

/** Waits until the client has read enough of its answers. @returns false when it has gone */
async function hasRoom(reply: Reply): Promise<boolean> {
  try {
    await reply.room();
    return true;
  } catch (error) {
    if (error instanceof Goodbye) return false;
    throw error;
  }
}

/** A line without the spaces and control characters at its end, in linear time. */
function withoutSpaceBehind(line: string): string {
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) <= 0x20) end -= 1;
  return line.slice(0, end);
}
