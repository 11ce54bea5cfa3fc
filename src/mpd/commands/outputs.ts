/** Outputs. One of them plays: enabling another one chooses it, and the chosen one cannot be switched off. */
import { badArgument, notSupported } from '../ack.js';
import { unsigned } from '../arguments.js';
import { type Command, command } from '../command.js';
import type { Context } from '../context.js';

const PLUGINS = { builtin: 'alsa', alsa: 'alsa', bluetooth: 'bluealsa', snapcast: 'snapcast', upnp: 'upnp' } as const;

export function outputCommands({ outputs, outputIds }: Context): Command[] {
  const isCurrent = (id: string): boolean => outputs.current().id === id;

  function refuseSilence(id: string): void {
    if (isCurrent(id)) throw notSupported('One output always plays here: enable another one instead');
  }

  return [
    command('outputs', [0, 0], async ({ reply }) => {
      await outputs.refresh();
      for (const { id, device } of outputIds.all()) {
        reply.line('outputid', id);
        reply.line('outputname', device.name);
        reply.line('plugin', PLUGINS[device.service]);
        reply.line('outputenabled', Number(isCurrent(device.id)));
      }
    }),
    command('enableoutput', [1, 1], async ({ args: [number = ''] }) => {
      const { id } = outputIds.get(unsigned(number));
      if (!isCurrent(id)) await outputs.choose(id);
    }),
    command('disableoutput', [1, 1], ({ args: [number = ''] }) => refuseSilence(outputIds.get(unsigned(number)).id)),
    command('toggleoutput', [1, 1], async ({ args: [number = ''] }) => {
      const { id } = outputIds.get(unsigned(number));
      refuseSilence(id);
      await outputs.choose(id);
    }),
    command('outputset', [3, 3], ({ args: [number = '', name = ''] }) => {
      outputIds.get(unsigned(number));
      if (!/^[A-Za-z0-9_]+$/.test(name)) throw badArgument('Illegal attribute name');
      throw badArgument('Unsupported attribute');
    }),
  ];
}
