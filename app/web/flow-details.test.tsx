import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import type { Slots } from '#kit/web/slots/slots.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';

const found = import.meta.glob<Slots>('../../modules/*/web/slots.ts', { eager: true, import: 'slots' });
const parts = Object.values(found).flatMap((slots) => slots['flow.detail'] ?? []);

/** What approvers read of a record of each type, and where it stands in its snapshot. */
const RECORDS: Readonly<Record<string, readonly [snapshot: Record<string, unknown>, told: readonly (string | RegExp)[]]>> = {
  'masterdata.model': [
    { modelName: '客户', modelLogicTable: 'customer', columns: '名称（customer_name，文本（200））', changes: '新增列“手机”' },
    ['客户', 'customer', '名称（customer_name', '新增列“手机”', /现行版本与数据不变/],
  ],
  'masterdata.add': [
    { modelName: '客户', recordTitle: '甲公司', values: '名称：甲公司\n级别：A', reason: '新签', recordId: '7' },
    ['甲公司', '客户', '级别：A', '新签', /在此之前它不存在/],
  ],
  'masterdata.load': [
    { modelName: '客户', mapName: '客户表', rowRead: 12, inserted: 3, changed: 4, rejected: 1 },
    ['客户表', '客户', '12 行', '3 行', '4 行', '1 行', /在此之前记录不变/],
  ],
  'masterdata.record': [
    { modelName: '客户', recordTitle: '甲公司', action: '修改', changes: '地址：空 → 南通\n级别：B → A', reason: '来函', recordId: '7' },
    ['甲公司', '客户', '修改', '地址：空 → 南通', '级别：B → A', '来函'],
  ],
  'metadata.grant': [
    { sourceName: '数仓', tableName: 'dwd.hr', columns: 'mobile', level: 'L3', actions: '明文', days: 7, purpose: '核对' },
    ['dwd.hr', 'L3 敏感', '明文，7 天', '核对'],
  ],
  'project.supplierBlacklist': [
    { id: '7', supplierName: '某劳务公司', from: '合格', to: '黑名单', reason: '串标', grade: 'D' },
    ['某劳务公司', '黑名单', '串标', /不能再被选用/],
  ],
  'project.certificateLock': [{ id: '7', personName: '周敏', occupied: '0', project: '甲项目' }, ['周敏', '锁定到项目', '甲项目']],
  'project.certificateRelease': [{ id: '7', personName: '周敏', occupied: '1', project: '甲项目' }, ['释放自项目', '甲项目']],
  'standard.element': [
    {
      action: '废止',
      retireReason: '由新数据元替代',
      elementName: '手机号码',
      elementCode: 'MOBILE',
      dataType: 'varchar',
      dataLength: '11',
    },
    ['废止', '由新数据元替代', '手机号码', 'MOBILE', '字符', '11'],
  ],
  'standard.dict': [
    { gbTypeCode: 'Q/1', gbTypeName: '岗位', itemCount: 5, added: 1, changed: 2, removed: 0, columns: 3 },
    ['岗位', 'Q/1', '5 项', '新增 1 项，修改 2 项，删除 0 项', '3 个'],
  ],
  'system.notice': [
    {
      title: '放假',
      audience: '全部人员',
      document: { form: 1, blocks: [{ type: 'paragraph', line: [{ text: '初一至初七', bold: true }] }] },
    },
    ['放假', '全部人员', '初一至初七', '通过后立即发布', '长期有效'],
  ],
  'visual.shareLink': [
    { entityId: '7', kind: '看板', document: '经营总览', hasPassword: '否', allowExport: '是', expireTime: '2026-12-01T04:00:00.000Z' },
    ['经营总览', '2026-12-01 12:00', /无密码/, '允许'],
  ],
  'visual.board': [
    {
      id: '7',
      name: '经营总览',
      charts: 6,
      versionName: '四季度',
      changes: { changes: [{ what: 'added', subject: '图表', name: '回款率', details: [] }], more: 2 },
    },
    ['经营总览', '四季度', '6', /与正在发布的版本相比/, /回款率/, '另有 2 处变化'],
  ],
  'visual.screen': [{ id: '7', name: '驾驶舱', charts: 9 }, ['驾驶舱', '9']],
  filling: [{}, ['检查地点', '南门工地']],
  'visual.boardShare': [{ name: '经营总览' }, ['看板', /所有有查看功能权限的人/]],
  'visual.screenShare': [{ name: '驾驶舱' }, ['大屏']],
  'visual.chartShare': [{ name: '合同额' }, ['图表']],
  'visual.dataSetShare': [{ name: '合同' }, ['数据集']],
};

/** What a part reads beside the snapshot. */
const ANSWERS = {
  'GET /data/filling/approvals/2': {
    id: '2',
    formId: '1',
    formName: '安全检查',
    versionNo: 1,
    schema: { layout: [{ id: 'f1', type: 'input', key: 'site', label: '检查地点' }], rules: [], settings: {} },
    values: { site: '南门工地' },
    labels: {},
    masked: [],
    hidden: [],
    today: '2026-11-29',
    submitterId: '3',
    deptId: null,
  },
};

function show(key: string, snapshot: Record<string, unknown>) {
  const part = parts.find((one) => one.key === key)!;
  const Part = lazyPart(part.load);
  return openPage(
    <Suspense fallback={null}>
      <Part businessCode="1" businessKey="2" snapshot={snapshot} />
      <i>shown</i>
    </Suspense>,
    { answers: ANSWERS },
  );
}

beforeEach(() => signInWith());

describe('records inside their approvals', () => {
  it('have a part of their own module for every type', () => {
    expect(parts.map(({ key }) => key).toSorted()).toEqual(Object.keys(RECORDS).toSorted());
  });

  it.each(Object.entries(RECORDS))('%s says what is decided', async (key, [snapshot, told]) => {
    show(key, snapshot);
    await screen.findByText('shown');
    for (const text of told) expect((await screen.findAllByText(text, { exact: false })).length).toBeGreaterThan(0);
  });

  it.each(Object.keys(RECORDS))('%s stands also when nothing of the record is known', async (key) => {
    show(key, {});
    expect(await screen.findByText('shown')).toBeTruthy();
  });
});
