/**
 * A connection to one renderer, from the first question until it is left or does not answer: its services, what it takes, its
 * volume, its events. Thread: main.
 */
import type { Log } from '../log.js';
import { RemoteFailure } from '../net/failure.js';
import { OutputUnavailable } from '../output/sinks/sink.js';
import type { OwnAddress } from '../ssdp/addresses.js';
import { AvTransport } from './control/av-transport.js';
import { DeviceDoor } from './control/device-door.js';
import { Formats } from './control/formats.js';
import { readMaximum, RenderingControl } from './control/rendering-control.js';
import { Service } from './control/service.js';
import { Subscription } from './control/subscription.js';
import { DeviceHttp, type DeviceHttpDeps } from './device-http.js';
import type { RendererDescription, ServiceAddress } from './discovery/description.js';
import { RendererVolume } from './renderer-volume.js';

/** A renderer that does not say what it takes is tried with everything. */
const EVERYTHING = 'http-get:*:*:*';
/** Milliseconds in which a service describes itself, and bytes of that. */
const DESCRIPTION = { patience: 3000, most: 128 * 1024 };

export interface SessionDeps extends DeviceHttpDeps {
  /** Milliseconds in which a call of the transport is answered. */
  readonly patience?: number;
  readonly addresses: () => readonly OwnAddress[];
  readonly log: Log;
}

export interface RendererSession {
  /** Own IPv4 address in the network of the renderer. */
  readonly address: string;
  readonly transport: AvTransport;
  readonly door: DeviceDoor;
  readonly formats: Formats;
  /** Undefined where the renderer has no volume that can be set. */
  readonly volume: RendererVolume | undefined;
  /** False once this box has another address than the renderer knows. */
  readonly isAddressValid: () => boolean;
  /** Resolves when the renderer knows that it is left, or does not answer. Never rejects. May be called twice. */
  readonly close: () => Promise<void>;
}

/**
 * Resolves when the renderer has answered.
 * @param changed called when the renderer reports that something is another than before
 * @throws OutputUnavailable
 */
export async function openSession(
  to: RendererDescription,
  deps: SessionDeps,
  changed: () => void,
): Promise<RendererSession> {
  const { log, addresses } = deps;
  const address = addresses().find(({ reaches }) => reaches(to.host))?.address;
  if (address === undefined) throw new OutputUnavailable('OUTPUT_MISSING', `${to.name}: not in a network of this box`);
  const http = new DeviceHttp(to.host, deps);
  const transport = new AvTransport(new Service(http, to.avTransport, deps.patience));
  try {
    await transport.transport();
  } catch (cause) {
    throw new OutputUnavailable('OUTPUT_MISSING', `${to.name}: ${(cause as Error).message}`, { cause });
  }
  const [formats, volume] = await Promise.all([formatsOf(http, to), volumeOf(http, to, log)]);
  const door = await DeviceDoor.open({
    ...{ address, host: to.host, log },
    changed: () => {
      changed();
      void volume?.look();
    },
  }).catch((cause: unknown) => {
    throw new OutputUnavailable('OUTPUT_FAILED', `${to.name}: no port for it`, { cause });
  });
  const subscriptions = [to.avTransport, to.renderingControl].flatMap((service) =>
    service?.events === undefined ? [] : new Subscription(http, service.events, door.eventAddress, log),
  );
  for (const each of subscriptions) void each.begin();
  return {
    ...{ address, transport, door, formats, volume },
    isAddressValid: () => addresses().some((each) => each.address === address),
    async close() {
      volume?.close();
      door.close();
      await Promise.all(subscriptions.map((each) => each.end()));
    },
  };
}

async function formatsOf(http: DeviceHttp, { connectionManager }: RendererDescription): Promise<Formats> {
  if (connectionManager === undefined) return new Formats(EVERYTHING);
  try {
    const answer = await new Service(http, connectionManager).call('GetProtocolInfo');
    return new Formats(answer.get('Sink') || EVERYTHING);
  } catch {
    return new Formats(EVERYTHING);
  }
}

async function volumeOf(
  http: DeviceHttp,
  { name, renderingControl }: RendererDescription,
  log: Log,
): Promise<RendererVolume | undefined> {
  if (renderingControl === undefined) return undefined;
  try {
    const control = new RenderingControl(new Service(http, renderingControl));
    return await RendererVolume.open(control, await maximumOf(http, renderingControl), log);
  } catch (error) {
    // One that does not answer now may be louder than is allowed.
    if (error instanceof RemoteFailure) {
      throw new OutputUnavailable('OUTPUT_FAILED', `${name}: its volume cannot be asked for`, { cause: error });
    }
    log.warn('renderer: volume cannot be set (it is set at the renderer)', { error });
    return undefined;
  }
}

async function maximumOf(http: DeviceHttp, { scpd }: ServiceAddress): Promise<number> {
  const description = scpd && (await http.get(scpd, DESCRIPTION).catch(() => undefined));
  return readMaximum(description?.text ?? '');
}
