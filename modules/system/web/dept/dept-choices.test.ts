import { expect, it } from 'vitest';
import { deptChoices } from './dept-choices.ts';

const dept = (id: string, parentId: string, status: '0' | '1') => ({ id, parentId, deptName: `部门${id}`, deptNo: id, sortNo: 0, status });

it('offers no disabled department but the chosen ones, which are marked and can be taken away', () => {
  const [root] = deptChoices([dept('1', '0', '1'), dept('2', '1', '0'), dept('3', '2', '1'), dept('4', '1', '0')], ['4']);
  expect(root).toMatchObject({ value: '1', label: '部门1' });
  expect(root?.disabled ?? false).toBe(false);
  expect(root?.children).toMatchObject([
    // shown, because the third hangs below it
    { label: '部门2（已禁用）', disabled: true, children: [{ label: '部门3' }] },
    { label: '部门4（已禁用）', disabled: false },
  ]);
});
