import type { Db } from '#kit/server/ctx.ts';
import { namedCache } from '#kit/server/named-cache.ts';
import { readBpmn } from '../core/bpmn/read.ts';
import type { InstanceState, Task } from '../core/engine/state.ts';
import type { Definitions, NodeModel, ProcessModel, ScopeModel } from '../core/model.ts';

/** The processes of a published text: the first is the one that its key names, the others are called by it. */
type Compiled = readonly ProcessModel[];
const cache = namedCache<Compiled>({
  name: 'workflow.definitions',
  label: '流程定义',
  summary: '已发布流程的编译结果，清除后按需重新读取',
  max: 200,
});

/** The compiled processes of a published version, the main one first; the text of a version never changes. */
export async function processesOf(db: Db, definitionId: string): Promise<readonly [ProcessModel, ...ProcessModel[]]> {
  const known = cache.get(definitionId);
  if (known) return known as [ProcessModel, ...ProcessModel[]];
  const { bpmnXml } = await db.selectFrom('flowDefinition').select('bpmnXml').where('id', '=', definitionId).executeTakeFirstOrThrow();
  const { processes } = await readBpmn(bpmnXml);
  cache.set(definitionId, processes);
  return processes as unknown as [ProcessModel, ...ProcessModel[]];
}

/** Every node of a process, those of its sub-processes included. */
export function* allNodes(scope: ScopeModel): Generator<NodeModel> {
  for (const node of Object.values(scope.nodes)) {
    yield node;
    if (node.kind === 'subProcess') yield* allNodes(node.body);
  }
}
/** A node of an instance by its id, wherever it stands; that of the process with this key when several have it. */
export function findNode(definitions: Definitions, id: string, key: string | null = null): NodeModel | null {
  const own = key !== null && Object.hasOwn(definitions, key) ? definitions[key] : undefined;
  for (const process of own ? [own, ...Object.values(definitions)] : Object.values(definitions))
    for (const node of allNodes(process)) if (node.id === id) return node;
  return null;
}

/** The process whose node a task stands at: that of the instance, or one that it calls. */
export const processOf = (state: InstanceState | null, { token }: Pick<Task, 'token'>): string | null =>
  state?.scopes[state.tokens[token]?.scope ?? '']?.process ?? null;

/** The key of the process that a stored task belongs to: that of its instance for a task from before keys were stored. */
export const processOfTask = (
  { state, definitions }: { readonly state: InstanceState | null; readonly definitions: Definitions },
  { processKey }: { readonly processKey: string | null },
): string => processKey ?? state?.scopes[state.root]?.process ?? Object.keys(definitions)[0] ?? '';

/** Newest versions of the processes that a version calls by fixed keys and does not hold itself, also through each other: key → definition id. */
export async function calledBy(db: Db, definitionId: string, found: Record<string, string> = {}): Promise<Record<string, string>> {
  const own = await processesOf(db, definitionId);
  const held = new Set(own.map(({ id }) => id));
  const keys = own.flatMap((model) => [...allNodes(model)].flatMap((node) => (node.kind === 'callActivity' ? node.calledElement : [])));
  for (const key of keys) {
    if (held.has(key) || Object.hasOwn(found, key)) continue;
    const row = await latestOf(db, key);
    if (!row) continue;
    found[key] = row.id;
    await calledBy(db, row.id, found);
  }
  return found;
}

/** The newest version of a key that starts instances. */
export const latestOf = (db: Db, key: string) =>
  db
    .selectFrom('flowDefinition')
    .select(['id', 'name', 'versionNo', 'suspensionState'])
    .where('defKey', '=', key)
    .where('deletedAt', 'is', null)
    .orderBy('versionNo', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The processes of an instance by key: its own first, then those that it calls, in the versions that it was started with. */
export async function definitionsOf(db: Db, definitionId: string, called: unknown): Promise<Definitions> {
  const definitions: Record<string, ProcessModel> = {};
  for (const id of [definitionId, ...Object.values(called as Record<string, string>)])
    for (const model of await processesOf(db, id)) definitions[model.id] ??= model;
  return definitions;
}
