/** What is used of AVTransport. Times are milliseconds here and `H:MM:SS` there. Source: AVTransport:1 service template. Thread: main. */
import type { Milliseconds } from '../../units.js';
import { readTime, timeText } from '../../upnp-wire/time.js';
import type { Service } from './service.js';
import { DeviceRefusal, type Results } from './soap.js';

export type TransportState = 'playing' | 'paused' | 'stopped' | 'changing';

export interface Transport {
  readonly state: TransportState;
  /** The renderer says that something went wrong. */
  readonly hasFailed: boolean;
}

export interface Position {
  /** Address of the track; `""` where it is not said. */
  readonly uri: string;
  /** Undefined where it is not said, or is none. */
  readonly elapsed: Milliseconds | undefined;
}

/** A track as it is given to a renderer. */
export interface Media {
  readonly uri: string;
  /** DIDL-Lite. */
  readonly metadata: string;
}

const STATES: Readonly<Record<string, TransportState>> = {
  PLAYING: 'playing',
  PAUSED_PLAYBACK: 'paused',
  STOPPED: 'stopped',
  NO_MEDIA_PRESENT: 'stopped',
  TRANSITIONING: 'changing',
};
const INSTANCE = { InstanceID: 0 };

export class AvTransport {
  constructor(private readonly service: Service) {}

  async transport(): Promise<Transport> {
    const results = await this.#call('GetTransportInfo');
    return {
      state: STATES[results.get('CurrentTransportState') ?? ''] ?? 'changing',
      hasFailed: results.get('CurrentTransportStatus') === 'ERROR_OCCURRED',
    };
  }

  /** A renderer that does not say it says nothing. */
  async position(): Promise<Position> {
    const results = await this.#call('GetPositionInfo').catch((error: unknown) => {
      if (error instanceof DeviceRefusal) return new Map<string, string>();
      throw error;
    });
    return { uri: results.get('TrackURI') ?? '', elapsed: readTime(results.get('RelTime') ?? '') };
  }

  async set({ uri, metadata }: Media): Promise<void> {
    await this.#call('SetAVTransportURI', { CurrentURI: uri, CurrentURIMetaData: metadata });
  }

  /** @param media undefined: nothing follows */
  async setNext(media: Media | undefined): Promise<void> {
    await this.#call('SetNextAVTransportURI', { NextURI: media?.uri ?? '', NextURIMetaData: media?.metadata ?? '' });
  }

  async play(): Promise<void> {
    await this.#call('Play', { Speed: 1 });
  }

  async pause(): Promise<void> {
    await this.#call('Pause');
  }

  async stop(): Promise<void> {
    await this.#call('Stop');
  }

  async seek(to: Milliseconds): Promise<void> {
    await this.#call('Seek', { Unit: 'REL_TIME', Target: timeText(to) });
  }

  #call(action: string, args: Readonly<Record<string, string | number>> = {}): Promise<Results> {
    return this.service.call(action, { ...INSTANCE, ...args });
  }
}
