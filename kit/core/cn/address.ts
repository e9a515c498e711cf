const STEPS = /[省市区县镇乡村街道路巷弄]/g;
const PLACE = /\d+\s*(?:号|栋|幢|楼|单元|室|弄|组)|[街路巷村道弄][^，,]{0,12}\d/;

/** What is wrong with a 住址: at least two steps of an address, and a number or a building. */
export function addressProblem(text: string): string | null {
  if (text.length < 6 || text.length > 120) return '地址应为6至120个字符';
  if ((text.match(STEPS) ?? []).length < 2) return '地址应写明省、市、区县、街道中的至少两级';
  return PLACE.test(text) ? null : '地址应写明门牌号或楼栋';
}
