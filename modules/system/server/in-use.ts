import { AppError } from '#kit/contract/errors.ts';

const SHOWN = 5;

/**
 * Refuses a deletion and names the rows that still refer to it. Does nothing when `names` is empty; `total` is the number of users when
 * `names` holds only the first.
 */
export function refuseInUse(what: string, by: string, names: readonly string[], total: number = names.length): void {
  if (names.length === 0) return;
  const shown = names.slice(0, SHOWN).join('、');
  const more = total > SHOWN ? `等${total}个` : '';
  throw new AppError('entity.inUse', `${what}正在被${by}使用，不能删除：${shown}${more}`, { names: names.slice(0, 50), total });
}
