import type { Selectable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { SecretBox } from '../secret-box.ts';

const PURPOSE = 'oper-log-chain';

export type LogRow = Selectable<Tables['sysOperLog']>;

/** All stored columns of a log row in a fixed order; the hash covers each of them. */
export const LOG_COLUMNS = [
  'id',
  'module',
  'title',
  'userId',
  'userName',
  'deptId',
  'remoteAddr',
  'requestUri',
  'requestMethod',
  'params',
  'timeMs',
  'browser',
  'os',
  'result',
  'exCode',
  'exMsg',
  'note',
  'changes',
  'requestId',
  'createTime',
] as const satisfies readonly (keyof LogRow)[];

type Signer = Pick<SecretBox, 'sign' | 'verify'>;

/** Hash of one link: HMAC-SHA-256 over its number, the previous hash and the whole row. It cannot be forged without the key. */
export const linkHash = (signer: Signer, seq: number, before: string, row: Pick<LogRow, (typeof LOG_COLUMNS)[number]>): string =>
  signer.sign(JSON.stringify([seq, before, ...LOG_COLUMNS.map((column) => row[column])]), PURPOSE);

/** Signature of an end of the chain (first or last link). */
export const signEnd = (signer: Signer, end: 'head' | 'base', seq: number, hash: string): string =>
  signer.sign(`${end}\n${seq}\n${hash}`, PURPOSE);

/** True when the end carries this installation's signature; the empty chain has none. */
export const isSignedEnd = (signer: Signer, end: 'head' | 'base', at: { seq: number; hash: string; signature: string }): boolean =>
  at.seq === 0 ? at.hash === '' : signer.verify(`${end}\n${at.seq}\n${at.hash}`, PURPOSE, at.signature);
