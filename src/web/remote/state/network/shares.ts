/** Network shares: what is asked for, and commands. */
import { bodyOf, box, done, quietBox, type Schemas } from '../box.js';

export type Share = Schemas['Share'];
export type ShareServer = Schemas['ShareServer'];
export type NewShare = Schemas['NewShare'];
export type ShareName = Schemas['ShareName'];
export type Login = Schemas['ShareLogin'];
export type ShareKind = Share['kind'];

export const askForShares = (): Promise<Share[]> => bodyOf(quietBox.GET('/system/shares'));

/** @throws Refused, TypeError */
export const findServers = (): Promise<ShareServer[]> => bodyOf(box.POST('/system/shares/servers'));

/** Shares of an SMB server. @throws Refused with the reason, TypeError */
export const findShares = (body: Schemas['ShareLookup']): Promise<ShareName[]> =>
  bodyOf(quietBox.POST('/system/shares/names', { body }));

/** @throws Refused with the reason, TypeError */
export const addShare = (body: NewShare): Promise<Share> => bodyOf(box.POST('/system/shares', { body }));

/** @throws as `addShare` */
export async function testShare(body: NewShare): Promise<void> {
  await box.POST('/system/shares/test', { body });
}

/** @throws as `addShare` */
export const changeLogin = (id: string, body: Login): Promise<Share> =>
  bodyOf(box.PUT('/system/shares/{id}/login', { params: { path: { id } }, body }));

/** Never rejects. */
export const connectShare = (id: string): Promise<boolean> =>
  done(box.PUT('/system/shares/{id}/connect', { params: { path: { id } } }));

/** Never rejects. */
export const removeShare = (id: string): Promise<boolean> =>
  done(box.DELETE('/system/shares/{id}', { params: { path: { id } } }));
