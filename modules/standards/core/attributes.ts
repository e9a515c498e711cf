/** Chinese names of the attributes of an element, by class; what is shown, compared and submitted follows from it. */
export const ATTRIBUTE_CLASSES = [
  ['标识类', { elementName: '中文名称', elementNameEn: '英文名称', elementCode: '标识符', synonyms: '别名' }],
  ['定义类', { definition: '定义', example: '示例', usage: '应用场合' }],
  ['关系类', { objectClass: '所属对象', classId: '数据分类' }],
  [
    '表示类',
    {
      dataType: '数据类型',
      dataLength: '长度',
      format: '格式',
      valueRange: '取值范围',
      gbTypeId: '值域',
      unitId: '计量单位',
      isNullable: '允许空',
    },
  ],
  ['管理类', { docId: '来源标准', submitter: '提出单位', ownerId: '负责人', validFrom: '生效日期', remark: '备注' }],
] as const satisfies readonly (readonly [string, Readonly<Record<string, string>>])[];

export const ATTRIBUTE_LABELS: Readonly<Record<string, string>> = Object.assign({}, ...ATTRIBUTE_CLASSES.map(([, labels]) => labels));

/** Names of the attributes that differ. */
export const changedAttributes = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(ATTRIBUTE_LABELS).filter((name) => (before[name] ?? null) !== (after[name] ?? null));
