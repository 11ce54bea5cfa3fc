/**
 * Fields of rockboxd's schema behind which it has nothing yet: placeholders that answer their own names. Here they are
 * refused, so that nobody takes them for an answer.
 */
import { Unprocessable } from '../../errors.js';
import type { Resolvers, SchemaPart } from '../request.js';

const QUERIES = ['soundDefault', 'soundVal2Phys', 'getPitch', 'getResumeInfo', 'getTrackInfo'] as const;
const MUTATIONS = [
  ...['playlistSetModified', 'playlistSync', 'soundSet', 'soundMin', 'soundMax', 'soundUnit', 'setPitch', 'beepPlay'],
  ...['pcmbufPlay', 'pcmbufFade', 'pcmbufSetLowLatency', 'systemSoundPlay', 'keyclickClick'],
] as const;

const refusing = (names: readonly string[]): Resolvers =>
  Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        throw new Unprocessable('NOT_SUPPORTED', `This box does not know ${name}.`);
      },
    ]),
  );

const fields = (names: readonly string[]): string =>
  names.map((name) => `  """Refused: there is nothing behind it."""\n  ${name}: String!`).join('\n');

export const UNSUPPORTED: SchemaPart = {
  text: `
type Query {
${fields(QUERIES)}
}

type Mutation {
${fields(MUTATIONS)}
}
`,
  Query: refusing(QUERIES),
  Mutation: refusing(MUTATIONS),
};
