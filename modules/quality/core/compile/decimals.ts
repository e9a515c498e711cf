const DECIMAL = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/;

/** -1, 0 or 1 for two decimals as texts, by all of their digits; what is no decimal is compared as a number, then as text. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [DECIMAL.exec(a.trim()), DECIMAL.exec(b.trim())];
  if (!left || !right) {
    const [x, y] = [Number(a), Number(b)];
    if (a.trim() !== '' && b.trim() !== '' && !Number.isNaN(x) && !Number.isNaN(y)) return Math.sign(x - y);
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const digits = Math.max((left[3] ?? '').length, (right[3] ?? '').length);
  const scaled = (of: RegExpExecArray) =>
    BigInt(`${of[1] === '-' ? '-' : ''}${of[2] ?? ''}${(of[3] ?? '').padEnd(digits, '0')}`.replace(/^-?$/, '0'));
  const [x, y] = [scaled(left), scaled(right)];
  return x < y ? -1 : x > y ? 1 : 0;
}
