const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';

/** True for a day that exists, given as `YYYYMMDD`. */
function isRealDay(text: string): boolean {
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day && Number(text.slice(0, 4)) >= 1850;
}

/** True for an 18-character identity number with a real date of birth and the right check character (GB 11643-1999, ISO 7064 MOD 11-2). */
export function isIdCardNo(text: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(text) || !isRealDay(text.slice(6, 14))) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return CHECKS[sum % 11] === text[17];
}

/** What a valid identity number says of its holder; gender 1 男, 2 女 (dictionary sys_user_sex). */
export const idCardFacts = (text: string): { birthday: string; gender: '1' | '2' } => ({
  birthday: `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`,
  gender: Number(text[16]) % 2 === 1 ? '1' : '2',
});

/** `110101********123X`: the place stays readable, the person does not. */
export const maskIdCardNo = (text: string): string => `${text.slice(0, 6)}********${text.slice(14)}`;
/** True for what `maskIdCardNo` makes. */
export const isMaskedIdCardNo = (text: string): boolean => /^[1-9]\d{5}\*{8}\d{3}[\dX]$/.test(text);
