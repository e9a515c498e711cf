import { AppError } from '#kit/contract/errors.ts';

const HALF = /\p{Surrogate}/u;
/** Maximum nesting of a body unless its call says otherwise; recursive code would overflow the stack far beyond it. */
const DEEPEST = 100;

/**
 * Refuses lone surrogates, which JSON can carry but PostgreSQL cannot store, and excessive nesting. Iterative, because the body may be
 * nested deeper than the stack. Throws input.invalid.
 */
export function assertWellFormed(value: unknown, deepest: number = DEEPEST): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'string' && HALF.test(item)) throw new AppError('input.invalid', '内容含有无法识别的字符，请检查后重新输入');
      if (item === null || typeof item !== 'object' || Buffer.isBuffer(item)) continue;
      if (depth >= deepest) throw new AppError('input.invalid', `内容嵌套层级过多，最多${deepest}层`);
      for (const [name, part] of Object.entries(item)) below.push(name, part);
    }
    level = below;
  }
}
