import * as z from 'zod';
import { defineTask } from '#kit/server/tasks.ts';
import { refreshAppLineage } from './lineage.ts';

/** Subscriptions end by themselves: whoever looks for what hangs on a column is not told of applications that no longer call. */
export const appLineageTask = defineTask({
  name: '应用血缘更新',
  summary: '按有效订阅更新应用与数据API的血缘关系',
  params: z.object({}),
  async run({ app }) {
    const count = await refreshAppLineage(app);
    return count === 0 ? null : `已更新 ${count} 个应用的血缘关系`;
  },
});
