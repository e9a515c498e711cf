import { useEffect, useRef, useState, type RefObject } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import type { SqlEditorHandle } from '#kit/web/sql/SqlEditor.tsx';
import { paramNames } from '#modules/gate/core/index.ts';
import type { ConsoleTab } from '../contract/saved-query.ts';
import { resultTabOf, textToRun } from './console-state.ts';
import { useRun, type RunOutcome } from './use-run.ts';

/** What a tab of the console shows below its editor. */
interface Shown {
  readonly outcome: RunOutcome | null;
  readonly resultTab: string;
}
const NOTHING: Shown = { outcome: null, resultTab: 'messages' };

interface Options {
  active: ConsoleTab | null;
  sourceId: string | null;
  editor: RefObject<SqlEditorHandle | null>;
}

/** Runs the selection or the whole text of the active tab. Outcomes belong to the tab that was run, also when another one is open by then. */
export function useConsoleRun({ active, sourceId, editor }: Options) {
  const [shown, setShown] = useState<Readonly<Record<string, Shown>>>({});
  const activeKey = active?.tabKey ?? null;
  const openKey = useRef(activeKey);
  useEffect(() => {
    openKey.current = activeKey;
  }, [activeKey]);
  const { run, stop, isRunning, isStopping } = useRun((outcome) => {
    setShown((before) => ({ ...before, [outcome.tabKey]: { outcome, resultTab: resultTabOf(outcome) } }));
    if (outcome.tabKey === openKey.current) editor.current?.mark(outcome.problem?.offset ?? null);
  });
  const start = (prefix = '') => {
    if (!active || sourceId === null || isRunning) return;
    const part = editor.current?.selection() ?? { text: editor.current?.text() ?? '', from: 0 };
    if (part.text.trim() === '') return toast.warning('请输入要执行的SQL语句');
    const missing = paramNames(part.text).filter((name) => active.params[name] === undefined);
    if (missing.length > 0) return toast.warning(`请填写参数：${missing.join('、')}`);
    editor.current?.mark(null);
    const { tabKey, params, queryId } = active;
    void run({ tabKey, sourceId, ...textToRun(part, prefix), params, queryId });
  };
  const setResultTab = (resultTab: string) => {
    if (activeKey !== null) setShown((before) => ({ ...before, [activeKey]: { ...(before[activeKey] ?? NOTHING), resultTab } }));
  };
  return { start, stop, isRunning, isStopping, setResultTab, ...((activeKey !== null && shown[activeKey]) || NOTHING) };
}
