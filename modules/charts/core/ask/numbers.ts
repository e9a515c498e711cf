/** Numbers as people write them in a question: digits, Chinese numerals, 万 and 亿, percent. */

const DIGITS: Readonly<Record<string, number>> = { 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const SCALES: Readonly<Record<string, number>> = { 百: 1e2, 千: 1e3, 万: 1e4, 十万: 1e5, 百万: 1e6, 千万: 1e7, 亿: 1e8, 十亿: 1e9 };
/** What `numberOf` reads; without a sign. */
export const NUMBER = '(?:\\d+(?:\\.\\d+)?(?:十亿|千万|百万|十万|亿|万|千|百)?|[零〇一二两三四五六七八九十百千]+(?:亿|万)?)';

function chinese(text: string): number {
  let sum = 0;
  let digit = 0;
  for (const char of text) {
    const unit = UNITS[char];
    if (unit === undefined) digit = DIGITS[char] ?? 0;
    else {
      sum += (digit || 1) * unit;
      digit = 0;
    }
  }
  return sum + digit;
}

/** The number that a text of the form `NUMBER` says; NaN for anything else. */
export function numberOf(text: string): number {
  const written = /^(\d+(?:\.\d+)?)(\D*)$/.exec(text);
  if (written) return Math.round(Number(written[1]) * (written[2] ? (SCALES[written[2]] ?? NaN) : 1) * 1e6) / 1e6;
  const spoken = /^([零〇一二两三四五六七八九十百千]+)([亿万]?)$/.exec(text);
  return spoken ? chinese(spoken[1]!) * (spoken[2] ? SCALES[spoken[2]]! : 1) : NaN;
}
