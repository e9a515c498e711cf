import type { Ctx } from '#kit/server/ctx.ts';
import { shownDigest, type GuardedSource } from '#modules/gate/server/index.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import { baseQuery } from '../../core/sets/base-query.ts';

/** What an extract reads: the columns of the set in a fixed order, so that sorting the fields does not make it outdated. */
export function extractQuery(model: SetModel, dialect: string): string {
  const fields = [...model.fields].sort((a, b) => (a.id < b.id ? -1 : 1));
  return baseQuery({ origin: model.origin, fields }, dialect) ?? '';
}

/**
 * What an account is let see of a data set, as a short text: the statement with its rows and columns, and its masks. Equal texts mean equal
 * rows and values. Looking at rows and taking them away are rights of their own, see `purpose`. Throws gate.refused when the account may not
 * read it at all.
 */
export async function fingerprintOf(ctx: Ctx, guarded: GuardedSource, model: SetModel, purpose?: 'preview' | 'export'): Promise<string> {
  const [passed] = await guarded.check(extractQuery(model, guarded.source.adapter.dialect), { purpose });
  return passed ? shownDigest(ctx.app, passed) : '';
}
