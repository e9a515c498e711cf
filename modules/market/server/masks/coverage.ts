import { pageOf, type PageQuery } from '#kit/contract/fields.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { Protection } from '#modules/gate/server/index.ts';
import { callsOf } from '../calls/of-node.ts';
import type { ApiPlan } from '../calls/plan.ts';
import { libraryRules, StoredRule, type LibraryRule } from './library.ts';
import { mayTighten, plainStatement } from './trial.ts';
import { ofApi } from '../reach.ts';

/** Released APIs that one report looks at. */
const MAX = 300;

interface Gap {
  apiId: string;
  apiName: string;
  apiVersion: string;
  fieldName: string | null;
  reason: 'noRule' | 'conflict' | 'ruleGone' | 'unread';
}
interface Looked {
  readonly outputs: number;
  readonly sensitive: number;
  readonly ruled: number;
  readonly tightened: number;
  readonly gaps: readonly Gap[];
}
interface Row {
  id: string;
  apiName: string;
  apiVersion: string;
  apiUrl: string;
  rules: unknown;
  maskStatus: string | null;
}

/** Released APIs of the caller's reach with their own masks. */
function released(ctx: Ctx, apiName?: string): Promise<Row[]> {
  let rows = ctx.db
    .selectFrom('marketApi as api')
    .leftJoin('marketApiMask as mask', (join) => join.onRef('mask.apiId', '=', 'api.id').on('mask.deletedAt', 'is', null))
    .select(['api.id', 'api.apiName', 'api.apiVersion', 'api.apiUrl', 'mask.rules', 'mask.status as maskStatus'])
    .where('api.status', '=', '2')
    .where('api.deletedAt', 'is', null)
    .where(scope(ctx, ofApi));
  if (apiName) rows = rows.where(containsText('api.apiName', apiName));
  return rows.orderBy('api.apiName').orderBy('api.id').limit(MAX).execute();
}

/** What classes alone make of the outputs, with the rights that the calls of the API have. */
async function outputsOf(plan: ApiPlan): Promise<readonly Protection[] | null> {
  const { compilePlain, writer } = await plan.open();
  return (await compilePlain(plainStatement(writer.prepared))).protection;
}

function looked(api: Row, outputs: readonly Protection[], library: ReadonlyMap<string, LibraryRule>): Looked {
  const stored = api.maskStatus === '1' ? StoredRule.array().parse(api.rules) : [];
  const own = new Map(stored.map((rule) => [rule.fieldName.toLowerCase(), rule]));
  const { id: apiId, apiName, apiVersion } = api;
  const gaps: Gap[] = [];
  let [sensitive, ruled, tightened] = [0, 0, 0];
  for (const output of outputs) {
    const rule = own.get(output.name.toLowerCase());
    const gap = (reason: Gap['reason']) => gaps.push({ apiId, apiName, apiVersion, fieldName: output.name, reason });
    if (output.how !== null) sensitive += 1;
    if (rule) tightened += 1;
    const mask = rule && library.get(rule.maskRuleId)?.mask;
    if (rule && !mask) gap('ruleGone');
    else if (mask && !mayTighten(mask, output)) gap('conflict');
    else if (output.how === 'common' && !rule) gap('noRule');
    else if (output.how !== null) ruled += 1;
  }
  return { outputs: outputs.length, sensitive, ruled, tightened, gaps };
}

async function lookAt(ctx: Ctx, apiName?: string): Promise<Looked[]> {
  const { registry } = callsOf(ctx.app);
  await registry.look();
  const [rows, library] = await Promise.all([released(ctx, apiName), libraryRules(ctx.db)]);
  const all: Looked[] = [];
  for (const row of rows) {
    ctx.signal.throwIfAborted();
    const plan = registry.api(`${row.apiVersion}${row.apiUrl}`);
    // whose source or owner is gone cannot be read: that is what the report says
    const outputs = plan ? await outputsOf(plan).catch(() => null) : null;
    all.push(outputs ? looked(row, outputs, library) : unread(row));
  }
  return all;
}
const unread = ({ id: apiId, apiName, apiVersion }: Row): Looked => ({
  outputs: 0,
  sensitive: 0,
  ruled: 0,
  tightened: 0,
  gaps: [{ apiId, apiName, apiVersion, fieldName: null, reason: 'unread' }],
});

export async function coverageOf(ctx: Ctx) {
  const all = await lookAt(ctx);
  const sum = (field: 'outputs' | 'sensitive' | 'ruled' | 'tightened') => all.reduce((total, one) => total + one[field], 0);
  return { apis: all.length, outputs: sum('outputs'), sensitive: sum('sensitive'), ruled: sum('ruled'), tightened: sum('tightened') };
}

export async function gapsOf(ctx: Ctx, query: Omit<PageQuery, 'sort'> & { apiName?: string | undefined }) {
  const gaps = (await lookAt(ctx, query.apiName)).flatMap((one) => one.gaps);
  const { pageNum, pageSize } = pageOf(query);
  return {
    pageNum,
    pageSize,
    total: gaps.length,
    data: gaps.slice((pageNum - 1) * pageSize, pageNum * pageSize).map((gap) => ({ id: `${gap.apiId} ${gap.fieldName ?? ''}`, ...gap })),
  };
}
