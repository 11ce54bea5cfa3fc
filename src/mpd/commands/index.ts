/** All commands, by name. */
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { browseCommands } from './browse.js';
import { connectionCommands } from './connection.js';
import { databaseCommands } from './database.js';
import { messageCommands, singleCommands } from './others.js';
import { outputCommands } from './outputs.js';
import { playerCommands } from './player.js';
import { playlistCommands } from './playlists.js';
import { queueCommands } from './queue.js';
import { stickerCommands } from './stickers.js';
import { volumeCommands } from './volume.js';

export function allCommands(context: Context): ReadonlyMap<string, Command> {
  const all = new Map<string, Command>();
  const tables = [
    ...[playerCommands, queueCommands, volumeCommands, databaseCommands, browseCommands, playlistCommands],
    ...[stickerCommands, outputCommands, messageCommands, singleCommands],
  ].map((table) => table(context));
  for (const command of [...tables.flat(), ...connectionCommands(context, () => all)]) all.set(command.name, command);
  return all;
}
