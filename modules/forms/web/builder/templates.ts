import { FormSchema } from '../../contract/schema.ts';
import type { TemplateKey } from './StartMenu.tsx';

const options = (...names: string[]) => ({ from: 'static' as const, items: names.map((name) => ({ value: name, label: name })) });
/** The forms to begin with; what is taken is a copy that belongs to the form. */
export const TEMPLATES: Readonly<Record<TemplateKey, () => FormSchema>> = {
  check: () =>
    FormSchema.parse({
      layout: [
        { id: 'site', type: 'input', key: 'site', label: '检查地点', span: 12, required: true },
        { id: 'day', type: 'date', key: 'day', label: '检查日期', span: 6, required: true, default: 'today', max: 'today' },
        { id: 'checker', type: 'user', key: 'checker', label: '检查人', span: 6, default: 'me' },
        { id: 'found', type: 'number', key: 'found', label: '发现问题数', span: 6, min: 0, max: 999, precision: 0 },
        {
          id: 'items',
          type: 'subform',
          key: 'items',
          label: '问题明细',
          children: [
            { id: 'issue', type: 'input', key: 'issue', label: '问题描述', required: true, width: 280 },
            { id: 'level', type: 'select', key: 'level', label: '等级', options: options('紧急', '高', '中', '低'), required: true },
            { id: 'until', type: 'date', key: 'until', label: '整改期限', required: true },
          ],
        },
        { id: 'photos', type: 'image', key: 'photos', label: '现场照片', span: 12 },
        { id: 'result', type: 'textarea', key: 'result', label: '检查结论', span: 12, required: true },
      ],
      rules: [
        { target: 'items', effect: 'required', when: '[found] > 0' },
        { target: 'until', effect: 'check', when: '[until] >= [day]', message: '不能早于检查日期' },
      ],
    }),
  expense: () =>
    FormSchema.parse({
      layout: [
        { id: 'no', type: 'serial', key: 'no', label: '单号', span: 12, pattern: 'FY{yyyyMM}-{0001}' },
        { id: 'dept', type: 'dept', key: 'dept', label: '所属部门', span: 12, default: 'mine' },
        { id: 'reason', type: 'input', key: 'reason', label: '事由', span: 24, required: true },
        {
          id: 'lines',
          type: 'subform',
          key: 'lines',
          label: '费用明细',
          required: true,
          children: [
            {
              id: 'kind',
              type: 'select',
              key: 'kind',
              label: '类别',
              options: options('交通', '住宿', '餐饮', '办公', '其他'),
              required: true,
            },
            { id: 'count', type: 'number', key: 'count', label: '数量', min: 0, precision: 0 },
            { id: 'price', type: 'money', key: 'price', label: '单价', min: 0 },
            { id: 'sum', type: 'formula', key: 'sum', label: '小计', expr: '[count] * [price]' },
          ],
        },
        { id: 'total', type: 'formula', key: 'total', label: '合计', span: 12, expr: '[lines.sum.sum]', unit: '元' },
        { id: 'bills', type: 'file', key: 'bills', label: '票据', span: 24 },
      ],
    }),
  contact: () =>
    FormSchema.parse({
      layout: [
        { id: 'unit', type: 'input', key: 'unit', label: '单位名称', span: 12, required: true, maxLength: 100, isUnique: true },
        { id: 'credit', type: 'input', key: 'credit', label: '统一社会信用代码', span: 12, format: 'creditCode', maxLength: 18 },
        { id: 'area', type: 'area', key: 'area', label: '所在地区', span: 12 },
        { id: 'kind', type: 'radio', key: 'kind', label: '单位性质', span: 12, options: options('国有', '民营', '外资', '其他') },
        { id: 'other', type: 'input', key: 'other', label: '性质说明', span: 12 },
        { id: 'person', type: 'input', key: 'person', label: '联系人', span: 12, required: true, format: 'name', maxLength: 30 },
        { id: 'mobile', type: 'input', key: 'mobile', label: '手机', span: 12, required: true, format: 'mobile', maxLength: 11 },
      ],
      rules: [
        { target: 'other', effect: 'visible', when: "[kind] = '其他'" },
        { target: 'other', effect: 'required', when: "[kind] = '其他'" },
      ],
    }),
};
