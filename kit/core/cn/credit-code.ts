import { orgCodeProblem } from './org-code.ts';

/** The 31 characters of credit codes. */
export const CREDIT_CODE_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const BODY = 17;
const FORM = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/;
const MODULUS = 31;
/** 登记管理部门 and 机构类别 of GB 32100-2015, table 1. */
const KINDS: Record<string, string> = {
  '1': '1239',
  '2': '19',
  '3': '123459',
  '4': '19',
  '5': '1239',
  '6': '129',
  '7': '129',
  '8': '19',
  '9': '123',
  A: '19',
  N: '1239',
  Y: '1',
};

/** A credit code as it is stored: without blanks, in capitals. */
export const normalCreditCode = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** The check character of the first 17 characters: weights 3^i mod 31 (GB 32100-2015, appendix A). */
export function creditCodeCheck(body: string): string {
  let sum = 0;
  let weight = 1;
  for (const character of body) {
    sum += CREDIT_CODE_CHARACTERS.indexOf(character) * weight;
    weight = (weight * 3) % MODULUS;
  }
  return CREDIT_CODE_CHARACTERS.charAt((MODULUS - (sum % MODULUS)) % MODULUS);
}

/**
 * What is wrong with a 统一社会信用代码, as a Chinese sentence; null when it is well formed (GB 32100-2015: registering body and kind, the
 * letters I, O, S, V and Z do not occur, check character, and the 组织机构代码 inside with its own check character). Small letters count as
 * capitals.
 */
export function creditCodeProblem(text: string): string | null {
  const code = text.toUpperCase();
  if (code.length !== BODY + 1) return '统一社会信用代码应为18位';
  if (!FORM.test(code)) return '统一社会信用代码含有不允许的字符（不使用 I、O、S、V、Z，第3至8位为数字）';
  if (creditCodeCheck(code.slice(0, BODY)) !== code.charAt(BODY)) return '统一社会信用代码校验位不正确，请核对';
  if (!KINDS[code[0]!]?.includes(code[1]!)) return '统一社会信用代码的登记管理部门或机构类别（前两位）不存在';
  return orgCodeProblem(code.slice(8, BODY)) === null ? null : '统一社会信用代码中的主体标识码（第9至17位）不正确，请核对';
}
