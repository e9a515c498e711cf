import type * as z from 'zod';
import { isDeep } from './loose.ts';

type Path = readonly PropertyKey[];
/** Rounds after which a document counts as unrepairable; each removes everything that is invalid at that moment. */
const MAX_ROUNDS = 40;
/** What to remove for a validation issue: the value at its path, else the nearest existing container. */
function cutAt(root: unknown, path: Path): { holder: Record<PropertyKey, unknown>; key: PropertyKey } | null {
  let found: { holder: Record<PropertyKey, unknown>; key: PropertyKey } | null = null;
  let here = root;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) break;
    found = { holder: here as Record<PropertyKey, unknown>, key };
    here = found.holder[key];
  }
  return found;
}

const GONE = Symbol('gone');
/** Compacts arrays after a round, so that all paths of one round stay valid while it runs. */
function closeUp(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== GONE).map(closeUp);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (one === GONE ? [] : [[key, closeUp(one)]])));
  return value;
}

/**
 * Parses a document and removes only what is invalid: a broken filter goes, the rest of the chart stays. Null when nothing usable remains.
 * Never throws.
 */
export function repair<T>(schema: z.ZodType<T>, input: unknown): T | null {
  try {
    if (typeof input !== 'object' || input === null || isDeep(input)) return null;
    let value: unknown = closeUp(input);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      let changed = false;
      for (const issue of parsed.error.issues) {
        const paths: Path[] = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
        for (const path of paths) {
          const cut = cutAt(value, path);
          if (!cut) continue;
          cut.holder[cut.key] = GONE;
          changed = true;
        }
      }
      if (!changed) return null;
      value = closeUp(value);
    }
    return null;
  } catch {
    return null;
  }
}
