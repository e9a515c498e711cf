import type { Ctx } from '#kit/server/ctx.ts';

/** Asks all modules at once; one that fails is left out and noted in the process log. */
export async function fromModules<T>(ctx: Ctx, ask: (module: Ctx['app']['modules'][number]) => Promise<T[]> | undefined): Promise<T[]> {
  const answers = await Promise.allSettled(ctx.app.modules.map((module) => Promise.resolve(ask(module) ?? [])));
  for (const answer of answers)
    if (answer.status === 'rejected')
      ctx.app.log.warn({ error: String(answer.reason), requestId: ctx.requestId }, 'a module did not answer');
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
