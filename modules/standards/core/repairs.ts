/** What to do about an attribute that differs from the standard, in words; null where it does not differ. */
export function repairOf(
  { attribute, isConform }: { attribute: string; isConform: boolean | null },
  elementNameEn: string | null,
): string | null {
  if (isConform !== false) return null;
  switch (attribute) {
    case 'name':
      return elementNameEn === null ? '按标准改名' : `改名为 ${elementNameEn}，或申请豁免`;
    case 'type':
      return '按标准修改字段类型';
    case 'length':
      return '按标准修改字段长度';
    case 'nullable':
      return '补齐空值后设为非空';
    case 'range':
      return '修正超出范围的取值';
    case 'codes':
      return '在字典对照中处理标准以外的取值';
    case 'format':
      return '修正不符合格式的取值';
    case 'unit':
      return '按标准的计量单位换算，或在字段说明中写明单位';
    default:
      return '按标准修改，或申请豁免';
  }
}
