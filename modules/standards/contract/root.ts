import { areaField, codeField, entityRoutes, statusField, textField } from '#kit/contract/entity-fields.ts';
import { defineContract } from '#kit/contract/route.ts';

const WORD = { pattern: /^[a-z][a-z0-9]{0,29}$/, message: '由小写字母和数字组成，字母开头，最多30个字符' };

/** 词根: a word of names, in Chinese and as it is written in columns. */
export const rootFields = {
  rootName: textField('词根', { required: true, search: true, unique: true, example: '手机' }),
  rootEn: textField('英文', { max: 30, required: true, search: true, example: 'mobile' }),
  abbreviation: codeField('英文缩写', { ...WORD, example: 'mob' }),
  synonyms: textField('同义词', { max: 200, example: '移动电话、手机号' }),
  status: statusField('状态', { search: true }),
  remark: areaField('备注'),
};
export const standardRoot = defineContract(entityRoutes('/data/standard/roots', '词根', 'standard:root', rootFields));
