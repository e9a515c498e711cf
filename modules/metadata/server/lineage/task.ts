import * as z from 'zod';
import { defineTask } from '#kit/server/tasks.ts';
import { requestAfterWrites } from './refresh.ts';

/** Looks for sources whose console wrote since their lineage was last taken. */
export const lineageTask = defineTask({
  name: '血缘采集',
  summary: 'SQL工作台有新的写入时，重新采集该数据源的血缘',
  params: z.object({}),
  async run({ app }) {
    const asked = await requestAfterWrites(app);
    return asked === 0 ? null : `${asked} 个数据源开始采集血缘`;
  },
});
