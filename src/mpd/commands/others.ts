/** Messages between clients; and partitions, mounts and neighbours, which there are none of here. */
import { ACK, Ack, badArgument, notSupported } from '../ack.js';
import { type Command, command } from '../command.js';
import type { Context } from '../context.js';
import { MOST_CHANNELS } from '../session.js';
import { compareBytes } from '../selection.js';

const CHANNEL = /^[A-Za-z0-9_.:-]{1,200}$/;

export function messageCommands({ sessions }: Context): Command[] {
  const reportToAll = (): void => {
    for (const session of sessions()) session.note('subscription');
  };
  return [
    command('subscribe', [1, 1], ({ args: [channel = ''], session }) => {
      if (!CHANNEL.test(channel)) throw badArgument('invalid channel name');
      if (session.channels.has(channel)) throw new Ack(ACK.exist, 'already subscribed to this channel');
      if (session.channels.size >= MOST_CHANNELS) throw new Ack(ACK.exist, 'subscription list is full');
      session.channels.add(channel);
      reportToAll();
    }),
    command('unsubscribe', [1, 1], ({ args: [channel = ''], session }) => {
      if (!session.channels.delete(channel)) throw new Ack(ACK.noExist, 'not subscribed to this channel');
      reportToAll();
    }),
    command('channels', [0, 0], ({ reply }) => {
      const channels = new Set([...sessions()].flatMap((session) => [...session.channels]));
      for (const channel of [...channels].sort(compareBytes)) reply.line('channel', channel);
    }),
    command('readmessages', [0, 0], ({ session, reply }) => {
      for (const { channel, text } of session.takeMessages()) {
        reply.line('channel', channel);
        reply.line('message', text);
      }
    }),
    command('sendmessage', [2, 2], ({ args: [channel = '', text = ''] }) => {
      if (!CHANNEL.test(channel)) throw badArgument('invalid channel name');
      const received = [...sessions()].filter((session) => session.receive({ channel, text }));
      if (received.length === 0) throw new Ack(ACK.noExist, 'nobody is subscribed to this channel');
    }),
  ];
}

export function singleCommands({ outputIds }: Context): Command[] {
  const isDefault = (name: string): boolean => name === 'default';
  return [
    command('listpartitions', [0, 0], ({ reply }) => reply.line('partition', 'default')),
    command('partition', [1, 1], ({ args: [name = ''] }) => {
      if (!isDefault(name)) throw new Ack(ACK.noExist, 'partition does not exist');
    }),
    command('newpartition', [1, 1], ({ args: [name = ''] }) => {
      if (!/^[A-Za-z0-9_-]+$/.test(name)) throw badArgument('bad name');
      if (isDefault(name)) throw new Ack(ACK.exist, 'name already exists');
      throw notSupported('There is one player, and one partition');
    }),
    command('delpartition', [1, 1], ({ args: [name = ''] }) => {
      if (!/^[A-Za-z0-9_-]+$/.test(name)) throw badArgument('bad name');
      if (isDefault(name)) throw new Ack(ACK.unknown, 'cannot delete the default partition');
      throw new Ack(ACK.noExist, 'no such partition');
    }),
    command('moveoutput', [1, 1], ({ args: [name = ''] }) => {
      if (!outputIds.all().some(({ device }) => device.name === name)) throw new Ack(ACK.noExist, 'No such output');
    }),
    command('listmounts', [0, 0], ({ reply }) => reply.text('mount: \n')),
    command('mount', [2, 2], () => {
      throw notSupported('Network shares are added on the page of the box');
    }),
    command('unmount', [1, 1], () => {
      throw badArgument('Not a mount point');
    }),
    command('listneighbors', [0, 0], () => {
      throw new Ack(ACK.unknown, 'No neighbor plugin configured');
    }),
  ];
}
