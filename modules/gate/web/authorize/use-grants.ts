import { useQuery } from '@tanstack/react-query';
import { type CallReply, callKey } from '#kit/web/use-call.ts';
import type { SubjectType } from '../../contract/authorize.ts';
import { api } from '../api.ts';

export type GrantRow = CallReply<typeof api.authorize.page>['data'][number];
const PER_PAGE = 200;
const MAX_PAGES = 25;

/** A grant without condition, times and request: what a tick in the tree stands for. */
export const isPlain = (grant: GrantRow): boolean =>
  grant.rowFilter === null && grant.beginTime === null && grant.endTime === null && grant.requestId === null && grant.status === '1';

/** All grants of a subject that the account may see. */
export function useGrants(subject: { type: SubjectType; id: string } | null) {
  return useQuery({
    queryKey: [...callKey(api.authorize.page), 'of', subject],
    enabled: subject !== null,
    queryFn: async ({ signal }) => {
      const grants: GrantRow[] = [];
      for (let pageNum = 1; pageNum <= MAX_PAGES; pageNum++) {
        const query = { subjectType: subject!.type, subjectId: subject!.id, pageNum, pageSize: PER_PAGE };
        const page = await api.authorize.page({ query }, { signal, quiet: true, overlay: false });
        grants.push(...page.data);
        if (grants.length >= page.total || page.data.length === 0) break;
      }
      return grants;
    },
  });
}
