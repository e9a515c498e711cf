import type { Selectable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { SecretBox } from '../secret-box.ts';

const PURPOSE = 'oper-log-chain';

export type LogRow = Selectable<Tables['sysOperLog']>;

/** Every stored column of a log row, in a fixed order: whatever of it changes, changes the digest. */
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

/** Digest of one link: HMAC-SHA-256 over its number, the digest of the link before and the whole row. Without the key none can be made. */
export const linkHash = (signer: Signer, seq: number, before: string, row: Pick<LogRow, (typeof LOG_COLUMNS)[number]>): string =>
  signer.sign(JSON.stringify([seq, before, ...LOG_COLUMNS.map((column) => row[column])]), PURPOSE);

/** An end of the chain, signed so that only the product can move it. */
export const signEnd = (signer: Signer, end: 'head' | 'base', seq: number, hash: string): string =>
  signer.sign(`${end}\n${seq}\n${hash}`, PURPOSE);

/** True when the end was signed by this installation; the empty chain carries no signature. */
export const isOurEnd = (signer: Signer, end: 'head' | 'base', at: { seq: number; hash: string; signature: string }): boolean =>
  at.seq === 0 ? at.hash === '' : signer.verify(`${end}\n${at.seq}\n${at.hash}`, PURPOSE, at.signature);
