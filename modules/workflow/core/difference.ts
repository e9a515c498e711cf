/** What differs between two versions of a process, node by node and property by property. */
import type { FlowModel, NodeModel, ProcessModel, ScopeModel } from './model.ts';

export interface Change {
  /** place of the property: `approval.mode` */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}
export interface Difference {
  readonly id: string;
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly changes: readonly Change[];
}

/** What the text of a process says once more elsewhere. */
const SKIPPED: ReadonlySet<string> = new Set(['id', 'incoming', 'outgoing', 'body', 'kind']);

type Part = NodeModel | FlowModel;
function partsOf(scope: ScopeModel): Map<string, Part> {
  const found = new Map<string, Part>([...Object.entries(scope.nodes), ...Object.entries(scope.flows)]);
  for (const node of Object.values(scope.nodes))
    if (node.kind === 'subProcess') for (const [id, part] of partsOf(node.body)) found.set(id, part);
  return found;
}

/** Properties with their places, lists as one value each. */
function valuesOf(of: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(of)) {
    const path = prefix + key;
    if (value === null || value === undefined || value === '' || (prefix === '' && SKIPPED.has(key))) continue;
    if (typeof value === 'object' && !Array.isArray(value))
      for (const [inner, text] of valuesOf(value as object, `${path}.`)) found.set(inner, text);
    else found.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return found;
}

function changesOf(before: Part, after: Part): Change[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }));
}

const isFlow = (part: Part): part is FlowModel => 'from' in part;
/** A flow without a name and condition says only that two nodes follow each other, which the nodes beside it show. */
const says = (part: Part): boolean => !isFlow(part) || part.name !== '' || part.condition !== null;

/** Nodes and flows that were added, removed or changed, in the order of the newer version. */
export function differencesOf(before: ProcessModel, after: ProcessModel): Difference[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  const found: Difference[] = [];
  const nameOf = (part: Part) => part.name || part.id;
  for (const [id, part] of now) {
    const was = old.get(id);
    if (!was) {
      if (says(part)) found.push({ id, name: nameOf(part), kind: 'added', changes: [] });
      continue;
    }
    const changes = changesOf(was, part);
    if (changes.length > 0) found.push({ id, name: nameOf(part), kind: 'changed', changes });
  }
  for (const [id, part] of old) if (!now.has(id) && says(part)) found.push({ id, name: nameOf(part), kind: 'removed', changes: [] });
  return found;
}
