/*
 * Places in a JSON value: `$.data.list[0].name`, `$.data[*].mobile`. No filters, no functions, no search at any depth: a path costs what it
 * names, and nothing of it is ever run.
 */

export type Step =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'at'; readonly at: number }
  | { readonly kind: 'each' };
export type JsonPath = readonly Step[];

export class PathProblem extends Error {}

const MAX_STEPS = 20;
const KEY = /^\.([\p{L}_@][\p{L}\p{N}_@-]{0,63})/u;
const QUOTED = /^\['([^'\\]{1,100})'\]/;
const AT = /^\[(\d{1,5})\]/;

/** Reads a path. Throws PathProblem. */
export function parsePath(text: string): JsonPath {
  if (!text.startsWith('$')) throw new PathProblem(`路径“${text.slice(0, 60)}”应以 $ 开头，例如 $.data.list[0].name`);
  const steps: Step[] = [];
  let rest = text.slice(1);
  while (rest !== '') {
    const key = KEY.exec(rest) ?? QUOTED.exec(rest);
    const at = AT.exec(rest);
    if (key) steps.push({ kind: 'key', key: key[1]! });
    else if (at) steps.push({ kind: 'at', at: Number(at[1]) });
    else if (rest.startsWith('[*]')) steps.push({ kind: 'each' });
    else throw new PathProblem(`路径“${text.slice(0, 60)}”从“${rest.slice(0, 20)}”起不正确`);
    if (steps.length > MAX_STEPS) throw new PathProblem(`路径最多${MAX_STEPS}级`);
    rest = rest.slice(key?.[0].length ?? at?.[0].length ?? 3);
  }
  return steps;
}

/** What is wrong with a path, null when nothing is. */
export function pathProblem(text: string): string | null {
  try {
    parsePath(text);
    return null;
  } catch (error) {
    if (error instanceof PathProblem) return error.message;
    throw error;
  }
}

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** What stands at a path; undefined where nothing does. `[*]` gives a list of what its elements hold. */
export function pick(value: unknown, path: JsonPath): unknown {
  let found = value;
  for (const [i, step] of path.entries()) {
    if (step.kind === 'each') {
      if (!Array.isArray(found)) return undefined;
      const rest = path.slice(i + 1);
      return found.map((one: unknown) => pick(one, rest) ?? null);
    }
    if (step.kind === 'key') found = own(found, step.key);
    else found = Array.isArray(found) ? (found[step.at] as unknown) : undefined;
    if (found === undefined) return undefined;
  }
  return found;
}

/** The value with what stands at a path replaced; a list or an object there is replaced leaf by leaf, so that its form stays. */
export function replaceAt(value: unknown, path: JsonPath, change: (leaf: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return replaceLeaves(value, change);
  if (step.kind === 'key') {
    const inner = own(value, step.key);
    return inner === undefined ? value : { ...(value as object), [step.key]: replaceAt(inner, rest, change) };
  }
  if (!Array.isArray(value)) return value;
  return value.map((one: unknown, i) => (step.kind === 'each' || step.at === i ? replaceAt(one, rest, change) : one));
}

function replaceLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceLeaves(one, change));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceLeaves(one, change)]));
  return change(value);
}
