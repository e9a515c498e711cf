import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { ChangeTimeline } from '#kit/web/detail/ChangeTimeline.tsx';
import { useChangedFields } from './changed-fields.ts';

type Difference = readonly [field: string, before: unknown, after: unknown];
function Timeline({ kind, differences }: { kind: 'api' | 'service'; differences: readonly Difference[] }) {
  const fields = useChangedFields(kind);
  const change = {
    logId: '1',
    userName: '黄悦宁',
    title: '修改集成服务',
    createTime: '2026-11-20T02:00:00.000Z',
    changes: [
      { entity: '集成服务', id: '7', name: '画像', fields: differences.map(([field, before, after]) => ({ field, before, after })) },
    ],
  };
  return <ChangeTimeline changes={[change]} entityId="7" fields={fields} />;
}
const shown = async (kind: 'api' | 'service', last: string, differences: readonly Difference[]) => {
  openPage(<Timeline kind={kind} differences={differences} />, {
    at: '/market/dataservice',
    answers: { 'GET /data/market/groups/list': [{ id: '9', groupName: '客户', parentId: null, sortNo: 0, apiCount: 0, serviceCount: 0 }] },
  });
  await screen.findByText(last);
  return [...document.querySelectorAll('.change')].map((line) => line.textContent);
};

beforeEach(() => signInWith());

it('tells changes of a service in words: no ids, no names of columns, no documents', async () => {
  const chain = (id: string) => ({ steps: [{ id }, { id: 'b' }], outputs: [] });
  expect(
    await shown('service', '客户', [
      ['groupId', null, '9'],
      ['httpService', null, { hostId: '3', httpMethod: 'GET', path: '/companies', header: [] }],
      ['webService', null, { method: 'Query', path: '/credit' }],
      ['chain', chain('a'), chain('c')],
      ['reqParams', [], [{ paramName: 'name' }, { paramName: 'city' }]],
      ['rateLimit', { enable: '0', times: 5, seconds: 60 }, { enable: '1', times: 5, seconds: 60 }],
      ['masks', null, [{ path: '$.mobile', maskRuleId: 'mask_mobile' }]],
    ]),
  ).toEqual([
    '分组空 → 客户',
    'HTTP服务配置空 → GET /companies',
    'WebService配置空 → Query /credit',
    '编排配置2 个步骤 内容有修改',
    '请求参数空 → name、city',
    '限流不限流 → 每 60 秒 5 次',
    '返回字段脱敏空 → $.mobile',
  ]);
});

it('tells those of an API by what it reads and gives', async () => {
  const config = { configType: '1', tableName: 'customer', sqlText: null };
  expect(
    await shown('api', '已删除的分组', [
      ['groupId', null, '1'],
      ['executeConfig', config, { ...config, configType: '2', sqlText: 'select 1' }],
      ['resParams', [], [{ fieldName: 'id' }]],
      ['planIds', [], ['1', '2']],
    ]),
  ).toEqual(['分组空 → 已删除的分组', '执行配置customer → SQL 脚本', '返回参数空 → id', '调用方案空 → 2 个方案']);
});
