import { expect, it } from 'vitest';
import { SetModel } from '../../contract/data-set-model.ts';
import { diffSets } from './diff-sets.ts';

const fieldOf = (id: string, over: object = {}) => ({ id, name: id, role: 'dimension', type: 'string', ...over });
const setOf = (fields: object[], over: object = {}) => ({
  setName: '订单',
  folderId: null,
  sourceId: '1',
  isShared: '0',
  status: '1',
  remark: null,
  model: SetModel.parse({ v: 1, origin: { kind: 'sql', sql: 'select 1' }, fields }),
  ...over,
});

it('says of two versions of a data set what differs, a line each', () => {
  const from = setOf([fieldOf('城市'), fieldOf('金额', { role: 'measure', type: 'number' })]);
  const to = setOf([fieldOf('城市', { name: '所在城市' }), fieldOf('日期')], { setName: '销售订单', remark: '每日更新', isShared: '1' });
  expect(diffSets(from, to)).toEqual([
    '改名为“销售订单”',
    '修改共享',
    '修改备注',
    '删除字段“金额”',
    '修改字段“所在城市”：名称',
    '新增字段“日期”',
  ]);
  expect(diffSets(from, structuredClone(from))).toEqual([]);
});
