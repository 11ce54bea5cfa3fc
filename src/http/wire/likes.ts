/** Which of some records are liked. */
import { listOf, named, words } from '../schema.js';

/** Ids of one kind in one question. */
const MOST = 100;
const ID_LENGTH = 100;

const asked = (of: string) =>
  ({ ...listOf(words(ID_LENGTH, 'Id.'), `Ids of ${of}, at most ${MOST}.`), maxItems: MOST }) as const;
const liked = (of: string) => listOf({ type: 'string', description: 'Id.' } as const, `Ids of ${of}, in no order.`);

export const LikesQuestionSchema = named('LikesQuestion').object('Records that a client shows.', [], {
  tracks: asked('tracks'),
  albums: asked('albums'),
});

export const LikesAmongSchema = named('LikesAmong').record('Those of the question that are liked.', {
  tracks: liked('tracks'),
  albums: liked('albums'),
});
