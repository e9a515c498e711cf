/** Six or, with new energy, seven marks after the province (GA 36). */
const PLATE =
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-Z][·. ]?(?:[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]|[DF][A-HJ-NP-Z0-9]\d{4}|\d{5}[DF])$/;

/** What is wrong with a 机动车号牌. */
export const plateProblem = (text: string): string | null => (PLATE.test(text) ? null : '车牌号格式不正确，如 京A12345');
