import type { App, Db } from '#kit/server/ctx.ts';
import { forgetLineage, recordLineage, type LineageRecord } from '#modules/lineage/server/index.ts';
import { type ApiInput } from '../../contract/api.ts';
import { outputsOf, plainScript } from '../../core/index.ts';

/** Own page of an API. */
const apiPath = (id: string): string => `/market/dataapi?open=detail-${id}`;
type Definition = Pick<ApiInput, 'apiName' | 'apiVersion' | 'executeConfig' | 'reqParams' | 'resParams'>;

/** The table and the column behind a name of an API. */
function placeOf({ tableId, joins }: ApiInput['executeConfig'], name: string): readonly [tableId: string, column: string] {
  const join = joins.find(({ alias }) => name.startsWith(`${alias}.`));
  return join ? [join.tableId, name.slice(join.alias.length + 1)] : [tableId ?? '', name];
}

function originOf({ executeConfig: config, reqParams, resParams }: Definition): Omit<LineageRecord, 'object'> {
  const asked = reqParams.map(({ columnName, paramName }) => columnName || paramName);
  if (config.configType === '2') return { sql: plainScript(config.sqlText ?? ''), outputs: resParams.map(({ fieldName }) => fieldName) };
  const outputs = outputsOf(config, resParams);
  if (config.configType === '3') {
    const columns = { shown: outputs.map(({ column }) => column), deciding: asked };
    return { consumes: [{ type: 'dataset', key: config.dataSetId ?? '', columns }] };
  }
  const joined = config.joins.flatMap((join) =>
    join.on.flatMap(({ left, right }) => [placeOf(config, left), [join.tableId, right] as const]),
  );
  return {
    columns: outputs.map(({ column, name }) => ({ name, from: [placeOf(config, column)] })),
    joins: [...joined, ...asked.map((name) => placeOf(config, name))],
  };
}

/** Says in the transaction that saves it which columns an API gives and asks for. */
export const noteApiLineage = ({ app, db }: { app: App; db: Db }, id: string, api: Definition): Promise<void> =>
  recordLineage(app, db, {
    object: { type: 'api', key: id, name: `${api.apiName} ${api.apiVersion}`, path: apiPath(id), sourceId: api.executeConfig.sourceId },
    ...originOf(api),
  });

export const dropApiLineage = ({ app, db }: { app: App; db: Db }, id: string): Promise<void> => forgetLineage(app, db, 'api', id);

/** Says which APIs an application calls by its subscriptions of now; one without any is in no lineage. */
export async function noteAppLineage({ app, db }: { app: App; db: Db }, appId: string): Promise<void> {
  const rows = await db
    .selectFrom('marketSubscription as sub')
    .innerJoin('marketApp as app', 'app.id', 'sub.appId')
    .select(['sub.apiId', 'app.appName'])
    .where('sub.appId', '=', appId)
    .where('sub.status', 'in', ['2', '4'])
    .where('sub.endTime', '>', app.now())
    .where('app.deletedAt', 'is', null)
    .execute();
  const [first] = rows;
  if (!first) return forgetLineage(app, db, 'app', appId);
  await recordLineage(app, db, {
    object: { type: 'app', key: appId, name: first.appName, path: `/market/apiapp?open=detail-${appId}`, sourceId: null },
    consumes: rows.map(({ apiId }) => ({ type: 'api', key: apiId })),
  });
}

/** Applications whose subscriptions ended by themselves lose their edges: once a day is enough for that. */
export async function refreshAppLineage(app: App): Promise<number> {
  const objects = await app.db
    .selectFrom('metadataLineageObject')
    .select('objectKey')
    .where('objectType', '=', 'app')
    .where('deletedAt', 'is', null)
    .execute();
  const active = await app.db
    .selectFrom('marketSubscription')
    .select('appId')
    .distinct()
    .where('status', 'in', ['2', '4'])
    .where('endTime', '>', app.now())
    .execute();
  const ids = new Set([...objects.map(({ objectKey }) => objectKey), ...active.map(({ appId }) => appId)]);
  for (const id of ids) await app.db.transaction().execute((db) => noteAppLineage({ app, db }, id));
  return ids.size;
}
