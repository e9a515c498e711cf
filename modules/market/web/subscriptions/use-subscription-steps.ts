import { confirmDialog, confirmLoss, toast } from '#kit/web/dialog.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { named, type Row } from './columns.tsx';

/** What is done with a subscription that is decided, each with its question; errors are shown by the request layer. */
export function useSubscriptionSteps() {
  const refresh = useRefresh();
  const after = async (text: string) => {
    toast.success(text);
    await refresh(api.subscription.page);
  };
  const pause = async (row: Row) => {
    const agreed = await confirmLoss('暂停', `暂停${named(row)}？恢复之前它的调用被拒绝，有效期照常计算。`, () =>
      api.subscription.pause({ params: { id: row.id } }, { overlay: false }),
    );
    if (agreed) await after('已暂停');
  };
  const resume = async (row: Row) => {
    const agreed = await confirmDialog({
      content: `恢复${named(row)}？恢复后可以立即调用。`,
      okText: '恢复',
      onOk: () => api.subscription.resume({ params: { id: row.id } }, { overlay: false }),
    });
    if (agreed) await after('已恢复');
  };
  const close = async (row: Row) => {
    const isRequest = row.status === '1';
    const content = isRequest ? `撤回${named(row)}的申请？` : `关闭${named(row)}？它的调用立即被拒绝，再用需要重新申请。`;
    const agreed = await confirmLoss(isRequest ? '撤回' : '关闭', content, () =>
      api.subscription.close({ params: { id: row.id } }, { overlay: false }),
    );
    if (agreed) await after(isRequest ? '已撤回' : '已关闭');
  };
  return { pause, resume, close };
}
