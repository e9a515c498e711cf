import { createClient } from '#kit/web/client.ts';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { send } from '#kit/web/send.ts';
import { classify } from '#modules/gate/contract/classify.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { standardDoc } from '../../contract/doc.ts';
import { standardUnit } from '../../contract/unit.ts';
import type { api } from '../api.ts';
import { NameInput } from '../naming/NameInput.tsx';
import { loadTypes } from '../contrast/pickers.tsx';

const own = createClient({ standardDoc, standardUnit, classify }, send);
const MAX = { query: { pageSize: 200, status: '1' as const } };

const loadClasses = async () =>
  (await own.classify.list())
    .filter((one) => one.status === '1')
    .map((one) => ({ value: one.id, label: `${one.className}（${one.level}）` }));
const loadUnits = async () => (await own.standardUnit.page(MAX)).data.map((unit) => ({ value: unit.id, label: unit.unitName }));
const loadDocs = async () => (await own.standardDoc.page(MAX)).data.map((doc) => ({ value: doc.id, label: `${doc.docNo} ${doc.docName}` }));

/** The attributes in their five classes. */
export const elementForm: readonly FormField<InputOf<typeof api.standardElement>>[] = [
  { field: 'elementName', label: '中文名称', section: '标识类', sectionNote: '它叫什么', placeholder: '例如 手机号码' },
  {
    field: 'elementNameEn',
    label: '英文名称',
    hint: '字段名与它核对',
    render: (props, values) => <NameInput {...props} chinese={values.elementName ?? ''} />,
  },
  { field: 'elementCode', label: '标识符', placeholder: '例如 PER_MOBILE', hint: '发布后不能修改' },
  { field: 'synonyms', label: '别名', placeholder: '用顿号分开' },
  { field: 'definition', label: '定义', widget: 'area', wide: true, section: '定义类', sectionNote: '它指什么' },
  { field: 'example', label: '示例' },
  { field: 'usage', label: '应用场合' },
  { field: 'objectClass', label: '所属对象', section: '关系类', sectionNote: '它与谁有关', placeholder: '例如 自然人' },
  { field: 'classId', label: '数据分类', widget: 'select', load: loadClasses },
  { field: 'dataType', label: '数据类型', dict: 'standard_data_type', section: '表示类', sectionNote: '它怎么写', initial: 'varchar' },
  { field: 'dataLength', label: '长度', hint: '11 为定长，..20 为最长，18,2 为总位数与小数位' },
  {
    field: 'format',
    label: '格式',
    placeholder: '例如 n11、an..20、YYYY-MM-DD',
    hint: 'n 数字，a 字母，an 字母或数字；与数据概况的形状核对',
  },
  { field: 'valueRange', label: '取值范围', placeholder: '例如 0..100', hint: '数值的上下限，含两端' },
  { field: 'gbTypeId', label: '值域', widget: 'select', load: loadTypes },
  { field: 'unitId', label: '计量单位', widget: 'select', load: loadUnits },
  { field: 'isNullable', label: '允许空', widget: 'switch', initial: '1' },
  { field: 'docId', label: '来源标准', widget: 'select', load: loadDocs, section: '管理类', sectionNote: '谁负责' },
  { field: 'submitter', label: '提出单位' },
  { field: 'ownerId', label: '负责人', render: (props) => <AccountSelect {...props} /> },
  { field: 'validFrom', label: '生效日期', widget: 'day' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];
