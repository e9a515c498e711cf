/** Segments that 工信部 has given out; 10, 11, 12 and 140–144 are none. */
const MOBILE = /^(?:\+?86[- ]?)?1(?:3\d|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])[- ]?\d{4}[- ]?\d{4}$/;

/** What is wrong with a 手机号码 of the mainland, with or without its country code. */
export function mobileProblem(text: string): string | null {
  if (MOBILE.test(text)) return null;
  const digits = text.replace(/^\+?86/, '').replace(/[- ]/g, '');
  return /^1\d{10}$/.test(digits) ? '手机号码的号段不存在' : '手机号码应为11位数字';
}
