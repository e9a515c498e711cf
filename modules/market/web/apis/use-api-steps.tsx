import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, confirmLoss, toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

interface Named {
  id: string;
  apiName: string;
  apiVersion: string;
}
const named = ({ apiName, apiVersion }: Named) => `“${apiName}”${apiVersion}`;
const IN_FORCE = '2';

/** What is done with a whole API, each with its question; errors are shown by the request layer. */
export function useApiSteps() {
  const can = useCan();
  const refresh = useRefresh();
  const shown = () => refresh(api.dataApi.page);
  const release = async (row: Named): Promise<boolean> => {
    // what is worth knowing before is no reason to stop
    const { advice } = await api.dataApi.advice({ params: { id: row.id } }, { quiet: true }).catch(() => ({ advice: [] }));
    const hint = advice.length > 0 ? `\n提示：${advice.map(({ message }) => message).join('；')}。` : '';
    let isAsked = false;
    const agreed = await confirmDialog({
      content: `发布${named(row)}？发布后订阅的应用可以立即调用，这个版本不能再修改。查询按你的数据权限执行，敏感字段脱敏返回。${hint}`,
      okText: '发布',
      onOk: async () => {
        isAsked = (await api.dataApi.release({ params: { id: row.id } }, { overlay: false })).flow !== null;
      },
    });
    if (!agreed) return false;
    toast.success(isAsked ? '已提交发布审批，通过后可以调用' : '已发布');
    await shown();
    return true;
  };
  const cancel = async (row: Named): Promise<void> => {
    const subscribed = can(api.subscription.page)
      ? await api.subscription
          .page({ query: { apiId: row.id, status: IN_FORCE, pageSize: 1 } }, { quiet: true })
          .then(({ total }) => total)
          .catch(() => 0)
      : 0;
    const who = subscribed > 0 ? `有 ${count(subscribed)} 个应用正在订阅，` : '';
    const agreed = await confirmLoss('下线', `下线${named(row)}？${who}下线后调用立即返回 404。`, () =>
      api.dataApi.cancel({ params: { id: row.id } }, { overlay: false }),
    );
    if (!agreed) return;
    toast.success('已下线');
    await shown();
  };
  /** the id of the copy */
  const copy = async (row: Named): Promise<string | null> => {
    let id: string | null = null;
    await confirmDialog({
      content: `复制${named(row)}为同一路径的新版本？新版本待发布，可以修改，原版本不变。`,
      okText: '复制',
      onOk: async () => {
        id = (await api.dataApi.copy({ params: { id: row.id } }, { overlay: false })).id;
      },
    });
    if (id === null) return null;
    toast.success('已复制为新版本');
    await shown();
    return id;
  };
  return { release, cancel, copy };
}
