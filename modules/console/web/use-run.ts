import { useRef, useState } from 'react';
import { confirmDialog } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { useRefresh, type CallReply } from '#kit/web/use-call.ts';
import type { Lacked, ParamValues } from '#modules/gate/contract/statement.ts';
import { api } from './api.ts';

export type Result = CallReply<typeof api.console.run>[number];
/** What went wrong, and the right that would have helped. */
export interface Problem {
  readonly message: string;
  readonly offset: number | null;
  readonly lacked?: Lacked | null;
}
/** What a run ended with. `offset` counts in the whole text of the editor. */
export interface RunOutcome {
  tabKey: string;
  sourceId: string;
  params: ParamValues;
  results: readonly Result[];
  /** the text that was sent, and where it begins in the editor */
  text: string;
  from: number;
  problem: Problem | null;
}
/** What is to run, for which tab of the console. */
export interface RunOptions {
  tabKey: string;
  sourceId: string;
  text: string;
  from: number;
  params: ParamValues;
  queryId: string | null;
}
interface RefusalDetail {
  message?: string;
  position?: { offset: number } | null;
  lacked?: Lacked | null;
}

/** A key by which a run can be stopped and asked after. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Runs scripts one at a time and stops them. */
export function useRun(onDone: (outcome: RunOutcome) => void) {
  const [isRunning, setRunning] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const key = useRef<string | null>(null);
  const refresh = useRefresh();

  const run = async (options: RunOptions, confirmed = false): Promise<void> => {
    const { tabKey, sourceId, text, from, params, queryId } = options;
    if (key.current) return;
    const sqlKey = newKey();
    key.current = sqlKey;
    setRunning(true);
    let question: string | null = null;
    try {
      const results = await api.console.run(
        { body: { sqlKey, sourceId, sqlText: text, params, queryId, confirmed } },
        { quiet: true, overlay: false },
      );
      const failed = results.find((result) => !result.success);
      const offset = failed?.error?.position?.offset;
      const problem = failed ? { message: failed.error?.message ?? '执行失败', offset: offset === undefined ? null : from + offset } : null;
      onDone({ tabKey, sourceId, params, results, text, from, problem });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.key === 'console.confirmRequired') question = error.message;
      else {
        const detail = error.detail as RefusalDetail | null;
        const offset = detail?.position?.offset;
        onDone({
          tabKey,
          sourceId,
          params,
          results: [],
          text,
          from,
          problem: { message: error.message, offset: offset === undefined ? null : from + offset, lacked: detail?.lacked ?? null },
        });
      }
    } finally {
      key.current = null;
      setRunning(false);
      setStopping(false);
    }
    await refresh(api.console.history);
    if (question !== null && (await confirmDialog({ content: question, okText: '确认执行', danger: true }))) await run(options, true);
  };
  const stop = async () => {
    if (!key.current) return;
    setStopping(true);
    await api.console.stop({ body: { sqlKey: key.current } }, { overlay: false });
  };
  return { run, stop, isRunning, isStopping };
}
