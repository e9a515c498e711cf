import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { folderAt } from '#modules/library/server/index.ts';
import { keyOf, type FileDocument } from '../contract/file.ts';
import type { TransferRow } from '../contract/transfer.ts';
import type { AssetsHere } from './assets.ts';
import type { Definition } from './definitions.ts';
import type { Plan } from './plan.ts';

/** An import under way. */
export interface Work {
  readonly ctx: Ctx;
  readonly plan: Plan;
  /** ids here by the keys of the file, of whatever can be named */
  readonly ids: ReadonlyMap<string, string>;
  /** documents here that are replaced, by the keys of the file */
  readonly targets: ReadonlyMap<string, Definition>;
  readonly assets: AssetsHere;
  /** documents that cannot be imported or are left out: nothing can read them */
  readonly out: Set<string>;
  /** fields of data sets that go by another id, by the id of the set in the file */
  readonly renames: Map<string, ReadonlyMap<string, string>>;
}

/** What becomes of one document. */
export type Outcome = Pick<TransferRow, 'state' | 'changes' | 'more' | 'notes'>;
const MAX_CHANGES = 200;
export const outcome = (state: Outcome['state'], changes: Outcome['changes'], notes: readonly string[]): Outcome => ({
  state,
  changes: changes.slice(0, MAX_CHANGES),
  more: Math.max(0, changes.length - MAX_CHANGES),
  notes: [...new Set(notes)],
});

/** Something that keeps one document from being imported. */
export class Unfit extends Error {}

const messagesOf = (error: AppError): string[] => {
  const { detail } = error;
  const issues = Array.isArray(detail) ? (detail as { path?: unknown; message?: unknown }[]) : [];
  const told = issues.flatMap(({ path, message }) =>
    typeof message === 'string' && typeof path === 'string' ? [`${message}${path === '' ? '' : `（${path}）`}`] : [],
  );
  return told.length > 0 ? [...new Set(told)].slice(0, 20) : [error.message];
};

/** Runs the work for one document by itself: when it cannot be done nothing of it stays, and the sentences say why. */
export async function alone(ctx: Ctx, work: () => Promise<Outcome>): Promise<Outcome | { readonly problems: string[] }> {
  await sql`savepoint transfer_document`.execute(ctx.db);
  try {
    const done = await work();
    await sql`release savepoint transfer_document`.execute(ctx.db);
    return done;
  } catch (error) {
    if (!(error instanceof Unfit) && !(error instanceof AppError)) throw error;
    await sql`rollback to savepoint transfer_document`.execute(ctx.db);
    return { problems: error instanceof Unfit ? [error.message] : messagesOf(error) };
  }
}

/** The folder of a new document; without the right to add what is missing it comes to stand outside of folders. */
export async function folderOf(ctx: Ctx, one: FileDocument, notes: string[]): Promise<string | null> {
  try {
    return await folderAt(ctx, one.kind, one.folder);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    notes.push(`目录“${one.folder.join(' / ')}”没有建立（${error.message}），放在目录之外`);
    return null;
  }
}

/** The name of a new document. */
export const newName = ({ plan }: Work, one: FileDocument): string => plan.decisions.get(keyOf(one))?.name || one.name;
