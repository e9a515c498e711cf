import { expect, it } from 'vitest';
import { FormSchema } from './schema.ts';

const SITE = { id: 'f1', type: 'input', key: 'site', label: '地点' };
const level = (options: unknown) => ({ id: 'f2', type: 'select', key: 'level', label: '等级', options });
const problems = (...layout: unknown[]) =>
  FormSchema.safeParse({ layout, rules: [] }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

it('takes a plain list of options as what it says', () => {
  const items = [{ value: '1', label: '高' }];
  const { layout } = FormSchema.parse({ layout: [SITE, level(items)], rules: [] });
  expect(layout[1]).toMatchObject({ options: { from: 'static', items } });
});

it('says which setting of which field is wrong', () => {
  expect(problems(SITE, level([]))).toEqual(['layout.1.options.items 至少需要一个选项']);
  expect(problems({ ...SITE, maxLength: 'x' })).toEqual([expect.stringMatching(/^layout\.0\.maxLength /)]);
  expect(problems(SITE, { id: 'f3', type: 'card', children: [level([{ value: '', label: '高' }])] })).toEqual([
    'layout.1.children.0.options.items.0.value 选项值不能为空',
  ]);
  expect(problems({ ...SITE, type: 'spell' })).toEqual(['layout.0.type 没有这种字段']);
});
