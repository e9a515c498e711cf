import { AppError } from '#kit/contract/errors.ts';

const HALF = /\p{Surrogate}/u;

/**
 * Refuses half a character (a lone surrogate), which JSON can carry and the database cannot keep.
 * Goes through the value without recursion: a body may be nested deeper than the stack.
 */
export function assertWellFormed(value: unknown): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === 'string' && HALF.test(item)) throw new AppError('input.invalid', '内容含有无法识别的字符，请检查后重新输入');
    if (item !== null && typeof item === 'object' && !Buffer.isBuffer(item))
      for (const [name, part] of Object.entries(item)) open.push(name, part);
  }
}
