import { useRef, useState } from 'react';
import { toast } from '../dialog.tsx';
import { CallError, CANCELLED } from '../send.ts';
import { unsavedBecause } from './unsaved.ts';

interface PublishInput {
  /** saves what is not saved; false = it could not, and has said why */
  readonly save: () => Promise<boolean>;
  /** publishes the stored draft; answers the number of the version that viewers see from now on, null when it waits for an approval */
  readonly publish: () => Promise<{ readonly versionNo: number | null }>;
  /** version that viewers see at present, null = none */
  readonly published: number | null;
}

const toldOf = (next: number | null, before: number | null): string => {
  if (next === null) return '已提交审批，通过后发布';
  return next === before ? `没有修改，仍是版本 ${next}` : '发布成功';
};

/** Saves and publishes a document, once however often it is pressed. */
export function usePublish({ save, publish, published }: PublishInput) {
  const [versionNo, setVersionNo] = useState(published);
  const [isPublishing, setPublishing] = useState(false);
  const busy = useRef(false);
  const run = async (): Promise<void> => {
    // a second click comes before the first one is drawn
    if (busy.current) return;
    busy.current = true;
    setPublishing(true);
    try {
      if (!(await save())) return;
      const done = await publish();
      toast.success(toldOf(done.versionNo, versionNo));
      if (done.versionNo !== null) setVersionNo(done.versionNo);
    } catch (error) {
      if (!(error instanceof CallError && error.key === CANCELLED)) toast.error(unsavedBecause(error, '发布'));
    } finally {
      busy.current = false;
      setPublishing(false);
    }
  };
  const state = versionNo === null ? ({ kind: 'draft' } as const) : ({ kind: 'published', version: versionNo } as const);
  return { state, isPublishing, publish: () => void run() };
}
