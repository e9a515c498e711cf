import { areaField, dayField, dictField, entityRoutes, statusField, textField } from '#kit/contract/entity-fields.ts';
import { defineContract } from '#kit/contract/route.ts';

/** 标准文件: what elements and code sets come from. */
export const docFields = {
  docNo: textField('标准号', { required: true, search: true, unique: true, example: 'GB/T 18391.1-2009' }),
  docName: textField('标准名称', { max: 200, required: true, search: true, example: '信息技术 元数据注册系统' }),
  docKind: dictField('类别', 'standard_doc_kind', { required: true, search: true }),
  publisher: textField('发布单位', { max: 100 }),
  publishDate: dayField('发布日期'),
  effectiveDate: dayField('实施日期'),
  abolishDate: dayField('废止日期'),
  status: statusField('状态', { search: true }),
  remark: areaField('备注'),
};
/** With the files of a document; workbooks leave them out. */
export const docFormFields = { ...docFields, files: textField('文件', { max: 2000 }) };
export const standardDoc = defineContract(entityRoutes('/data/standard/docs', '标准文件', 'standard:doc', docFormFields));
