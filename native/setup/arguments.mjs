import { parseArgs } from 'node:util';

/** Exit code for an invalid command line; 1 is a failure of the work. */
const MISUSE = 2;

/**
 * Reads a command line strictly. `--help` prints the help and ends the process with 0; an unknown option, a missing or
 * superfluous value, or an operand that is not allowed prints what was wrong and the help, and ends it with 2.
 *
 * @param usage `{ command, about, options, operands }`, an entry of `USAGE`:
 *   - `options`: long name → `{ type, help, value, choices, bare }`. `type` is that of `util.parseArgs`, 'boolean' or
 *     'string'; `value` names a string in the help; `choices` are all that it may be; with `bare: true` the value may be
 *     left out and is then ''.
 *   - `operands`: `{ name, help, choices }` for arguments that are not options; without it there may be none.
 *     `choices` is a list, or an object of name → explanation.
 * @param args without the program and the script
 * @returns `{ options, operands }`: values by long name, absent where not given; a list of strings
 */
export function readArguments(usage, args = process.argv.slice(2)) {
  let read;
  try {
    read = parse(usage, args);
  } catch (error) {
    process.stderr.write(`${error.message.replace(/\. To specify.*/s, '')}\n\n${help(usage)}`);
    process.exit(MISUSE);
  }
  if (read.options.help) {
    process.stdout.write(help(usage));
    process.exit(0);
  }
  return read;
}

function parse({ options = {}, operands }, args) {
  const { values, positionals } = parseArgs({
    args: args.map((arg) => (options[arg.slice(2)]?.bare && arg.startsWith('--') ? `${arg}=` : arg)),
    options: {
      ...Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }])),
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: operands !== undefined,
  });
  if (values.help) return { options: values, operands: positionals };
  for (const [name, { choices }] of Object.entries(options)) {
    if (values[name] !== undefined) checkChoice(`--${name}`, values[name], choices);
  }
  for (const operand of positionals) checkChoice(operands.name, operand, operands.choices);
  return { options: values, operands: positionals };
}

function checkChoice(what, value, choices) {
  if (choices === undefined) return;
  const names = Array.isArray(choices) ? choices : Object.keys(choices);
  if (!names.includes(value)) throw new Error(`${what} cannot be '${value}': there are ${names.join(', ')}`);
}

/** Text of `--help`. */
export function help({ command, about, options = {}, operands }) {
  const rows = Object.entries(options).map(([name, option]) => [`--${name}${valueOf(option)}`, option.help]);
  rows.push(['--help', 'this text']);
  const explained = operands !== undefined && operands.choices !== undefined && !Array.isArray(operands.choices);
  const choices = explained ? Object.entries(operands.choices) : [];
  const width = Math.max(...[...rows, ...choices].map(([left]) => left.length)) + 2;
  const list = (entries) => entries.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
  const line = `${command} [OPTION…]${operands === undefined ? '' : ` [${operands.name}…]`}`;
  const lines = [`Usage: ${line}\n\n${about}\n\n${list(rows)}`];
  if (operands !== undefined) lines.push(`\n${operands.name}: ${operands.help}\n${list(choices)}`);
  return lines.join('');
}

function valueOf({ type, value = 'VALUE', choices, bare }) {
  if (type !== 'string') return '';
  const text = `=${choices?.join('|') ?? value}`;
  return bare ? `[${text}]` : text;
}
