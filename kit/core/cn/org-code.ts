const WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];

/** What is wrong with an 组织机构代码 (GB 11714-1997: eight characters and a check character by MOD 11, with or without the hyphen). */
export function orgCodeProblem(text: string): string | null {
  const code = text.toUpperCase().replace('-', '');
  if (code.length !== 9) return '组织机构代码应为9位';
  if (!/^[0-9A-Z]{8}[0-9X]$/.test(code)) return '组织机构代码应为8位数字或字母加一位校验码（数字或X）';
  return orgCodeCheck(code) === code[8] ? null : '组织机构代码校验位不正确，请核对';
}

/** The check character of the first eight characters. */
export function orgCodeCheck(body: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * parseInt(body[index]!, 36), 0);
  const check = 11 - (sum % 11);
  return check === 10 ? 'X' : String(check % 11);
}
