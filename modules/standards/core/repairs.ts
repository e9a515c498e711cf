/** What to do about an attribute that differs from the standard, in words; null where it conforms. */
export function repairOf({ attribute, isConform }: { attribute: string; isConform: boolean }, elementNameEn: string | null): string | null {
  if (isConform) return null;
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
    case 'code':
    case 'codes':
      return '在字典对照中处理标准以外的取值';
    case 'format':
      return '修正不符合格式的取值';
    default:
      return '按标准修改，或申请豁免';
  }
}
