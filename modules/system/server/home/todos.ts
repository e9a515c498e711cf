import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_TODOS } from '#kit/server/todos.ts';
import type { Todo } from '../../contract/home.ts';
import { fromModules } from './from-modules.ts';

const LAST = Number.MAX_SAFE_INTEGER;

/** What waits for the caller in all modules: what presses first, then by term, then what came last. */
export async function todosOf(ctx: Ctx): Promise<z.input<typeof Todo>[]> {
  const found = await fromModules(ctx, async (module) => {
    const kinds = await Promise.all(
      (module.todos ?? []).map(async ({ kind, list }) => (await list(ctx)).slice(0, MAX_TODOS).map((todo) => ({ kind, ...todo }))),
    );
    return kinds.flat();
  });
  return found.toSorted(
    (a, b) =>
      Number(b.urgent) - Number(a.urgent) ||
      (a.due?.getTime() ?? LAST) - (b.due?.getTime() ?? LAST) ||
      (b.time?.getTime() ?? 0) - (a.time?.getTime() ?? 0),
  );
}

/** How much waits for the caller, by kind. */
export async function todoCounts(ctx: Ctx) {
  const counted = await fromModules(ctx, (module) =>
    Promise.all(
      (module.todos ?? []).map(async ({ kind, label, verb = '去处理', count }) => ({ kind, label, verb, count: await count(ctx) })),
    ),
  );
  const kinds = counted.filter((one) => one.count > 0);
  return { total: kinds.reduce((sum, one) => sum + one.count, 0), kinds };
}
