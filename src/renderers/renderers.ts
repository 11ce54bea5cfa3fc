/**
 * UPnP/DLNA renderers of the home network as outputs. What finds them is loaded once the daemon runs, and what plays to them
 * with the first that is chosen. Thread: main.
 *
 *   SSDP ──▶ discovery ──▶ Renderers ──list──▶ Outputs
 *                             └──pipelineOf──▶ PipelineSwitch ──▶ RendererPipeline ──▶ RendererSession ──▶ renderer
 */
import type { OutputDevice, OutputSource } from '../devices/output-device.js';
import { Listeners } from '../listeners.js';
import { OutputUnavailable, type Sink } from '../output/sinks/sink.js';
import type { RemotePipeline } from '../playback/engine/remote-pipeline.js';
import type { RendererDescription } from './discovery/description.js';
import type { DiscoveryDeps, RendererDiscovery } from './discovery/discovery.js';
import type { MediaDeps } from './playing/media.js';
import type { RendererLinkDeps } from './playing/renderer-link.js';
import type { PcmStreams, PcmStreamsDeps } from './streaming/pcm-streams.js';

export interface RenderersDeps extends DiscoveryDeps {
  /** Whether renderers are searched for at all. */
  readonly isOn: boolean;
}

/** What playing needs, which is built after what finds renderers. */
export type PlayingDeps = Omit<MediaDeps, 'streams'> & Omit<PcmStreamsDeps, 'log'> & Pick<RendererLinkDeps, 'clock'>;

const ID = /^uuid:/;

export class Renderers implements OutputSource {
  readonly #listeners = new Listeners();
  #starting: Promise<void> | undefined;
  #discovery: RendererDiscovery | undefined;
  #unsubscribe: () => void = () => undefined;
  #streams: PcmStreams | undefined;

  constructor(private readonly deps: RenderersDeps) {}

  /** Searches from now on. */
  start(): Promise<void> {
    this.#starting ??= this.deps.isOn ? this.#start() : Promise.resolve();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { RendererDiscovery: Loaded } = await import('./discovery/discovery.js');
    const discovery = await Loaded.start(this.deps);
    this.#discovery = discovery;
    this.#unsubscribe = discovery.known.subscribe(() => this.#listeners.call());
    this.#listeners.call();
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    await this.#starting?.catch(() => undefined); // whoever started it knows
    this.#unsubscribe();
    this.#streams?.stop();
    const discovery = this.#discovery;
    this.#discovery = undefined;
    await discovery?.stop();
  }

  list(): readonly OutputDevice[] {
    return this.#discovery?.known.list().map(outputOf) ?? [];
  }

  subscribe(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** Somebody looks at the list: those that are gone without a word leave it soon. */
  refresh(): Promise<void> {
    this.#discovery?.look();
    return Promise.resolve();
  }

  /**
   * What plays on an output, whether that is there or not; undefined for an output that is no renderer.
   * @param key under which the levels of the output are stored: the id of a renderer @param name is asked of a renderer only
   */
  pipelineOf(key: string, name: () => string, playing: PlayingDeps): Promise<RemotePipeline> | undefined {
    return ID.test(key) ? this.#pipelineOf(key, name(), playing) : undefined;
  }

  async #pipelineOf(id: string, name: string, playing: PlayingDeps): Promise<RemotePipeline> {
    const [{ RendererPipeline }, { openSession }, { PcmStreams: Streams }] = await Promise.all([
      import('./playing/renderer-pipeline.js'),
      import('./session.js'),
      import('./streaming/pcm-streams.js'),
    ]);
    this.#streams ??= new Streams({ ...playing, log: this.deps.log });
    return new RendererPipeline({
      ...playing,
      name,
      streams: this.#streams,
      describe: () => this.#discovery?.known.find(id),
      connect: (to, changed) => openSession(to, this.deps, changed),
      log: this.deps.log,
    });
  }
}

function outputOf({ udn, name, host, location, avTransport }: RendererDescription): OutputDevice {
  return {
    ...{ id: udn, name, service: 'upnp', pcm: '', sink: refusing(name), mixer: undefined, isPresent: true },
    network: {
      ...{ app: 'UPnP/DLNA', takes: 'tracks', host, ip: host },
      port: Number(location.port || 80),
      controlUrl: avTransport.control.href,
    },
  };
}

/** Nothing opens a renderer as if it were a sound card. */
function refusing(name: string): Sink {
  return {
    name: `UPnP renderer ${name}`,
    open: () => Promise.reject(new OutputUnavailable('OUTPUT_FAILED', `${name} is no sound card`)),
  };
}
