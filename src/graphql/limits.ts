/**
 * Bounds on what an operation may ask for, looked at before anything else is done with it: how deep it goes, how many fields
 * it names, and what all of it may cost. A client that follows a schema never comes near to them.
 */
import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { Unprocessable } from '../errors.js';
import type { GraphqlLibrary } from './library.js';

/** Characters of a document. */
export const LONGEST_DOCUMENT = 64 * 1024;
/** Names, signs and values of a document. */
export const MOST_TOKENS = 4000;
/** The introspection query of graphql-js, which goes deepest of all that clients send, has 14 levels. */
const DEEPEST = 16;
/** With fragments put in: the same query has some 300. Comparing fields with each other takes the square of it. */
const MOST_FIELDS = 1000;
const MOST_COST = 100_000;
/** Cost of a root field, which may be a command that is saved to the disk; that of any other is 1. */
const ROOT_COST = 1000;
/** Cost of a list of the library, which may have a hundred thousand rows. */
const LIST_COST = 5000;

const LISTS: ReadonlySet<string> = new Set([
  ...[
    'albums',
    'artists',
    'tracks',
    'genres',
    'album',
    'artist',
    'genre',
    'genreTracks',
    'genreAlbums',
    'genreArtists',
  ],
  ...['filterAlbums', 'filterArtists', 'likedTracks', 'likedAlbums', 'savedPlaylistTracks', 'savedPlaylistTrackIds'],
  ...['smartPlaylists', 'smartPlaylistTracks', 'smartPlaylistTrackIds', 'playlistGetCurrent', 'search', 'scanLibrary'],
]);

/** How many times what is below a list of the introspection is answered, roughly. */
const TIMES: Readonly<Record<string, number>> = {
  ...{ types: 35, fields: 15, inputFields: 5, directives: 5 },
};

export interface Weight {
  readonly fields: number;
  readonly depth: number;
  readonly cost: number;
}

/** @throws Unprocessable GRAPHQL_TOO_COMPLEX */
export function requireBounded(library: GraphqlLibrary, document: DocumentNode): Weight {
  const scales = new Scales(library, document);
  return scales.weigh();
}

class Scales {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  #steps = 0;
  #fields = 0;
  #depth = 0;
  #cost = 0;

  constructor(
    private readonly library: GraphqlLibrary,
    private readonly document: DocumentNode,
  ) {
    const { Kind } = library;
    const fragments = document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? node : []));
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]));
  }

  weigh(): Weight {
    const { Kind } = this.library;
    for (const node of this.document.definitions) {
      if (node.kind === Kind.OPERATION_DEFINITION) this.#add(node.selectionSet, 1, 1, new Set());
    }
    return { fields: this.#fields, depth: this.#depth, cost: this.#cost };
  }

  /** @param times how many times the selection is answered @param open fragments that are being looked at */
  #add(set: SelectionSetNode, depth: number, times: number, open: ReadonlySet<string>): void {
    const { Kind } = this.library;
    this.#depth = Math.max(this.#depth, depth);
    if (depth > DEEPEST) refuse(`goes deeper than ${DEEPEST} levels`);
    for (const node of set.selections) {
      this.#steps += 1;
      if (this.#steps > MOST_FIELDS) refuse(`names more than ${MOST_FIELDS} fields`);
      if (node.kind === Kind.INLINE_FRAGMENT) this.#add(node.selectionSet, depth, times, open);
      else if (node.kind === Kind.FRAGMENT_SPREAD) {
        const name = node.name.value;
        const fragment = this.#fragments.get(name);
        // A circle is refused by the validation.
        if (fragment !== undefined && !open.has(name)) {
          this.#add(fragment.selectionSet, depth, times, new Set([...open, name]));
        }
      } else {
        const name = node.name.value;
        this.#fields += 1;
        this.#cost += times * (depth > 1 ? 1 : LISTS.has(name) ? LIST_COST : ROOT_COST);
        if (this.#cost > MOST_COST) refuse('asks for too much at once');
        if (node.selectionSet !== undefined) this.#add(node.selectionSet, depth + 1, times * (TIMES[name] ?? 1), open);
      }
    }
  }
}

function refuse(what: string): never {
  throw new Unprocessable('GRAPHQL_TOO_COMPLEX', `The document ${what}: send it in parts.`);
}
