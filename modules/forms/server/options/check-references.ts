import type { Ctx } from '#kit/server/ctx.ts';
import type { ChoiceSource, Reference } from '../../core/index.ts';
import { optionsOf } from './lookups.ts';
import { MAX_VALUES } from './question.ts';

/** A value that the record may keep though the person cannot look it up: it stood there before. */
type Kept = ReadonlyMap<string, ReadonlySet<string>>;

interface Group {
  readonly source: ChoiceSource;
  readonly parent: string | null;
  readonly values: Set<string>;
  /** which of the values are options; null = the person has no right on the source */
  found?: ReadonlySet<string> | null;
}
const hangsOn = (source: ChoiceSource): boolean => 'filterColumn' in source && source.filterColumn !== undefined;

async function lookUp(ctx: Ctx, { source, parent, values }: Group): Promise<ReadonlySet<string> | null> {
  const all = [...values];
  const found = new Set<string>();
  for (let at = 0; at < all.length; at += MAX_VALUES) {
    const options = await optionsOf(ctx, source, { values: all.slice(at, at + MAX_VALUES), parent });
    if (options === null) return null;
    for (const { value } of options) found.add(value);
  }
  return found;
}

/**
 * What is wrong with chosen values that only the server can look up: they are gone, belong to something else above them, or the person may not
 * choose them. References of many records are looked up together: one question per source and field above, however many records there are.
 */
export async function referenceProblems<R extends Reference>(
  ctx: Ctx,
  given: readonly R[],
  kept: Kept = new Map(),
): Promise<{ reference: R; message: string }[]> {
  const groups = new Map<string, Group>();
  const asked = given.flatMap((reference) => {
    const { source, values, parent } = reference;
    if (source.from === 'file' || values.length === 0) return [];
    const above = hangsOn(source) ? parent : null;
    const key = JSON.stringify([source, above]);
    const group: Group = groups.get(key) ?? { source, parent: above, values: new Set() };
    groups.set(key, group);
    for (const value of values) group.values.add(value);
    return [{ reference, group }];
  });
  for (const group of groups.values()) group.found = await lookUp(ctx, group);
  return asked.flatMap(({ reference, group: { found } }) => {
    const { label, values, fieldId } = reference;
    if (found === null)
      return values.every((value) => kept.get(fieldId)?.has(value)) ? [] : [{ reference, message: `“${label}”：没有选项权限` }];
    return values.every((value) => found?.has(value)) ? [] : [{ reference, message: `“${label}”中有不存在或已删除的选项，请重新选择` }];
  });
}
