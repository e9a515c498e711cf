import { useRefresh } from '#kit/web/use-call.ts';
import { releaseSteps } from '../release-steps.ts';
import { useSubscribers } from '../use-subscribers.ts';
import { api } from './api.ts';

interface Named {
  id: string;
  serviceName: string;
  serviceVersion: number;
}

/** What is done with a whole service. */
export function useServiceSteps() {
  const refresh = useRefresh();
  const subscribers = useSubscribers();
  const nameOf = ({ serviceName, serviceVersion }: Named) => `“${serviceName}”v${serviceVersion}`;
  return releaseSteps<Named>({
    nameOf,
    release: (id) => api.service.release({ params: { id } }, { overlay: false }),
    lossOf: async ({ id }) => `${await subscribers(id)}下线后调用立即返回 404，用到它的编排也会失败。`,
    cancel: (id) => api.service.cancel({ params: { id } }, { overlay: false }),
    copyQuestion: (row) => `复制${nameOf(row)}为同一编码的新版本？`,
    copy: (id) => api.service.copy({ params: { id } }, { overlay: false }),
    refresh: () => refresh(api.service.page),
  });
}
