import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';
import { sealColumns } from '#modules/sources/server/test-source.ts';
import { builtModel, MODELS } from './test-model.ts';

const app = startApp({ managed: true });
const text = (columnName: string, columnComment: string, more: object = {}) => ({
  columnName,
  columnComment,
  columnType: 'varchar',
  columnLength: '32',
  htmlType: 'input',
  ...more,
});

it('approvers read names of codes and of records, and the clock; what is sensitive stays masked', async () => {
  const approver = await app.make.user({ perms: ['workflow:task:todo:list', 'workflow:task:exam'] });
  const node = { type: 'approve', id: 'n1', name: '审核', who: [{ kind: 'user', ids: [approver.id] }], mode: 'any', next: null };
  const process = { key: 'md_record', name: '变更审批', kind: 'simple', tree: { type: 'start', id: 'start', next: node } };
  const { data: drawn } = await app.admin('POST', '/workflow/models', process);
  const { definitionId } = (await app.admin('POST', `/workflow/models/${drawn.id}/publish`, { version: 0 })).data;
  const business = {
    businessCode: '5012',
    businessName: '主数据变更',
    businessType: 'masterdata.record',
    businessTempalte: '{nickname}提交',
  };
  expect((await app.admin('POST', '/workflow/business', { ...business, processDefinitionId: definitionId })).status).toBe(200);

  const set = await app.admin('POST', '/data/standard/types', { gbTypeCode: 'KIND', gbTypeName: '客户类型' });
  for (const [gbCode, gbName] of [
    ['SOE', '国有企业'],
    ['PRI', '民营企业'],
  ])
    await app.admin('POST', '/data/standard/dicts', { typeId: set.data.id, gbCode, gbName });
  const group = await builtModel(app.admin, { modelName: '集团', modelLogicTable: 'org_group', modelColumns: [text('name', '名称')] });
  const { data: parent } = await app.admin('POST', `${MODELS}/${group}/datas`, { values: { name: '南通城建集团' } });
  const model = await builtModel(app.admin, {
    modelName: '客户',
    modelLogicTable: 'customer',
    modelColumns: [
      text('name', '名称'),
      text('kind', '类型', { htmlType: 'select', isBindDict: '1', bindDictTypeId: set.data.id, bindDictColumn: 'gb_code' }),
      text('parent', '上级', { htmlType: 'reference', refModelId: group }),
      { columnName: 'seen_at', columnComment: '走访时间', columnType: 'datetime', htmlType: 'datetime' },
      text('phone', '电话'),
    ],
  });
  const { data: made } = await app.admin('POST', `${MODELS}/${model}/datas`, { values: { name: '甲', kind: 'SOE', phone: '13812345678' } });
  await sealColumns(app, (await managedSourceId(app.node.app.db))!, 'phone');
  const values = { kind: 'PRI', parent: parent.id, seen_at: '2026-03-01T00:30:00.000Z', phone: '13900000000' };
  const asked = await app.admin('PUT', `${MODELS}/${model}/datas/${made.id}`, { values, version: 0 });
  expect(asked, asked.msg).toMatchObject({ status: 200, data: { flow: { flowStatus: '3' } } });

  const send = app.as(approver.token);
  const [task] = (await send('GET', '/workflow/tasks/pageTodo?pageSize=10')).data.data;
  const { data: seen } = await send('GET', `/workflow/instances/${task.processInstanceId}/detail`);
  expect(seen.comparison.fields).toMatchObject([
    { name: 'name', before: '甲', after: '甲' },
    { name: 'kind', before: '国有企业', after: '民营企业' },
    { name: 'parent', before: null, after: '南通城建集团' },
    { name: 'seen_at', before: null, after: '2026-03-01 08:30:00' },
    { name: 'phone', isMasked: true },
    { name: 'status' },
  ]);
  expect(JSON.stringify(seen)).not.toContain('139000');
  expect(JSON.stringify(seen)).toContain('类型：国有企业 → 民营企业');

  // what is classified while it waits is told to nobody from then on, and is no change that keeps it from passing
  await sealColumns(app, (await managedSourceId(app.node.app.db))!, 'seen_at', 'name');
  const { data: later } = await send('GET', `/workflow/instances/${task.processInstanceId}/detail`);
  expect(later.comparison.fields[3]).toMatchObject({ name: 'seen_at', isMasked: true });
  expect(JSON.stringify(later)).not.toMatch(/08:30:00|"甲"/);
  expect(JSON.stringify(later)).toContain('类型：国有企业 → 民营企业');
  // and neither is what is released
  await app.database.db.updateTable('metadataColumn').set({ level: null }).where('columnName', '=', 'phone').execute();
  const agreed = await send('POST', `/workflow/tasks/execute/${task.id}`, {
    taskId: task.id,
    action: 'complete',
    variables: { approved: true },
  });
  expect(agreed, agreed.msg).toMatchObject({ status: 200, data: { flowStatus: '4' } });
});
