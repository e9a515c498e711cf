import type { Field } from '../../contract/field.ts';

/** Words at the end of names that stand for levels, from wide to narrow. */
const LADDERS: readonly (readonly RegExp[])[] = [
  [/(国家|国别)$/, /(省份|省|省级)$/, /(城市|地市|市)$/, /(区县|县区|区|县)$/],
  [/(^|_)country(_name)?$/i, /(^|_)province(_name)?$/i, /(^|_)city(_name)?$/i, /(^|_)(district|county)(_name)?$/i],
  [/(一级|1级|大类)/, /(二级|2级|中类)/, /(三级|3级|小类)/, /(四级|4级)/],
  [/(年度|年份|年)$/, /(季度|季)$/, /(月份|月)$/, /(日期|日)$/],
  [/(集团|公司|单位)(名称)?$/, /(部门|处室|科室)(名称)?$/, /(小组|班组|岗位)(名称)?$/],
];

/**
 * Fields that a new hierarchy begins with: levels that their names tell, from wide to narrow; nothing where no two belong together. Fields that
 * are in another hierarchy already are left to it.
 */
export function guessHierarchy(fields: readonly Field[], taken: ReadonlySet<string> = new Set()): string[] {
  const dims = fields.filter(({ id, role, hidden, expr }) => role === 'dimension' && !hidden && !expr && !taken.has(id));
  const names = ({ id, name }: Field) => [name, id];
  for (const ladder of LADDERS) {
    const found: string[] = [];
    for (const level of ladder) {
      const field = dims.find((one) => !found.includes(one.id) && names(one).some((name) => level.test(name)));
      if (field) found.push(field.id);
    }
    if (found.length >= 2) return found;
  }
  return [];
}
