/** 知识产权类型 that are patents: 1 发明专利, 2 实用新型, 3 外观设计. */
const PATENT_TYPES = ['1', '2', '3'];
/** True for the types of rights that have a patent number (dictionary prj_ip_type 1 to 3). */
export const isPatent = (ipType: string): boolean => PATENT_TYPES.includes(ipType);

/** 申请种类 digit of the number → 知识产权类型; 8 and 9 are international applications that entered the national phase. */
const TYPE_OF_KIND: Readonly<Record<string, string>> = { '1': '1', '8': '1', '2': '2', '9': '2', '3': '3' };
const TYPE_NAMES: Readonly<Record<string, string>> = { '1': '发明专利', '2': '实用新型', '3': '外观设计' };

const NEW_FORM = /^\d{12}[\dX]$/;
const OLD_FORM = /^\d{8}[\dX]$/;
const FIRST_YEAR = 1985;
/** the new form is in use since 2003-10-01 */
const NEW_FORM_YEAR = 2003;

/**
 * Check digit of a Chinese patent application number without its last place.
 *
 * Rule: 专利申请号标准 ZC 0006—2003, appendix A. The digits are multiplied from the left by 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5; the sum
 * modulo 11 is the check digit, 10 is written X. The eight digits of the form used until September 2003 take the first eight weights.
 */
export function patentCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ((at % 8) + 2), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** `ZL 2017 1 0601862.3` → `2017106018623`: without prefix, spaces and dot, X in capitals. */
const bare = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\s.．·-]/g, '')
    .replace(/^(CN|ZL)/, '');

/** The one form in which numbers are kept: `CN201710601862.3`. Text that is no number comes back trimmed. */
export function patentNumberForm(text: string): string {
  const digits = bare(text);
  return NEW_FORM.test(digits) || OLD_FORM.test(digits) ? `CN${digits.slice(0, -1)}.${digits.slice(-1)}` : text.trim();
}

/**
 * What is wrong with a patent application number for a 知识产权类型, in one sentence; null when nothing is.
 * Both forms of ZC 0006—2003 are known: year(4) kind(1) serial(7) check(1), and until September 2003 year(2) kind(1) serial(5) check(1).
 */
export function patentNumberProblem(text: string, ipType: string): string | null {
  const digits = bare(text);
  const isNew = NEW_FORM.test(digits);
  if (!isNew && !OLD_FORM.test(digits)) return '专利申请号应为13位（2003年9月前为9位），例如 CN201710601862.3';
  const year = isNew ? Number(digits.slice(0, 4)) : 1900 + Number(digits.slice(0, 2)) + (digits[0] === '0' ? 100 : 0);
  if (year < (isNew ? NEW_FORM_YEAR : FIRST_YEAR) || (!isNew && year > NEW_FORM_YEAR)) return '专利申请号中的年份不正确，请核对';
  const type = TYPE_OF_KIND[digits[isNew ? 4 : 2] as string];
  if (type === undefined) return '专利申请号中的申请种类不正确，请核对';
  if (type !== ipType) return `该申请号属于${TYPE_NAMES[type]}，与所选类型不一致`;
  const check = patentCheckDigit(digits.slice(0, -1));
  return check === digits.slice(-1) ? null : '专利申请号校验位不正确，请核对号码';
}

/**
 * What is wrong with the registration number of a software copyright (计算机软件著作权登记号); null when nothing is.
 * Form of the 中国版权保护中心: year, `SR`, serial of 4 to 7 digits, `2023SR0123456`.
 */
export const softwareNumberProblem = (text: string): string | null =>
  /^(19|20)\d{2}SR\d{4,7}$/.test(text.trim().toUpperCase()) ? null : '软件著作权登记号应为年份+SR+流水号，例如 2023SR0123456';
