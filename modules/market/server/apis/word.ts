import { wallClock } from '#kit/core/text/wall-clock.ts';
import { Readable } from 'node:stream';
import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { wordDocument, type WordBlock } from '#kit/server/word/writer.ts';
import type { ApiRow } from '../../contract/api.ts';
import { callPath } from '../../core/address.ts';
import { outputNames, pagingParams } from '../../core/index.ts';
import { SIGNING } from '../../core/openapi.ts';
import { samplesOf } from '../../core/samples.ts';
import { dicts } from '../menus.ts';

type Api = z.output<typeof ApiRow>;
const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ERRORS = [
  ['400', '参数不正确，返回内容指出参数名称'],
  ['401', '缺少密钥，或密钥无效、过期、已吊销'],
  ['403', '应用没有订阅该API，或地址不允许'],
  ['404', 'API不存在、未发布或已下线'],
  ['429', '超过限流，请按响应头 Retry-After 等待'],
  ['503', '数据源暂不可用，请按响应头 Retry-After 等待'],
];

const labelOf = (dict: string, code: string): string =>
  dicts.find((one) => one.code === dict)?.items.find(([item]) => item === code)?.[1] ?? code;

function paramRows({ reqParams, executeConfig }: Api): (string | null)[][] {
  const own = reqParams.map((param) => [
    param.paramName,
    param.paramComment ?? '',
    labelOf('data_param_type', param.paramType),
    labelOf('data_where_type', param.whereType),
    param.nullable === '0' && !param.defaultValue ? '是' : '否',
    param.defaultValue ?? '',
    param.exampleValue ?? '',
  ]);
  return [...own, ...pagingRows(executeConfig)];
}

function pagingRows(config: Api['executeConfig']): (string | null)[][] {
  const { defaultSize, maxSize, sortable } = config;
  const size = String(defaultSize);
  const all: Record<string, (string | null)[]> = {
    pageNum: ['pageNum', '页码', '整型', '', '否', '1', '1'],
    cursor: ['cursor', '上一次返回的 nextCursor，不填则从头开始；返回 null 时已到末尾', '字符串', '', '否', '', ''],
    pageSize: ['pageSize', `每页条数，最多 ${maxSize}`, '整型', '', '否', size, size],
    sort: ['sort', `排序，字段前加 - 表示降序，可用：${sortable.join('、')}`, '字符串', '', '否', '', `-${sortable[0] ?? ''}`],
  };
  return pagingParams(config).map((name) => all[name]!);
}

function* blocksOf(api: Api, exportedBy: string): Generator<WordBlock> {
  yield { kind: 'title', text: `${api.apiName} ${api.apiVersion}` };
  if (api.remark) yield { kind: 'text', text: api.remark };
  yield { kind: 'text', isQuiet: true, text: exportedBy };
  yield { kind: 'heading', level: 2, text: '调用' };
  yield { kind: 'text', text: `${api.reqMethod} ${callPath(api)}` };
  yield { kind: 'text', text: `请求头 api_key：${SIGNING}返回格式：JSON。` };
  if (api.rateLimit.enable === '1')
    yield { kind: 'text', text: `限流：每个应用每 ${api.rateLimit.seconds} 秒 ${api.rateLimit.times} 次。` };
  if (api.executeConfig.cacheTtl > 0)
    yield {
      kind: 'text',
      text: `结果缓存 ${api.executeConfig.cacheTtl} 秒：把响应头 ETag 放入请求头 If-None-Match，内容没有变化时返回 304。`,
    };
  yield { kind: 'heading', level: 2, text: '请求参数' };
  yield {
    kind: 'table',
    columns: [
      { title: '参数', width: 18 },
      { title: '说明', width: 24 },
      { title: '类型', width: 10 },
      { title: '操作符', width: 14 },
      { title: '必填', width: 8 },
      { title: '默认值', width: 12 },
      { title: '示例', width: 14 },
    ],
    rows: paramRows(api),
  };
  yield { kind: 'heading', level: 2, text: '返回字段' };
  const comments = new Map(api.resParams.map((one) => [one.fieldAliasName || one.fieldName, one.fieldComment ?? '']));
  yield {
    kind: 'table',
    columns: [
      { title: '字段', width: 40 },
      { title: '说明', width: 60 },
    ],
    rows: outputNames(api).map((name) => [name, comments.get(name) ?? '']),
  };
  yield { kind: 'heading', level: 2, text: '示例' };
  for (const { language, text } of samplesOf(api).samples) {
    yield { kind: 'heading', level: 3, text: language };
    yield { kind: 'code', text };
  }
  yield { kind: 'heading', level: 2, text: '状态码' };
  yield {
    kind: 'table',
    columns: [
      { title: '状态码', width: 20 },
      { title: '说明', width: 80 },
    ],
    rows: ERRORS,
  };
}

/** The document of an API as a Word file. */
export function wordOf(ctx: Ctx, api: Api) {
  const by = `数智大脑　${ctx.user.nickname} 于 ${wallClock(ctx.now).slice(0, 16)} 导出`;
  return {
    body: Readable.from(wordDocument(by, blocksOf(api, by))),
    type: DOCX_TYPE,
    fileName: `${api.apiName.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')}-${api.apiVersion}.docx`,
    headers: { 'cache-control': 'no-store' },
  };
}
