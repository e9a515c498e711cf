import type { AnyCall } from '#kit/web/table/types.ts';

/** Cache of account names seen so far: the picker cannot load many thousands again. */
const known = new Map<string, string>();

export const rememberName = (id: string, name: string): void => void known.set(id, name);
export const nameOf = (id: string): string => known.get(id) ?? id;

interface Addressed {
  targets: readonly string[];
  targetNames: readonly string[];
}

/** A detail call that remembers the names of the audience it answers. */
export function rememberingTargets<C extends AnyCall>(call: C): C {
  const remembering = async (...args: Parameters<AnyCall>) => {
    const row = (await call(...args)) as Addressed;
    row.targets.forEach((id, index) => rememberName(id, row.targetNames[index] ?? id));
    return row;
  };
  return Object.assign(remembering, { route: call.route }) as unknown as C;
}
