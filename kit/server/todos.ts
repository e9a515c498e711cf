import { sql, type SelectQueryBuilder } from 'kysely';
import type { App, Ctx, Db } from './ctx.ts';

/** Limit of listed items per kind; the full list is the page of the kind. */
export const MAX_TODOS = 20;
/** Limit of the count. */
export const MAX_COUNTED = 1000;

/** An item that waits for the caller. */
export interface Todo {
  readonly title: string;
  readonly detail: string;
  /** own page that opens it */
  readonly path: string;
  /** since when it waits */
  readonly time: Date | null;
  /** until when it should be done */
  readonly due: Date | null;
  readonly urgent: boolean;
}
/** A kind of to-do. Both functions return only what the caller may act on, and nothing without the permission. */
export interface TodoKind {
  /** `metadata.change` */
  readonly kind: string;
  /** tab of the list, in Chinese and short: 变更确认 */
  readonly label: string;
  /** what the caller does with an item, on its row: 去审批; 去处理 where a kind says nothing */
  readonly verb?: string;
  /** the first `MAX_TODOS`, most pressing first */
  list(ctx: Ctx): Promise<Todo[]>;
  /** all of them, counted up to `MAX_COUNTED` */
  count(ctx: Ctx): Promise<number>;
}

/** Counts the rows of a query, up to `MAX_COUNTED`. */
export async function countUpTo(db: Db, query: SelectQueryBuilder<any, any, any>): Promise<number> {
  const some = query
    .select(sql`1`.as('one'))
    .limit(MAX_COUNTED)
    .as('some');
  const { total } = await db
    .selectFrom(some)
    .select((e) => e.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Notifies browsers of accounts, after the commit, that their to-dos changed. */
export async function todosChanged(app: App, db: Db, accounts: readonly (string | null)[]): Promise<void> {
  const known = accounts.filter((id) => id !== null);
  if (known.length > 0) await app.push.send(db, { accounts: known }, { kind: 'todo', data: { count: null } });
}
