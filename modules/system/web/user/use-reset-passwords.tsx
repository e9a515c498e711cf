import { Button, Modal, Progress, Typography } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { notifyRefused } from '#kit/web/entity-page/BatchRefusal.tsx';
import { onPush } from '#kit/web/push.ts';
import { useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';

type OncePasswords = CallReply<typeof api.user.resetPasswordBatch>;
/** A running bulk reset. */
interface Run {
  readonly id: string;
  readonly total: number;
  readonly stop: AbortController;
}

// `randomUUID` is missing on plain http
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Resets passwords in bulk: a dialog shows the progress and can cancel the whole. */
export function useResetPasswords(onDone: (list: OncePasswords) => void): {
  reset: (ids: readonly string[]) => Promise<void>;
  dialog: ReactNode;
} {
  const [run, setRun] = useState<Run | null>(null);
  const refresh = useRefresh();
  const reset = async (ids: readonly string[]) => {
    const mine = { id: newKey(), total: ids.length, stop: new AbortController() };
    setRun(mine);
    try {
      const body = { ids: [...ids], progressId: mine.id };
      onDone(await api.user.resetPasswordBatch({ body }, { signal: mine.stop.signal, overlay: false, quiet: true }));
    } catch (error) {
      if (mine.stop.signal.aborted) toast.info('已取消，没有修改任何密码');
      else notifyRefused(error, ids.length);
    } finally {
      setRun(null);
    }
    await refresh(api.user.page);
  };
  return { reset, dialog: run && <Running key={run.id} run={run} /> };
}

function Running({ run }: { run: Run }) {
  const [{ percent, text }, setProgress] = useState({ percent: 0, text: '正在生成一次性密码' });
  useEffect(() => onPush('job', (told) => void (told.id === run.id && setProgress({ percent: told.percent, text: told.text }))), [run.id]);
  return (
    <Modal
      open
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={`重置 ${run.total} 个用户的密码`}
      footer={<Button onClick={() => run.stop.abort()}>{uiTexts.cancel}</Button>}
    >
      <div role="status">
        <Progress percent={percent} aria-label="重置进度" />
        <Typography.Text type="secondary">{text}。全部完成前不会修改任何密码。</Typography.Text>
      </div>
    </Modal>
  );
}
