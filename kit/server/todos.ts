import { sql, type SelectQueryBuilder } from 'kysely';
import type { App, Ctx, Db } from './ctx.ts';

/** At most so many of a kind are listed; the rest stands in the list that the kind belongs to. */
export const MAX_TODOS = 20;
/** Counting ends here: more than a thousand things to do are no figure that anybody acts on. */
export const MAX_COUNTED = 1000;

/** Something that waits for the caller to do it. */
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
/** A kind of thing to do. Both functions answer only what the caller may do, and nothing without the permission. */
export interface TodoKind {
  /** `metadata.change` */
  readonly kind: string;
  /** tab of the list, in Chinese and short: 变更确认 */
  readonly label: string;
  /** the first `MAX_TODOS`, most pressing first */
  list(ctx: Ctx): Promise<Todo[]>;
  /** all of them, counted up to `MAX_COUNTED` */
  count(ctx: Ctx): Promise<number>;
}

/** How many rows a query finds, counted up to `MAX_COUNTED`. */
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

/** Tells the browsers of accounts, after the commit, that they have more or less to do. */
export async function todosChanged(app: App, db: Db, accounts: readonly (string | null)[]): Promise<void> {
  const known = accounts.filter((id) => id !== null);
  if (known.length > 0) await app.push.send(db, { accounts: known }, { kind: 'todo', data: { count: null } });
}
