/** ConnectionManager:1: which formats are played; there is one connection, which is always there. */
import { SINK } from '../protocol-info.js';
import { UpnpError } from '../upnp-error.js';
import type { Service, ServiceTable } from './service.js';

const CONNECTION_MANAGER: ServiceTable = {
  name: 'ConnectionManager',
  badInstance: 702,
  variables: {
    SourceProtocolInfo: { type: 'string', isEvented: true },
    SinkProtocolInfo: { type: 'string', isEvented: true },
    CurrentConnectionIDs: { type: 'string', isEvented: true },
    A_ARG_TYPE_ConnectionStatus: {
      type: 'string',
      allowed: ['OK', 'ContentFormatMismatch', 'InsufficientBandwidth', 'UnreliableChannel', 'Unknown'],
    },
    A_ARG_TYPE_ConnectionManager: { type: 'string' },
    A_ARG_TYPE_Direction: { type: 'string', allowed: ['Input', 'Output'] },
    A_ARG_TYPE_ProtocolInfo: { type: 'string' },
    A_ARG_TYPE_ConnectionID: { type: 'i4' },
    A_ARG_TYPE_AVTransportID: { type: 'i4' },
    A_ARG_TYPE_RcsID: { type: 'i4' },
  },
  actions: {
    GetProtocolInfo: {
      out: [
        ['Source', 'SourceProtocolInfo'],
        ['Sink', 'SinkProtocolInfo'],
      ],
    },
    GetCurrentConnectionIDs: { out: [['ConnectionIDs', 'CurrentConnectionIDs']] },
    GetCurrentConnectionInfo: {
      in: [['ConnectionID', 'A_ARG_TYPE_ConnectionID']],
      out: [
        ['RcsID', 'A_ARG_TYPE_RcsID'],
        ['AVTransportID', 'A_ARG_TYPE_AVTransportID'],
        ['ProtocolInfo', 'A_ARG_TYPE_ProtocolInfo'],
        ['PeerConnectionManager', 'A_ARG_TYPE_ConnectionManager'],
        ['PeerConnectionID', 'A_ARG_TYPE_ConnectionID'],
        ['Direction', 'A_ARG_TYPE_Direction'],
        ['Status', 'A_ARG_TYPE_ConnectionStatus'],
      ],
    },
  },
};

const CONNECTION = {
  RcsID: '0',
  AVTransportID: '0',
  ProtocolInfo: '',
  PeerConnectionManager: '',
  PeerConnectionID: '-1',
  Direction: 'Input',
  Status: 'OK',
};

export function connectionManager(): Service {
  return {
    table: CONNECTION_MANAGER,
    state: () => ({ SourceProtocolInfo: '', SinkProtocolInfo: SINK, CurrentConnectionIDs: '0' }),
    actions: {
      GetProtocolInfo: () => ({ Source: '', Sink: SINK }),
      GetCurrentConnectionIDs: () => ({ ConnectionIDs: '0' }),
      GetCurrentConnectionInfo({ ConnectionID }) {
        if (ConnectionID !== '0') throw new UpnpError(706);
        return CONNECTION;
      },
    },
  };
}
