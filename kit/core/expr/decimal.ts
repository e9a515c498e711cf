/** An exact number: `units` / 10^`scale`. The scale is kept as SQL keeps it, so that 1.50 stays 1.50. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}
/** A result that is longer or further away than anybody needs. */
export class OutOfRange extends Error {}
/** Longer numbers are nothing that a person calculates with; they would only take memory. */
const MAX_DIGITS = 2_000;
const MAX_SCALE = 1_000;
const LARGEST = 10n ** BigInt(MAX_DIGITS);
const WRITTEN = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;
/** PostgreSQL calculates in groups of four digits; its quotients have at least 16 of them that count. */
const GROUP = 10_000n;
const GROUP_DIGITS = 4;
const QUOTIENT_DIGITS = 16;

/** The absolute value of a count of units. */
export const abs = (n: bigint): bigint => (n < 0n ? -n : n);
const power = (n: number): bigint => 10n ** BigInt(n);
/** A whole number as a decimal. */
export const whole = (n: number | bigint): Decimal => ({ units: BigInt(n), scale: 0 });

/** Throws OutOfRange for more digits than anybody needs. */
function bounded(units: bigint, scale: number): Decimal {
  if (scale > MAX_SCALE || abs(units) >= LARGEST) throw new OutOfRange('数值的位数过多');
  return { units, scale };
}

/** A written number, `-1.50` or `1e-3`; null for anything else. Throws OutOfRange for more digits than anybody needs. */
export function decimalOf(text: string): Decimal | null {
  const found = WRITTEN.exec(text.trim());
  if (!found || text.length > MAX_DIGITS) return null;
  const [, sign, digits = '', fraction = '', exponent = '0'] = found;
  if (digits === '' && fraction === '') return null;
  const scale = fraction.length - Number(exponent);
  if (scale > MAX_SCALE || scale < -MAX_DIGITS) throw new OutOfRange('数值的位数过多');
  const units = BigInt(digits + fraction) * power(Math.max(0, -scale));
  return bounded(sign === '-' ? -units : units, Math.max(0, scale));
}

/** All digits as PostgreSQL writes them: `-12.50`, trailing zeros of the scale included. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = abs(units)
    .toString()
    .padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The units of both at the larger scale. */
function aligned(a: Decimal, b: Decimal): { left: bigint; right: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale);
  return { left: a.units * power(scale - a.scale), right: b.units * power(scale - b.scale), scale };
}

/** Below 0, 0 or above 0. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const { left, right } = aligned(a, b);
  return left < right ? -1 : Number(left > right);
}

/** The exact sum. Throws OutOfRange for too many digits. */
export function add(a: Decimal, b: Decimal): Decimal {
  const { left, right, scale } = aligned(a, b);
  return bounded(left + right, scale);
}
/** The number with its sign turned. */
export const negate = (a: Decimal): Decimal => ({ units: -a.units, scale: a.scale });
/** The exact difference. Throws OutOfRange for too many digits. */
export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, negate(b));
/** The exact product; its scale is the sum of both. Throws OutOfRange for too many digits. */
export const multiply = (a: Decimal, b: Decimal): Decimal => bounded(a.units * b.units, a.scale + b.scale);

/** a / b to the nearest whole number, halves away from zero. */
function nearest(a: bigint, b: bigint): bigint {
  const quotient = (abs(a) * 2n + abs(b)) / (abs(b) * 2n);
  return a < 0n !== b < 0n ? -quotient : quotient;
}

/** First group of four digits of a number and its place: 0 is the group in front of the decimal point. */
function leading({ units, scale }: Decimal): { group: bigint; place: number } {
  if (units === 0n) return { group: 0n, place: 0 };
  const behind = Math.ceil(scale / GROUP_DIGITS);
  let rest = abs(units) * power(behind * GROUP_DIGITS - scale);
  let place = -behind;
  for (; rest >= GROUP; place++) rest /= GROUP;
  return { group: rest, place };
}

/** The quotient with as many digits as PostgreSQL gives it; null when the divisor is 0, as charts ask for it. */
export function divide(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null;
  const [first, second] = [leading(a), leading(b)];
  const place = first.place - second.place - (first.group <= second.group ? 1 : 0);
  const scale = Math.min(Math.max(QUOTIENT_DIGITS - place * GROUP_DIGITS, a.scale, b.scale, 0), MAX_SCALE);
  const { left, right } = aligned(a, b);
  return bounded(nearest(left * power(scale), right), scale);
}

/** What is left over, with the sign of the dividend; null when the divisor is 0. */
export function remainder(a: Decimal, b: Decimal): Decimal | null {
  const { left, right, scale } = aligned(a, b);
  return right === 0n ? null : { units: left % right, scale };
}

/** To so many decimals, halves away from zero. Throws OutOfRange for more digits than anybody needs. */
export function round(a: Decimal, scale: number): Decimal {
  if (scale >= a.scale) return bounded(a.units * power(scale - a.scale), scale);
  return { units: nearest(a.units, power(a.scale - scale)), scale };
}

/** The largest whole number that is not above. */
export function floorOf({ units, scale }: Decimal): Decimal {
  const one = power(scale);
  return whole(units / one - (units % one < 0n ? 1n : 0n));
}
/** The smallest whole number that is not less. */
export const ceilOf = (a: Decimal): Decimal => negate(floorOf(negate(a)));

/** The number when it is a whole one that JavaScript counts exactly, else null. */
export function countOf(a: Decimal): number | null {
  const { units, scale } = round(a, 0);
  return compareDecimals(a, { units, scale }) === 0 && abs(units) <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null;
}
