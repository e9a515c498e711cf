import { useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { releaseSteps } from '../release-steps.ts';
import { useSubscribers } from '../use-subscribers.ts';

interface Named {
  id: string;
  apiName: string;
  apiVersion: string;
}

/** What is worth knowing before a release, which is no reason to stop it. */
async function adviceOn({ id }: Named): Promise<string> {
  const { advice } = await api.dataApi.advice({ params: { id } }, { quiet: true }).catch(() => ({ advice: [] }));
  const hint = advice.length > 0 ? `\n提示：${advice.map(({ message }) => message).join('；')}。` : '';
  return `查询按你的数据权限执行，敏感字段脱敏返回。${hint}`;
}

/** What is done with a whole API. */
export function useApiSteps() {
  const refresh = useRefresh();
  const subscribers = useSubscribers();
  const nameOf = ({ apiName, apiVersion }: Named) => `“${apiName}”${apiVersion}`;
  return releaseSteps<Named>({
    nameOf,
    hintOf: adviceOn,
    release: (id) => api.dataApi.release({ params: { id } }, { overlay: false }),
    lossOf: async ({ id }) => `${await subscribers(id)}下线后调用立即返回 404。`,
    cancel: (id) => api.dataApi.cancel({ params: { id } }, { overlay: false }),
    copyQuestion: (row) => `复制${nameOf(row)}为同一路径的新版本？`,
    copy: (id) => api.dataApi.copy({ params: { id } }, { overlay: false }),
    refresh: () => refresh(api.dataApi.page),
  });
}
