/** Puts the engine and its pipeline together. */
import { confineNextTo } from '../../confined.js';
import type { GuardedHttp } from '../../net/guarded-http.js';
import { Capture } from '../../streams/capture.js';
import { RemoteFeed } from '../../streams/remote-feed.js';
import type { EngineEvents } from './engine-deps.js';
import { Engine } from './engine.js';
import { Pipeline, type PipelineDeps } from './pipeline.js';
import type { SourceResolverDeps } from './source-resolver.js';

export interface CreateEngineDeps extends PipelineDeps, SourceResolverDeps {
  /** Fetches what is on other machines. */
  readonly http: GuardedHttp;
}

export interface CreatedEngine {
  readonly engine: Engine;
  readonly pipeline: Pipeline;
}

export function createEngine(deps: CreateEngineDeps, events: EngineEvents): CreatedEngine {
  const { http, readGains, findPart, clock, log } = deps;
  const confine = confineNextTo(deps.nativeFile);
  let pipeline: Pipeline | undefined;
  const engine = new Engine(
    (pipelineEvents) => (pipeline = new Pipeline(deps, pipelineEvents)),
    {
      ...{ readGains, findPart, clock, log },
      openFeed: (address, from, listener) => new RemoteFeed({ http, confine, log }, address, from, listener),
      openCapture: (source, ended) => new Capture(source, ended),
    },
    events,
  );
  if (pipeline === undefined) throw new Error('the engine builds its pipeline at once');
  return { engine, pipeline };
}
