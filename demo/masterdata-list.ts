/** Code sets of the company, as its systems write them: code, name, items. */
export const CODE_SETS = [
  ['QGS_CUSTOMER_TYPE', '客户类型', { GOV: '政府机关', SOE: '国有企业', PRI: '民营企业', FOR: '外资企业', OTH: '其他' }],
  ['QGS_CUSTOMER_LEVEL', '客户等级', { 1: '战略客户', 2: '重点客户', 3: '一般客户' }],
  [
    'QGS_SUPPLIER_TYPE',
    '供应商类型',
    { 1: '劳务分包', 2: '专业分包', 3: '材料', 4: '设备', 5: '租赁', 6: '勘测检测', 7: '设计协作', 8: '服务' },
  ],
  ['QGS_SUPPLIER_STATUS', '供应商名录状态', { 1: '潜在', 2: '合格', 3: '战略', 4: '暂停', 5: '黑名单' }],
] as const satisfies readonly (readonly [code: string, name: string, items: Readonly<Record<string, string>>])[];
type SetCode = (typeof CODE_SETS)[number][0];

interface Column {
  readonly columnName: string;
  readonly columnComment: string;
  readonly columnType: string;
  readonly [more: string]: unknown;
}
/** A model of the demo company with the table that its records come from. */
export interface DemoModel {
  readonly modelName: string;
  readonly modelLogicTable: string;
  readonly remark: string;
  /** `element` is the code of the data element that the column follows, `set` that of the code set of the company */
  readonly columns: readonly (Column & { readonly element?: string; readonly set?: SetCode })[];
  /** the column that is numbered */
  readonly code: { readonly columnName: string; readonly pattern: string };
  readonly table: string;
  readonly keyColumn: string;
  readonly from: readonly { readonly from: string; readonly to: string; readonly steps?: readonly string[] }[];
}

const text = (columnName: string, columnComment: string, length: number, more: object = {}) => ({
  columnName,
  columnComment,
  columnType: 'varchar',
  columnLength: String(length),
  ...more,
});
const area = (columnName: string, columnComment: string, element: string) =>
  text(columnName, columnComment, 6, {
    element,
    isBindDict: '1',
    bindDictTypeId: 'gb_2260',
    bindDictColumn: 'gb_code',
    htmlType: 'select',
    isQuery: '1',
    queryType: 'eq',
  });
const chosen = (columnName: string, columnComment: string, set: SetCode) =>
  text(columnName, columnComment, 10, {
    set,
    isBindDict: '1',
    bindDictColumn: 'gb_code',
    htmlType: 'select',
    isQuery: '1',
    queryType: 'eq',
  });
const coded = (columnName: string, columnComment: string) =>
  text(columnName, columnComment, 20, { isUnique: '1', isInsert: '0', isEdit: '0', isQuery: '1', queryType: 'eq' });
const creditCode = text('credit_code', '统一社会信用代码', 18, { element: 'ORG_CREDIT_CODE', isQuery: '1', queryType: 'eq' });

export const DEMO_MODELS: readonly DemoModel[] = [
  {
    modelName: '客户',
    modelLogicTable: 'customer',
    remark: '全集团统一的客户主体，来自客户系统',
    code: { columnName: 'customer_code', pattern: 'KH{yyyy}-{0001}' },
    columns: [
      coded('customer_code', '客户编码'),
      text('customer_name', '客户名称', 100, { element: 'CUST_NAME', isRequired: '1', isQuery: '1', queryType: 'like' }),
      creditCode,
      chosen('customer_type', '客户类型', 'QGS_CUSTOMER_TYPE'),
      chosen('customer_level', '客户等级', 'QGS_CUSTOMER_LEVEL'),
      text('industry', '所属行业', 50, { isQuery: '1', queryType: 'eq' }),
      area('province_code', '省份', 'ADDR_PROVINCE'),
      area('city_code', '城市', 'ADDR_CITY'),
      { columnName: 'first_coop_date', columnComment: '首次合作日期', columnType: 'date', htmlType: 'datetime' },
    ],
    table: 'ods.ods_crm_customer',
    keyColumn: 'customer_id',
    from: [
      { from: 'customer_name', to: 'customer_name', steps: ['trim'] },
      { from: 'credit_code', to: 'credit_code', steps: ['trim', 'upper'] },
      { from: 'type_code', to: 'customer_type' },
      { from: 'level_code', to: 'customer_level' },
      { from: 'industry', to: 'industry' },
      { from: 'province_code', to: 'province_code' },
      { from: 'city_code', to: 'city_code' },
      { from: 'first_coop_date', to: 'first_coop_date' },
    ],
  },
  {
    modelName: '供应商',
    modelLogicTable: 'supplier',
    remark: '全集团统一的供应商主体，来自采购系统',
    code: { columnName: 'supplier_code', pattern: 'GYS{yyyy}-{0001}' },
    columns: [
      coded('supplier_code', '供应商编码'),
      text('supplier_name', '供应商名称', 100, { isRequired: '1', isQuery: '1', queryType: 'like' }),
      creditCode,
      chosen('supplier_type', '供应商类型', 'QGS_SUPPLIER_TYPE'),
      area('province_code', '省份', 'ADDR_PROVINCE'),
      area('city_code', '城市', 'ADDR_CITY'),
      {
        columnName: 'reg_capital',
        columnComment: '注册资本（万元）',
        columnType: 'decimal',
        columnLength: '14',
        columnScale: '2',
        htmlType: 'number',
      },
      { columnName: 'establish_date', columnComment: '成立日期', columnType: 'date', htmlType: 'datetime' },
      text('grade', '评价等级', 2, { isQuery: '1', queryType: 'eq' }),
      chosen('list_status', '名录状态', 'QGS_SUPPLIER_STATUS'),
    ],
    table: 'ods.ods_scm_supplier',
    keyColumn: 'supplier_id',
    from: [
      { from: 'supplier_name', to: 'supplier_name', steps: ['trim'] },
      { from: 'credit_code', to: 'credit_code', steps: ['trim', 'upper'] },
      { from: 'supplier_type', to: 'supplier_type' },
      { from: 'province_code', to: 'province_code' },
      { from: 'city_code', to: 'city_code' },
      { from: 'reg_capital', to: 'reg_capital' },
      { from: 'establish_date', to: 'establish_date' },
      { from: 'grade', to: 'grade' },
      { from: 'list_status', to: 'list_status' },
    ],
  },
];
