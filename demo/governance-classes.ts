import type { Db } from '#kit/server/ctx.ts';
import { classify } from '#modules/gate/contract/classify.ts';
import { type Calls, callsAs } from './governance-calls.ts';
import { verdictOn } from './governance-verdicts.ts';
import { columnsOf, waitFor, type Work } from './governance-work.ts';

const MAX_COLUMNS = 500;
/** the job behind the call that starts a recognition */
const RECOGNITION = 'metadata.classify';

/** Lets the recognition look at the warehouse, accepts what is certain, and says what is public or internal. */
export async function classifyColumns({ app, signal, steward, sourceId }: Work): Promise<void> {
  const hits = () => app.db.selectFrom('metadataClassHit').select(['state', 'decidedBy']).where('sourceId', '=', sourceId).execute();
  const latest = () => app.jobs.latest(app.db, RECOGNITION, sourceId);
  if ((await latest()) === null && (await hits()).length === 0)
    await callsAs(app, steward, signal, (call) => call(classify.recognise, { params: { sourceId }, body: { tableIds: [] } }));
  await waitFor(signal, async () => {
    const job = await latest();
    return job && (job.state === 'waiting' || job.state === 'running') ? undefined : true;
  });
  const found = await hits();
  if (found.length === 0 || found.some((hit) => hit.decidedBy !== null)) return;
  await callsAs(app, steward, signal, (call, db) => decide(call, db, sourceId));
}

async function decide(call: Calls, db: Db, sourceId: string): Promise<void> {
  const open = await db
    .selectFrom('metadataClassHit')
    .innerJoin('metadataColumn', 'metadataColumn.id', 'metadataClassHit.columnId')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .innerJoin('metadataClass', 'metadataClass.id', 'metadataClassHit.classId')
    .select(['metadataClassHit.id', 'columnId', 'classCode', 'schemaName', 'tableName', 'columnName'])
    .where('metadataClassHit.sourceId', '=', sourceId)
    .where('state', '=', 'proposed')
    .orderBy('metadataClassHit.id')
    .execute();
  const seen = new Set<string>();
  const accepted: string[] = [];
  const rejected: string[] = [];
  for (const hit of open) {
    const verdict = verdictOn(hit);
    if (verdict === 'reject') rejected.push(hit.id);
    if (verdict !== 'accept' || seen.has(hit.columnId)) continue;
    seen.add(hit.columnId);
    accepted.push(hit.id);
  }
  if (accepted.length > 0) await call(classify.decide, { body: { ids: accepted, decision: 'accept' } });
  if (rejected.length > 0) await call(classify.decide, { body: { ids: rejected, decision: 'reject' } });
  const asked = new Set(open.map((hit) => hit.columnId));
  const others = (await columnsOf(db, sourceId).where('metadataColumn.level', 'is', null).execute()).filter(({ id }) => !asked.has(id));
  const publicOnes = others.filter(({ tableName }) => /^dim_(area|date|cert_type)$/.test(tableName));
  const internalOnes = others.filter(({ schemaName, tableName }) => schemaName === 'dwd' && /^biz_/.test(tableName));
  for (const [level, columns] of [
    ['L1', publicOnes],
    ['L2', internalOnes],
  ] as const)
    for (let at = 0; at < columns.length; at += MAX_COLUMNS)
      await call(classify.setColumns, { body: { columnIds: columns.slice(at, at + MAX_COLUMNS).map(({ id }) => id), level } });
}
