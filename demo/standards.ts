import { binding } from '#modules/standards/contract/binding.ts';
import { contrast, contrastDict } from '#modules/standards/contract/contrast.ts';
import { standardDoc } from '#modules/standards/contract/doc.ts';
import { standardElement } from '#modules/standards/contract/element.ts';
import { mapping } from '#modules/standards/contract/mapping.ts';
import { standardRoot } from '#modules/standards/contract/root.ts';
import { standardUnit } from '#modules/standards/contract/unit.ts';
import { callsAs } from './governance-calls.ts';
import { columnsOf, waitFor, type Work } from './governance-work.ts';
import { ACCEPTED_ALWAYS, ACCEPTED_FROM, CONTRASTS, DOCS, ELEMENTS, EXEMPT, REJECTED, UNITS } from './standards-list.ts';
import { ROOTS } from './standards-roots.ts';

/** What the steward knows of standards: documents, units, word roots and elements, each of them published. */
async function writeStandards({ app, signal, steward }: Work): Promise<void> {
  await callsAs(app, steward, signal, async (call) => {
    const docs = new Map<string, string>();
    for (const [docNo, docName, docKind, publisher, publishDate, effectiveDate] of DOCS) {
      const body = { docNo, docName, docKind, publisher, publishDate, effectiveDate };
      docs.set(docNo, (await call(standardDoc.create, { body })).id);
    }
    const units = new Map<string, string>();
    for (const [unitName, unitCode, quantity, factor] of UNITS)
      units.set(unitName, (await call(standardUnit.create, { body: { unitName, unitCode, quantity, factor } })).id);
    for (const [rootName, rootEn, abbreviation] of ROOTS) await call(standardRoot.create, { body: { rootName, rootEn, abbreviation } });
    for (const { doc, unit, ...attributes } of ELEMENTS) {
      const body = {
        ...attributes,
        docId: doc ? docs.get(doc) : null,
        unitId: unit ? units.get(unit) : null,
        submitter: '数据治理办公室',
        ownerId: steward.id,
      };
      const { id } = await call(standardElement.create, { body });
      await call(standardElement.submit, { params: { id } });
    }
  });
}

/** Proposals over the whole warehouse: what is clear is accepted, some are rejected, some exempt for a while, the rest is left to be decided. */
async function bindColumns({ app, signal, steward, sourceId }: Work): Promise<void> {
  const { jobId } = await callsAs(app, steward, signal, (call) => call(binding.propose, { body: { sourceId } }));
  await waitFor(signal, async () => {
    const job = await app.jobs.get(app.db, jobId);
    return !job || (job.state !== 'waiting' && job.state !== 'running') ? true : undefined;
  });
  await callsAs(app, steward, signal, async (call) => {
    const open: { id: string; columnId: string; name: string; elementCode: string; score: number }[] = [];
    for (let pageNum = 1; ; pageNum++) {
      const { data } = await call(binding.proposals, { query: { sourceId, pageSize: 200, pageNum } });
      for (const row of data) open.push({ ...row, name: `${row.tableName}.${row.columnName}` });
      if (data.length === 0) break; // the total stops at two thousand
    }
    const taken = new Set<string>();
    const take = (wanted: readonly (typeof open)[number][]) =>
      wanted.flatMap(({ id, columnId }) => (taken.has(columnId) ? [] : (taken.add(columnId), [id])));
    const rejected = take(open.filter((one) => REJECTED.some(([name, code]) => name === one.name && code === one.elementCode)));
    if (rejected.length > 0) await call(binding.decide, { body: { ids: rejected, decision: 'reject' } });
    for (const [name, reason, days] of EXEMPT) {
      const ids = take(open.filter((one) => one.name === name)).slice(0, 1);
      const until = new Date(app.now().getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10);
      if (ids.length > 0) await call(binding.decide, { body: { ids, decision: 'exempt', reason, until } });
    }
    const ids = take(open.filter(({ score, elementCode }) => score >= ACCEPTED_FROM || ACCEPTED_ALWAYS.includes(elementCode)));
    if (ids.length > 0) await call(binding.decide, { body: { ids, decision: 'accept' } });
  });
}

/** Code sets bound to columns, their values collected from the warehouse, and what they stand for. */
async function mapCodes({ app, signal, steward, sourceId }: Work): Promise<void> {
  const columns = await columnsOf(app.db, sourceId).select('metadataColumn.tableId').execute();
  const there = await app.db.selectFrom('standardContrast').select('columnId').where('sourceId', '=', sourceId).execute();
  for (const [table, name, gbTypeId, byHand] of CONTRASTS) {
    const column = columns.find((one) => `${one.schemaName}.${one.tableName}` === table && one.columnName === name);
    if (!column || there.some(({ columnId }) => columnId === column.id)) continue;
    const body = { sourceId, tableId: column.tableId, columnId: column.id, gbTypeId, bindGbColumn: 'gb_code' };
    const { id: contrastId } = await callsAs(app, steward, signal, (call) => call(contrast.create, { body }));
    // values are read outside of a transaction, so the contrast is there first
    await callsAs(app, steward, signal, (call) => call(contrastDict.collect, { params: { contrastId } }));
    await callsAs(app, steward, signal, async (call) => {
      await call(mapping.auto, { params: { contrastId } });
      const { left, right } = await call(mapping.get, { params: { contrastId } });
      const endpoints = Object.entries(byHand).flatMap(([value, code]) => {
        const [source, target] = [left.find(({ colCode }) => colCode === value), right.find(({ gbCode }) => gbCode === code)];
        return source && target ? [{ sourceId: source.id, targetId: target.id }] : [];
      });
      if (endpoints.length > 0) await call(mapping.manual, { body: { endpoints } });
    });
  }
}

/** The standards of the demo company and how far the warehouse keeps to them; what was made once is not made again. */
export async function keepStandards(work: Work): Promise<void> {
  const { app, signal, steward, sourceId } = work;
  const has = async (table: 'standardProposal' | 'standardBinding' | 'standardMeasure') =>
    (await app.db.selectFrom(table).select('sourceId').where('sourceId', '=', sourceId).limit(1).executeTakeFirst()) !== undefined;
  if (!(await app.db.selectFrom('standardElement').select('id').limit(1).executeTakeFirst())) await writeStandards(work);
  if (!(await has('standardProposal')) && !(await has('standardBinding'))) await bindColumns(work);
  await mapCodes(work);
  if (!(await has('standardMeasure'))) await callsAs(app, steward, signal, (call) => call(binding.run, { body: { sourceId } }));
}
