import { confirmDialog, confirmLoss, toast } from '#kit/web/dialog.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from './api.ts';

interface Named {
  id: string;
  serviceName: string;
  serviceVersion: number;
}
const named = ({ serviceName, serviceVersion }: Named) => `“${serviceName}”v${serviceVersion}`;

/** What is done with a whole service, each with its question; errors are shown by the request layer. */
export function useServiceSteps() {
  const refresh = useRefresh();
  const shown = () => refresh(api.service.page);
  const release = async (row: Named): Promise<boolean> => {
    let isAsked = false;
    const agreed = await confirmDialog({
      content: `发布${named(row)}？发布后订阅的应用可以立即调用，这个版本不能再修改。`,
      okText: '发布',
      onOk: async () => {
        isAsked = (await api.service.release({ params: { id: row.id } }, { overlay: false })).flow !== null;
      },
    });
    if (!agreed) return false;
    toast.success(isAsked ? '已提交发布审批，通过后可以调用' : '已发布');
    await shown();
    return true;
  };
  const cancel = async (row: Named): Promise<void> => {
    const agreed = await confirmLoss('下线', `下线${named(row)}？下线后调用立即返回 404，用到它的编排也会失败。`, () =>
      api.service.cancel({ params: { id: row.id } }, { overlay: false }),
    );
    if (!agreed) return;
    toast.success('已下线');
    await shown();
  };
  /** the id of the copy */
  const copy = async (row: Named): Promise<string | null> => {
    let id: string | null = null;
    await confirmDialog({
      content: `复制${named(row)}为同一编码的新版本？新版本待发布，可以修改，原版本不变。`,
      okText: '复制',
      onOk: async () => {
        id = (await api.service.copy({ params: { id: row.id } }, { overlay: false })).id;
      },
    });
    if (id === null) return null;
    toast.success('已复制为新版本');
    await shown();
    return id;
  };
  return { release, cancel, copy };
}
