import { count } from '#kit/web/format.ts';
import type { Draft } from './draft.ts';

const joined = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** What a folded step says of itself. */
export const summaries = {
  about: ({ apiName, rateLimit, deny }: Draft): string =>
    joined(
      apiName,
      rateLimit.enable === '1' ? `每应用每 ${count(rateLimit.seconds)} 秒 ${count(rateLimit.times)} 次` : '不限流',
      deny && '有IP黑名单',
    ),
  execute: ({ executeConfig: config }: Draft): string =>
    joined(
      config.configType === '1' ? `表引导${config.tableName ? ` ${config.tableName}` : ''}` : 'SQL 脚本',
      config.orderBy.length > 0 && `按 ${config.orderBy.map(({ columnName }) => columnName).join('、')} 排序`,
      `每页 ${config.defaultSize} 至多 ${config.maxSize} 条`,
      `超时 ${config.timeoutMs / 1000} 秒`,
    ),
  reqParams: ({ reqParams }: Draft): string => {
    const must = reqParams.filter(({ nullable }) => nullable === '0').length;
    if (reqParams.length === 0) return '没有参数';
    return must === 0 ? `${reqParams.length} 个，全部选填` : `${reqParams.length} 个，${must} 个必填`;
  },
  resParams: ({ resParams }: Draft): string => `${resParams.length} 个字段`,
};
