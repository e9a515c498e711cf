import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#kit/server/ctx.ts';
import { toAppError } from '#kit/server/error-mapper.ts';
import { readParams, tasksOf } from '../tasks.ts';
import type { Claimed } from './claim.ts';
import { finishRun } from './finish.ts';
import { runLog } from './run-log.ts';

/** Why a run was told to stop. */
export type Stop = 'cancelled' | 'timeout' | 'lost' | 'shutdown';
/** Grace period of a handler after its cancellation. */
const GRACE_MS = 5_000;
/** Nodes that may die over one run: a task that kills its process must not go round for ever. */
const MAX_CLAIMS = 3;

type Outcome = { text: string | null } | { error: unknown };

/** Runs one claimed run to its end and stores how it ended. `controller` is aborted with a Stop. */
export async function execute(app: App, run: Claimed, owner: string, controller: AbortController): Promise<void> {
  const log = runLog(app, run, owner);
  const { signal } = controller;
  if (run.lostBy !== null) log.line(`节点 ${run.lostBy} 失去联系，由节点 ${app.node} 接管，重新执行`);
  if (run.cancelRequested) controller.abort('cancelled' satisfies Stop);
  const limit = setTimeout(() => controller.abort('timeout' satisfies Stop), run.timeoutSeconds * 1000);
  try {
    const outcome = signal.aborted ? null : await settled(work(app, run, log, signal), signal);
    await log.flush();
    const stop = signal.aborted ? (signal.reason as Stop) : null;
    if (stop === 'lost') return;
    // what was stopped by a shutdown runs again elsewhere, unless it had just come to its end
    if (stop === 'shutdown' && !(outcome && 'text' in outcome)) return;
    if (outcome && 'error' in outcome && !signal.aborted) app.log.error({ error: outcome.error, run: run.id }, 'scheduled run failed');
    await finishRun(app, run, { owner, ...endOf(run, stop, outcome) });
  } finally {
    clearTimeout(limit);
  }
}

function endOf(run: Claimed, stop: Stop | null, outcome: Outcome | null) {
  if (stop === 'cancelled') return { state: 'cancelled', msg: '已取消' } as const;
  if (stop === 'timeout') return { state: 'timeout', msg: `超过 ${run.timeoutSeconds} 秒未完成，已中止` } as const;
  if (outcome && 'text' in outcome)
    return { state: 'done', msg: outcome.text ?? '没有需要处理的内容', isIdle: outcome.text === null } as const;
  return { state: 'failed', msg: reasonOf(outcome?.error) } as const;
}

/**
 * Messages of a task are shown to people. Errors of drivers may contain SQL, values and addresses: they are replaced by our wording and
 * the error code.
 */
function reasonOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string') return `${toAppError(error).message}（${code}）`;
  return (error instanceof Error ? error.message : String(error)) || '执行失败';
}

async function work(app: App, run: Claimed, log: ReturnType<typeof runLog>, signal: AbortSignal): Promise<string | null> {
  if (run.claims > MAX_CLAIMS) throw new Error(`执行节点已中断 ${MAX_CLAIMS} 次，不再重新执行`);
  const task = tasksOf(app).get(run.beanName);
  if (!task) throw new Error('任务类型不存在');
  return task.run({
    // a retry carries on what the first attempt began: both are the same run to the task
    runId: run.rootId,
    app,
    params: readParams(task, run.methodParams),
    dueTime: run.dueTime,
    signal,
    log: (text) => log.line(text),
    progress: (percent) => log.percent(percent),
  });
}

/** Outcome of the handler; null when it was cancelled and did not stop within the grace period. */
async function settled(running: Promise<string | null>, signal: AbortSignal): Promise<Outcome | null> {
  const ended = running.then(
    (text): Outcome => ({ text: text === null ? null : String(text) }),
    (error: unknown): Outcome => ({ error }),
  );
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  return Promise.race([ended, stopped.then(() => sleep(GRACE_MS, null, { ref: false }))]);
}
