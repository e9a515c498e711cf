import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { api } from './api.ts';

const IN_FORCE = '2';

/** Says how many applications subscribe to an API or a service; nothing where nobody does, or the caller may not know. */
export function useSubscribers(): (id: string) => Promise<string> {
  const can = useCan();
  return async (id) => {
    if (!can(api.subscription.page)) return '';
    const { total } = await api.subscription
      .page({ query: { apiId: id, status: IN_FORCE, pageSize: 1 } }, { quiet: true })
      .catch(() => ({ total: 0 }));
    return total > 0 ? `有 ${count(total)} 个应用正在订阅，` : '';
  };
}
