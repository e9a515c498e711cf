import { count } from '#kit/web/format.ts';
import type { Draft } from './draft.ts';

const joined = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

function originText({ configType, tableName, joins, dataSetName }: Draft['executeConfig']): string {
  if (configType === '2') return 'SQL 脚本';
  if (configType === '3') return `数据集${dataSetName ? ` ${dataSetName}` : ''}`;
  const tables = [tableName, ...joins.map((join) => join.tableName)].filter(Boolean);
  return tables.length > 0 ? `表引导 ${tables.join(' + ')}` : '表引导';
}

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
      originText(config),
      config.paging === 'keyset' && '游标分页',
      config.cacheTtl > 0 && `缓存 ${count(config.cacheTtl)} 秒`,
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
