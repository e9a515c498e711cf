import { expect, it } from 'vitest';
import type { StartNode } from '../../contract/tree.ts';
import { incompleteIn } from './incomplete.ts';

const around = (node: object): StartNode =>
  ({ type: 'start', id: 'start', name: '', next: { id: 'n1', name: '主管', next: null, ...node } }) as StartNode;

it.each([
  ['nobody', { type: 'approve', who: [] }, '“主管”：请设置审批人'],
  ['people who are not chosen', { type: 'approve', who: [{ kind: 'user', ids: [] }] }, '“主管”：请选择审批人来源的对象'],
  ['a field that is not chosen', { type: 'approve', who: [{ kind: 'formUser' }] }, '“主管”：请选择表单字段'],
  ['a ratio without its figure', { type: 'approve', who: [{ kind: 'starter' }], mode: 'ratio' }, '“主管”：请填写票签的通过比例'],
  ['copies to nobody', { type: 'copy', who: [] }, '“主管”：请设置抄送人'],
  ['no service', { type: 'service', service: '', params: {} }, '“主管”：请选择服务'],
  ['a mapping without a name', { type: 'call', process: 'p', inherits: true, inputs: [{ source: '', target: '' }], outputs: [] }, '没填完'],
])('names the node and what to do for %s', (_what, node, sentence) => {
  expect(incompleteIn(around(node))).toEqual([{ node: 'n1', message: expect.stringContaining(sentence) }]);
});

it('says nothing about what can be stored, branches included', () => {
  const fork = {
    type: 'exclusive',
    branches: [
      { id: 'b1', name: '', condition: '${x}', next: null },
      { id: 'b2', name: '', condition: null, next: null },
    ],
  };
  expect(incompleteIn(around(fork))).toEqual([]);
  expect(incompleteIn(around({ type: 'approve', who: [{ kind: 'starter' }] }))).toEqual([]);
});
