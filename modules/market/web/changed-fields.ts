import type { ChangedField } from '#kit/web/detail/ChangeTimeline.tsx';
import { count } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';

type Part = Record<string, unknown>;
const read = (text: string): Part | null => {
  try {
    return JSON.parse(text) as Part;
  } catch {
    return null;
  }
};
/** A document in few words; what cannot be read says only that it is there. */
const told =
  (words: (part: Part) => string | undefined) =>
  (text: string): string => {
    const part = read(text);
    return (part && words(part)) || '已配置';
  };
/** Names in a list of documents, which is logged as one text. */
const namesIn = (...keys: readonly string[]) => {
  const name = new RegExp(`"(?:${keys.join('|')})":"([^"]+)"`, 'g');
  return (text: string): string => [...text.matchAll(name)].map(([, found]) => found).join('、') || '已配置';
};

const SHARED: readonly ChangedField[] = [
  {
    field: 'rateLimit',
    label: '限流',
    nameOf: told(({ enable, times, seconds }) =>
      enable === '1' ? `每 ${count(Number(seconds))} 秒 ${count(Number(times))} 次` : '不限流',
    ),
  },
  { field: 'reqParams', label: '请求参数', nameOf: namesIn('paramName') },
  { field: 'deny', label: 'IP黑名单' },
  { field: 'timeoutMs', label: '超时', nameOf: (ms) => `${count(Number(ms))} 毫秒` },
  { field: 'planIds', label: '调用方案', nameOf: (ids) => `${ids.split('、').length} 个方案` },
  { field: 'releaseTime', label: '发布时间' },
  { field: 'offlineTime', label: '下线时间' },
];
const OF_API: readonly ChangedField[] = [
  ...SHARED,
  { field: 'reqMethod', label: '请求方式' },
  { field: 'resType', label: '返回格式' },
  {
    field: 'executeConfig',
    label: '执行配置',
    nameOf: told(({ configType, tableName, dataSetName }) =>
      configType === '2' ? 'SQL 脚本' : String(tableName ?? dataSetName ?? '') || undefined,
    ),
  },
  { field: 'resParams', label: '返回参数', nameOf: namesIn('fieldName') },
  { field: 'deprecateTime', label: '预告时间' },
  { field: 'offlineReason', label: '下线原因' },
];
const OF_SERVICE: readonly ChangedField[] = [
  ...SHARED,
  { field: 'httpService', label: 'HTTP服务配置', nameOf: told(({ httpMethod, path }) => `${String(httpMethod)} ${String(path)}`) },
  { field: 'webService', label: 'WebService配置', nameOf: told(({ method, path }) => `${String(method)} ${String(path)}`) },
  { field: 'chain', label: '编排配置', nameOf: told(({ steps }) => (Array.isArray(steps) ? `${steps.length} 个步骤` : undefined)) },
  { field: 'masks', label: '返回字段脱敏', nameOf: namesIn('path') },
  { field: 'secrets', label: '密钥', nameOf: namesIn('name') },
  { field: 'retries', label: '重试次数' },
  { field: 'maxBytes', label: '返回大小上限', nameOf: (bytes) => `${count(Number(bytes))} 字节` },
];

/** What the change record of an API or a service calls its fields, and how it words what is kept as documents and ids. */
export function useChangedFields(kind: 'api' | 'service'): readonly ChangedField[] {
  const { data } = useCall(api.apiGroup.list);
  const groups = new Map(data?.map(({ id, groupName }) => [id, groupName]));
  return [...(kind === 'api' ? OF_API : OF_SERVICE), { field: 'groupId', label: '分组', nameOf: (id) => groups.get(id) ?? '已删除的分组' }];
}
