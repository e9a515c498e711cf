import type * as z from 'zod';
import { pageOf, type PageQuery } from '#kit/contract/fields.ts';
import { MASK_ALGORITHMS } from '#kit/core/mask/index.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { Protection } from '#modules/gate/server/index.ts';
import type { OutputState } from '../../contract/mask.ts';
import { callsOf } from '../calls/of-node.ts';
import type { ApiPlan } from '../calls/plan.ts';
import { libraryRules, StoredRule, type LibraryRule } from './library.ts';
import { mayTighten, plainStatement } from './trial.ts';
import { ofApi } from '../reach.ts';

/** Released APIs that one report looks at. */
const MAX = 300;

interface Output {
  apiId: string;
  apiName: string;
  apiVersion: string;
  fieldName: string | null;
  state: z.output<typeof OutputState>;
  ruleName: string | null;
}
const isRuled = ({ state }: Output): boolean => state === 'class' || state === 'api';
interface Looked {
  readonly outputs: number;
  readonly sensitive: number;
  readonly ruled: number;
  readonly tightened: number;
  readonly listed: readonly Output[];
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

/** How an output stands; null: it is shown in the clear, and may be. */
function standing(output: Protection, own: StoredRule | undefined, rule: LibraryRule | undefined): Output['state'] | null {
  if (own && !rule) return 'ruleGone';
  if (rule) return mayTighten(rule.mask, output) ? 'api' : 'conflict';
  if (output.how === 'common') return 'noRule';
  return output.how === null ? null : 'class';
}
const classRule = (how: Protection['how']): string =>
  how !== null && typeof how === 'object' ? MASK_ALGORITHMS[how.algorithm] : MASK_ALGORITHMS.full;

function looked(api: Row, outputs: readonly Protection[], library: ReadonlyMap<string, LibraryRule>): Looked {
  const stored = api.maskStatus === '1' ? StoredRule.array().parse(api.rules) : [];
  const own = new Map(stored.map((rule) => [rule.fieldName.toLowerCase(), rule]));
  const { id: apiId, apiName, apiVersion } = api;
  const rules = outputs.map(({ name }) => own.get(name.toLowerCase()));
  const rows = outputs.map((output, i): Output | null => {
    const rule = rules[i] && library.get(rules[i].maskRuleId);
    const state = standing(output, rules[i], rule);
    if (state === null) return null;
    const names: Partial<Record<Output['state'], string>> = { api: rule?.ruleName ?? '', class: classRule(output.how) };
    return { apiId, apiName, apiVersion, fieldName: output.name, state, ruleName: names[state] ?? null };
  });
  const isSensitive = (i: number) => outputs[i]!.how !== null;
  return {
    outputs: outputs.length,
    sensitive: outputs.filter((_, i) => isSensitive(i)).length,
    ruled: rows.filter((row, i) => row !== null && isRuled(row) && isSensitive(i)).length,
    tightened: rules.filter((rule) => rule !== undefined).length,
    listed: rows.filter((row) => row !== null),
  };
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
  listed: [{ apiId, apiName, apiVersion, fieldName: null, state: 'unread', ruleName: null }],
});

export async function coverageOf(ctx: Ctx) {
  const all = await lookAt(ctx);
  const sum = (field: 'outputs' | 'sensitive' | 'ruled' | 'tightened') => all.reduce((total, one) => total + one[field], 0);
  return { apis: all.length, outputs: sum('outputs'), sensitive: sum('sensitive'), ruled: sum('ruled'), tightened: sum('tightened') };
}

interface OutputQuery extends Omit<PageQuery, 'sort'> {
  apiName?: string | undefined;
  /** 1 = has a rule, 0 = lacks one */
  ruled?: '0' | '1' | undefined;
}
/** Sensitive outputs with what they are masked by; those that lack a rule come first. */
export async function sensitiveOutputs(ctx: Ctx, { apiName, ruled, ...page }: OutputQuery) {
  const listed = (await lookAt(ctx, apiName)).flatMap((one) => one.listed);
  const [lacking, covered] = [listed.filter((output) => !isRuled(output)), listed.filter(isRuled)];
  const rows = [...(ruled === '1' ? [] : lacking), ...(ruled === '0' ? [] : covered)];
  const { pageNum, pageSize } = pageOf(page);
  return {
    pageNum,
    pageSize,
    total: rows.length,
    data: rows.slice((pageNum - 1) * pageSize, pageNum * pageSize).map((row) => ({ id: `${row.apiId} ${row.fieldName ?? ''}`, ...row })),
  };
}
