const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const BODY = 17;
const FORM = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/;
const MODULUS = 31;

/** A credit code as it is stored: without blanks, in capitals. */
export const normalCreditCode = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** The check character of the first 17 characters: weights 3^i mod 31 (GB 32100-2015, appendix A). */
function checkCharacter(body: string): string {
  let sum = 0;
  let weight = 1;
  for (const character of body) {
    sum += ALPHABET.indexOf(character) * weight;
    weight = (weight * 3) % MODULUS;
  }
  return ALPHABET.charAt((MODULUS - (sum % MODULUS)) % MODULUS);
}

/**
 * What is wrong with a 统一社会信用代码 in stored form, as a Chinese sentence; null when it is well formed.
 * The letters I, O, S, V and Z do not occur (GB 32100-2015).
 */
export function creditCodeProblem(code: string): string | null {
  if (code.length !== BODY + 1) return '统一社会信用代码应为18位';
  if (!FORM.test(code)) return '统一社会信用代码含有不允许的字符（不使用 I、O、S、V、Z）';
  return checkCharacter(code.slice(0, BODY)) === code.charAt(BODY) ? null : '统一社会信用代码校验位不正确，请核对';
}
