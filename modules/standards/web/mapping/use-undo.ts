import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';

/** Something that was done, and how it is taken back. */
interface Step {
  readonly what: string;
  /** the value to look at afterwards */
  readonly valueId: string;
  readonly undo: () => Promise<unknown>;
}
const MAX = 50;

/** What was done in this page, last first: Ctrl+Z takes it back step by step. */
export function useUndo(select: (id: string) => void) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const remember = (step: Step) => setSteps((old) => [...old.slice(1 - MAX), step]);
  const undo = async () => {
    const step = steps.at(-1);
    if (!step) {
      toast.info('没有可以撤销的操作');
      return;
    }
    setSteps((old) => old.slice(0, -1));
    try {
      await step.undo();
    } catch {
      return; // the call has said why
    }
    select(step.valueId);
    toast.success(`已撤销：${step.what}`);
  };
  return { remember, undo, forget: () => setSteps([]), canUndo: steps.length > 0 };
}
