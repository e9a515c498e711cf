import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { FlowQuestion, Picks } from '#kit/contract/flow.ts';
import { SlotPartView, useSlot } from './slots/Slot.tsx';
import { setSubmissionAsker } from './submission.ts';
import { toast } from './toast.ts';

interface Open {
  /** asked again with the same words it is another question */
  readonly key: number;
  readonly question: FlowQuestion;
  readonly answer: (picks: Picks | null) => void;
}

/** Asks before something is submitted for approval, one after the other; nothing is asked where no module shows the question. */
export function SubmissionHost() {
  const [part] = useSlot('flow.submission');
  const [open, setOpen] = useState<readonly Open[]>([]);
  const isThere = part !== undefined;
  useLayoutEffect(() => {
    if (!isThere) return;
    setSubmissionAsker(() => {
      let mine: Open | null = null;
      let count = 0;
      const put = (next: Open | null) => {
        const last = mine;
        mine = next;
        setOpen((before) => [...before.filter((one) => one !== last), ...(next ? [next] : [])]);
      };
      return {
        ask: (question) => new Promise((answer) => put({ key: (count += 1), question, answer })),
        close: () => put(null),
      };
    });
    return () => setSubmissionAsker(null);
  }, [isThere]);
  const now = open[0];
  if (!part || !now) return null;
  return (
    <SlotPartView<'flow.submission'>
      key={now.key}
      part={part}
      of={{ question: now.question, onSubmit: now.answer, onCancel: () => now.answer(null) }}
      failed={() => <Failed onCancel={() => now.answer(null)} />}
    />
  );
}

/** The question cannot be shown: nothing is submitted. */
function Failed({ onCancel }: { onCancel: () => void }) {
  const giveUp = useEffectEvent(() => {
    toast.error('提交窗口没有打开，请刷新页面后重试');
    onCancel();
  });
  useEffect(() => giveUp(), []);
  return null;
}
