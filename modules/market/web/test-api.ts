import type { CallReply } from '#kit/web/use-call.ts';
import type { Plan } from '../core/plan.ts';
import type { api } from './api.ts';

type Row = CallReply<typeof api.dataApi.get>;

/** An API over a table of customers, for tests. */
export const apiRow = (over: Partial<Row> = {}): Row => ({
  id: '7',
  version: 3,
  createBy: null,
  updateBy: null,
  createTime: '2026-11-20T02:00:00.000Z',
  updateTime: '2026-11-20T02:00:00.000Z',
  status: '1',
  apiName: '客户查询',
  apiVersion: 'v1.0.0',
  apiUrl: '/customer/query',
  reqMethod: 'GET',
  resType: 'JSON',
  deny: null,
  rateLimit: { enable: '0', times: 5, seconds: 60 },
  executeConfig: {
    sourceId: '1',
    configType: '1',
    tableId: '2',
    tableName: 'biz_customer',
    fieldParams: [
      { columnName: 'customer_id', columnComment: '客户编号', dataType: 'int', reqable: '0', resable: '1' },
      { columnName: 'name', columnComment: '客户名称', dataType: 'text', reqable: '1', resable: '1' },
    ],
    joins: [],
    dataSetId: null,
    dataSetName: null,
    sqlText: null,
    orderBy: [],
    sortable: [],
    paging: 'offset',
    cacheTtl: 0,
    defaultSize: 20,
    maxSize: 200,
    total: 'exact',
    timeoutMs: 10_000,
  },
  reqParams: [
    {
      paramName: 'name',
      columnName: 'name',
      nullable: '1',
      paramComment: '客户名称',
      paramType: '1',
      whereType: '3',
      exampleValue: '建设',
      defaultValue: null,
    },
  ],
  resParams: [
    { fieldName: 'customer_id', fieldAliasName: null, fieldComment: '客户编号', dataType: 'int', exampleValue: null },
    { fieldName: 'name', fieldAliasName: null, fieldComment: '客户名称', dataType: 'text', exampleValue: null },
  ],
  remark: null,
  releaseBy: null,
  releaseTime: null,
  offlineTime: null,
  deprecateTime: null,
  offlineReason: null,
  groupId: null,
  flow: null,
  ...over,
});

/** A plan, for tests. */
export const planRow = (over: Partial<Plan> = {}): Plan => ({
  id: '31',
  planName: '标准',
  rate: 10,
  burst: 20,
  concurrency: null,
  dayQuota: 1000,
  monthQuota: null,
  monthMegabytes: 50,
  maxDays: 90,
  approval: 'manual',
  ...over,
});

export const pageOf = (...data: object[]) => ({ pageNum: 1, pageSize: 20, total: data.length, data });
