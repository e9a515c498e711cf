import { useRef } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { api } from '../api.ts';

/** What follows when a request has been made. */
export const whenAsked = (onClose: () => void) => ({
  overlay: false,
  // the dialog shows who decides
  submission: 'ask-picks' as const,
  refreshes: [api.accessRequest.mine, api.accessRequest.own],
  onSuccess: ({ flowStatus }: { readonly flowStatus: string | null }) => {
    toast.success(flowStatus === '4' ? '申请已通过' : '申请已提交，处理后会收到消息');
    onClose();
  },
});

/** Sends a form once, however often it is pressed. What goes wrong is shown already: by the field, or by the request layer. */
export function useSending(send: () => Promise<unknown>): () => void {
  // the second click of a double click comes before the next render
  const isBusy = useRef(false);
  const run = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    await send().catch(() => undefined);
    isBusy.current = false;
  };
  return () => void run();
}
