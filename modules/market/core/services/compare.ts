import type { ServiceParam } from '../../contract/service-param.ts';
import type { ServiceRow } from '../../contract/service.ts';
import { line, type ApiDifference } from '../compare.ts';
import { serviceMethod, serviceOutputs } from './documents.ts';

export type ComparedService = Pick<
  ServiceRow,
  | 'serviceName'
  | 'serviceType'
  | 'httpService'
  | 'webService'
  | 'chain'
  | 'reqParams'
  | 'masks'
  | 'rateLimit'
  | 'deny'
  | 'timeoutMs'
  | 'retries'
  | 'maxBytes'
  | 'remark'
  | 'hostName'
>;

const TYPES = { '1': 'HTTP', '2': 'WebService', '3': '编排' } as const;
const PARAM_TYPES: Record<ServiceParam['paramType'], string> = {
  '1': '字符串',
  '2': '整型',
  '3': '浮点型',
  '4': '时间',
  '5': '集合',
  '6': '布尔',
};

const limitOf = ({ rateLimit: { enable, times, seconds } }: ComparedService): string =>
  enable === '1' ? `每 ${seconds} 秒 ${times} 次` : '不限流';
const speedOf = ({ rateLimit: { enable, times, seconds } }: ComparedService): number =>
  enable === '1' ? times / seconds : Number.POSITIVE_INFINITY;

const aboutLines = (a: ComparedService, b: ComparedService): ApiDifference[] => [
  ...line('属性', '服务名称', [a.serviceName, b.serviceName], 'keeps'),
  ...line('属性', '限流', [limitOf(a), limitOf(b)], speedOf(b) < speedOf(a) ? 'breaks' : 'keeps'),
  ...line('属性', 'IP黑名单', [a.deny || null, b.deny || null], 'keeps'),
  ...line('属性', '超时', [`${a.timeoutMs} 毫秒`, `${b.timeoutMs} 毫秒`], b.timeoutMs < a.timeoutMs ? 'breaks' : 'keeps'),
  ...line('属性', '重试', [`${a.retries} 次`, `${b.retries} 次`], 'keeps'),
  ...line('属性', '返回大小上限', [`${a.maxBytes} 字节`, `${b.maxBytes} 字节`], b.maxBytes < a.maxBytes ? 'breaks' : 'keeps'),
  ...line('属性', '备注', [a.remark || null, b.remark || null], 'keeps'),
];

const pairText = (pairs: readonly { name: string; value: string }[] | undefined): string | null =>
  (pairs ?? []).map(({ name, value }) => `${name} = ${value}`).join('\n') || null;
const stepText = ({ chain }: ComparedService): string | null =>
  chain?.steps
    .map(({ name, inputs }) => `${name}（${inputs.map(({ param, value }) => `${param} = ${value}`).join('，') || '没有输入'}）`)
    .join('\n') ?? null;

function callLines(a: ComparedService, b: ComparedService): ApiDifference[] {
  const [before, after] = [a.httpService ?? a.webService, b.httpService ?? b.webService];
  const both = <T>(read: (service: ComparedService) => T): [T, T] => [read(a), read(b)];
  return [
    ...line('执行', '服务类型', [TYPES[a.serviceType], TYPES[b.serviceType]], 'keeps'),
    // who calls by GET is refused by what writes; POST is answered by both
    ...line('执行', '调用方式', both(serviceMethod), serviceMethod(b) === 'POST' ? 'breaks' : 'keeps'),
    ...line('执行', '外部地址', [a.hostName, b.hostName], 'keeps'),
    ...line('执行', '请求方法', [a.httpService?.httpMethod ?? null, b.httpService?.httpMethod ?? null], 'keeps'),
    ...line('执行', '请求路径', [before?.path ?? null, after?.path ?? null], 'keeps'),
    ...line(
      '执行',
      '查询参数',
      both(({ httpService }) => pairText(httpService?.query)),
      'keeps',
    ),
    ...line(
      '执行',
      '请求头',
      both(({ httpService }) => pairText(httpService?.header)),
      'keeps',
    ),
    ...line(
      '执行',
      '请求内容',
      both(({ httpService }) => httpService?.body || pairText(httpService?.form)),
      'keeps',
    ),
    ...line('执行', '操作', [a.webService?.method ?? null, b.webService?.method ?? null], 'keeps'),
    ...line('执行', '报文', [a.webService?.soap ?? null, b.webService?.soap ?? null], 'keeps'),
    ...line('执行', '步骤', both(stepText), 'keeps'),
    ...line('执行', '结果路径', [before?.resultPath ?? null, after?.resultPath ?? null], 'breaks'),
  ];
}

const isMust = ({ nullable, defaultValue }: ServiceParam): boolean => nullable === '0' && !defaultValue;
const paramText = (param: ServiceParam): string =>
  [PARAM_TYPES[param.paramType], isMust(param) ? '必填' : '选填', param.defaultValue ? `默认 ${param.defaultValue}` : null]
    .filter(Boolean)
    .join(' · ');

function paramLines({ reqParams: a }: ComparedService, { reqParams: b }: ComparedService): ApiDifference[] {
  const later = new Map(b.map((param) => [param.paramName, param]));
  const before = new Set(a.map(({ paramName }) => paramName));
  return [
    ...a.flatMap((param) => {
      const now = later.get(param.paramName);
      const isKept =
        now !== undefined &&
        now.paramType === param.paramType &&
        (now.defaultValue || null) === (param.defaultValue || null) &&
        (!isMust(now) || isMust(param));
      return line('参数', param.paramName, [paramText(param), now ? paramText(now) : null], isKept ? 'keeps' : 'breaks');
    }),
    ...b
      .filter(({ paramName }) => !before.has(paramName))
      .flatMap((param) => line('参数', param.paramName, [null, paramText(param)], isMust(param) ? 'breaks' : 'keeps')),
  ];
}

function answerLines(a: ComparedService, b: ComparedService): ApiDifference[] {
  const places = ({ chain }: ComparedService) => new Map((chain?.outputs ?? []).map(({ name, path }) => [name, path]));
  const textOf = (service: ComparedService) => {
    const at = places(service);
    return new Map(
      serviceOutputs(service).map(({ name, dataType }) => [name, [dataType, at.get(name)].filter(Boolean).join(' · ') || '返回']),
    );
  };
  const [before, after] = [textOf(a), textOf(b)];
  const masks = (service: ComparedService) => new Map(service.masks.map(({ path, maskRuleId }) => [path, maskRuleId]));
  const [masked, now] = [masks(a), masks(b)];
  return [
    ...[...before].flatMap(([name, text]) => line('返回', name, [text, after.get(name) ?? null], 'breaks')),
    ...[...after].filter(([name]) => !before.has(name)).flatMap(([name, text]) => line('返回', name, [null, text], 'keeps')),
    ...[...new Set([...masked.keys(), ...now.keys()])]
      .filter((path) => masked.get(path) !== now.get(path))
      .flatMap((path): ApiDifference[] => [
        { part: '返回', label: `${path} 脱敏`, before: maskText(masked.get(path)), after: maskText(now.get(path)), isBreaking: true },
      ]),
  ];
}
const maskText = (ruleId: string | undefined): string | null => (ruleId === undefined ? null : `脱敏规则 ${ruleId}`);

/** What differs between two versions of a service, in the order of the editor. */
export const compareServices = (a: ComparedService, b: ComparedService): ApiDifference[] => [
  ...aboutLines(a, b),
  ...callLines(a, b),
  ...paramLines(a, b),
  ...answerLines(a, b),
];
