/** Errors of remote servers; `code` appears in events and in the log. */

export type RemoteCode =
  | 'STREAM_ADDRESS_FORBIDDEN'
  | 'STREAM_UNREACHABLE'
  | 'STREAM_REFUSED'
  | 'STREAM_TIMEOUT'
  | 'STREAM_TLS'
  | 'CLOCK_NOT_SET'
  | 'STREAM_PROTOCOL'
  | 'STREAM_GONE'
  | 'NOT_AUDIO'
  | 'UNSUPPORTED_FORMAT'
  | 'DECODER_FAILED';

/** Fires when a server cannot be reached or sends something unusable. A retry may help where `retry` is true. */
export class RemoteFailure extends Error {
  readonly code: RemoteCode;
  readonly retry: boolean;

  constructor(code: RemoteCode, message: string, { retry = false, cause }: { retry?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'RemoteFailure';
    this.code = code;
    this.retry = retry;
  }
}

export const forbidden = (message: string) => new RemoteFailure('STREAM_ADDRESS_FORBIDDEN', message);

/** Node's codes of certificates and handshakes begin with these. */
export const TLS_CODES = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** The error for a failed request or connection. */
export function failureOf(error: unknown): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (TLS_CODES.test(code)) return new RemoteFailure('STREAM_TLS', message, { cause: error });
  if (code.startsWith('HPE_')) return new RemoteFailure('STREAM_PROTOCOL', message, { cause: error });
  return new RemoteFailure('STREAM_UNREACHABLE', message || code, { retry: true, cause: error });
}
