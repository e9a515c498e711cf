import type { Db } from '#kit/server/ctx.ts';
import { namedCache } from '#kit/server/named-cache.ts';
import type { Definitions, NodeModel, ProcessModel, ScopeModel } from '../core/model.ts';

const cache = namedCache<ProcessModel>({
  name: 'workflow.definitions',
  label: '流程定义',
  summary: '已发布流程的编译结果，清除后按需重新读取',
  max: 200,
});

/** The compiled process of a published version; versions never change. */
export async function processOf(db: Db, definitionId: string): Promise<ProcessModel> {
  const known = cache.get(definitionId);
  if (known) return known;
  const { process } = await db.selectFrom('flowDefinition').select('process').where('id', '=', definitionId).executeTakeFirstOrThrow();
  cache.set(definitionId, process as ProcessModel);
  return process as ProcessModel;
}

/** Every node of a process, those of its sub-processes included. */
export function* allNodes(scope: ScopeModel): Generator<NodeModel> {
  for (const node of Object.values(scope.nodes)) {
    yield node;
    if (node.kind === 'subProcess') yield* allNodes(node.body);
  }
}
/** A node of an instance by its id, wherever it stands. */
export function findNode(definitions: Definitions, id: string): NodeModel | null {
  for (const process of Object.values(definitions)) for (const node of allNodes(process)) if (node.id === id) return node;
  return null;
}

/** Newest active versions of the processes that one calls by fixed keys, also through each other: key → definition id. */
export async function calledBy(db: Db, process: ProcessModel, found: Record<string, string> = {}): Promise<Record<string, string>> {
  const keys = [...allNodes(process)].flatMap((node) => (node.kind === 'callActivity' ? node.calledElement : []));
  for (const key of keys) {
    if (Object.hasOwn(found, key)) continue;
    const row = await latestOf(db, key);
    if (!row) continue;
    found[key] = row.id;
    await calledBy(db, await processOf(db, row.id), found);
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

/** The processes of an instance by key: its own and those that it calls, in the versions that it was started with. */
export async function definitionsOf(db: Db, definitionId: string, called: unknown): Promise<Definitions> {
  const own = await processOf(db, definitionId);
  const others = await Promise.all(
    Object.entries(called as Record<string, string>).map(async ([key, id]) => [key, await processOf(db, id)] as const),
  );
  return { ...Object.fromEntries(others), [own.id]: own };
}
