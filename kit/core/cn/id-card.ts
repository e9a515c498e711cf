/** Codes of provinces in GB/T 2260, the first two digits; 83 and 91 are those of residence permits and of foreigners. */
const PROVINCES = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(' '),
);
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';
const FIRST_YEAR = 1880;
const LAST_YEAR = 2099;

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
}

/** An identity number as it is stored: without blanks around it, the check character in capitals. */
export const normalIdCard = (text: string): string => text.trim().toUpperCase();

/**
 * What is wrong with a 公民身份号码 of 18 characters, as a Chinese sentence; null when it is well formed (GB 11643-1999: province, date of
 * birth, check character by ISO 7064 MOD 11-2). A small x counts as the capital one.
 */
export function idCardProblem(text: string): string | null {
  if (text.length !== 18) return '身份证号应为18位';
  if (!/^\d{17}[\dXx]$/.test(text)) return '身份证号应为17位数字加一位校验码（数字或X）';
  if (!PROVINCES.has(text.slice(0, 2)) || text.slice(2, 6) === '0000') return '身份证号的地区码不存在';
  const year = Number(text.slice(6, 10));
  const isBorn = year >= FIRST_YEAR && year <= LAST_YEAR && isDay(year, Number(text.slice(10, 12)), Number(text.slice(12, 14)));
  if (!isBorn) return '身份证号中的出生日期不存在';
  return idCardCheck(text) === text[17]!.toUpperCase() ? null : '身份证号校验位不正确，请核对';
}

/** The check character of the first 17 digits (ISO 7064 MOD 11-2). */
export const idCardCheck = (digits: string): string =>
  CHECKS[WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0) % 11]!;

/** What a valid identity number says of its holder; gender 1 男, 2 女 (dictionary sys_user_sex). */
export const idCardFacts = (text: string): { birthday: string; gender: '1' | '2' } => ({
  birthday: `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`,
  gender: Number(text[16]) % 2 === 1 ? '1' : '2',
});

/** `110101********123X`: the place stays readable, the person does not. */
export const maskIdCard = (text: string): string => `${text.slice(0, 6)}********${text.slice(14)}`;
/** True for what `maskIdCard` makes. */
export const isMaskedIdCard = (text: string): boolean => /^[1-9]\d{5}\*{8}\d{3}[\dX]$/.test(text);
