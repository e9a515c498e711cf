import * as z from 'zod';
import { defineTask } from '#kit/server/tasks.ts';
import { requestDue } from './refresh.ts';

/** Looks for sources whose lineage is due: console writes, texts to try again, texts that an older engine read. */
export const lineageTask = defineTask({
  name: '血缘采集',
  summary: 'SQL工作台有新的写入、有解析超时待重试的SQL或解析引擎升级后，重新采集该数据源的血缘',
  params: z.object({}),
  async run({ app }) {
    const asked = await requestDue(app);
    return asked === 0 ? null : `${asked} 个数据源开始采集血缘`;
  },
});
