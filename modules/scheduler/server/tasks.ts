import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { AnyTask } from '#kit/server/tasks.ts';

const registries = new WeakMap<App, ReadonlyMap<string, AnyTask>>();

/** Every task of every module by key. A map, so that `constructor` and `__proto__` are names like any other. */
export function tasksOf(app: App): ReadonlyMap<string, AnyTask> {
  let tasks = registries.get(app);
  if (!tasks) {
    tasks = new Map(app.modules.flatMap((module) => Object.entries(module.tasks ?? {})));
    registries.set(app, tasks);
  }
  return tasks;
}

/** The JSON schema of a task's parameters, from which the page makes its form. */
export const schemaOf = (task: AnyTask): Record<string, unknown> => z.toJSONSchema(task.params, { io: 'input', unrepresentable: 'any' });

/** What a task gets: the stored parameters through its schema. Throws input.invalid with paths below `methodParams`. */
export function readParams(task: AnyTask, text: string): unknown {
  const schema: z.ZodObject = task.params;
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => {
    const [field] = issue.path;
    const title = field === undefined ? undefined : (schema.shape[String(field)] as z.ZodType | undefined)?.meta()?.title;
    return {
      path: ['methodParams', ...issue.path.map(String)].join('.'),
      message: title && !issue.message.includes(title) ? `${title}：${issue.message}` : issue.message,
    };
  });
  throw new AppError('input.invalid', issues[0]?.message, issues);
}

/** True when the task gets the same from both texts. What it no longer understands is the same only as text. */
export function sameParams(task: AnyTask, one: string, other: string): boolean {
  if (one === other) return true;
  const stored = task.params.safeParse(JSON.parse(other));
  return stored.success && isDeepStrictEqual(readParams(task, one), stored.data);
}

/** The task that a job names, and proof that it can run with these parameters. Throws input.invalid. */
export function checkTask(app: App, job: { beanName: string; methodParams: string }): AnyTask {
  const task = tasksOf(app).get(job.beanName);
  const message = '没有这个任务类型，请从列表中选择';
  if (!task) throw new AppError('input.invalid', message, [{ path: 'beanName', message }]);
  readParams(task, job.methodParams);
  return task;
}
