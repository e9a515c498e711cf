/** Networks that issue cards in China. */
const NETWORKS = /^(62|60|81|4|5[1-5]|2[2-7]|3[4-7]|35|9[0-9])\d+$/;

/** What is wrong with a 银行卡号: 16 to 19 digits of a network that issues cards in China (15 for one of them), check digit by Luhn (GB/T 15694). */
export function bankCardProblem(text: string): string | null {
  const digits = text.replaceAll(' ', '');
  if (!/^\d+$/.test(digits)) return '银行卡号应为数字';
  const isShort = digits.length === 15 && /^3[47]/.test(digits);
  if (!isShort && (digits.length < 16 || digits.length > 19)) return '银行卡号应为16至19位';
  if (!NETWORKS.test(digits)) return '银行卡号不属于已知的发卡组织';
  return luhnCheck(digits.slice(0, -1)) === digits.at(-1) && new Set(digits).size > 1 ? null : '银行卡号校验位不正确，请核对';
}

/** The check digit after a row of digits (Luhn). */
export function luhnCheck(body: string): string {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    const digit = Number(body.at(-1 - i));
    sum += i % 2 === 1 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9;
  }
  return String((10 - (sum % 10)) % 10);
}
