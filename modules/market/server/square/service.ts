import { AppError } from '#kit/contract/errors.ts';
import { describeMask } from '#kit/core/mask/describe.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { shownByRule } from '#modules/gate/server/index.ts';
import { callOfService, serviceOutputs } from '../../core/services/documents.ts';
import { samplesFor } from '../../core/samples.ts';
import { services, shownService } from '../services/rows.ts';

/** A released service. Throws entity.notFound. */
export async function releasedService(ctx: Ctx, id: string) {
  const row = await services(ctx.db).selectAll('service').where('service.id', '=', id).where('service.status', '=', '2').executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '服务不存在或未发布');
  return shownService(row);
}

/** What a service takes and answers, and how it is called; nothing of where it leads. */
export async function serviceAsOffer(ctx: Ctx, id: string) {
  const service = await releasedService(ctx, id);
  return {
    rateLimit: service.rateLimit,
    reqParams: service.reqParams,
    defaultSize: null,
    maxSize: null,
    total: null,
    outputs: await outputsOf(ctx, service),
    filterable: [],
    ...samplesFor(callOfService(service)),
  };
}

/** Known fields of the answer, and those that are masked wherever they stand. */
async function outputsOf(ctx: Ctx, service: Awaited<ReturnType<typeof releasedService>>) {
  const { masks } = service;
  const ids = [...new Set(masks.map(({ maskRuleId }) => maskRuleId))];
  const rules = await shownByRule(ctx.app, ctx.db, ids);
  const text = (ruleId: string): string => (rules.has(ruleId) ? describeMask(rules.get(ruleId)!.mask) : '全部隐藏');
  const one = (name: string, dataType: string | null, mask: string | null) => ({
    name,
    comment: null,
    dataType,
    exampleValue: null,
    level: null,
    mask,
  });
  const known = serviceOutputs(service);
  const ruleAt = new Map(masks.map(({ path, maskRuleId }) => [path, maskRuleId]));
  const maskAt = (path: string): string | null => (ruleAt.has(path) ? text(ruleAt.get(path)!) : null);
  const pathOf = (name: string): string => (name.startsWith('[') ? `$${name}` : `$.${name}`);
  const first = new Set(known.map(({ name }) => pathOf(name)));
  return [
    ...known.map(({ name, dataType }) => one(name, dataType, maskAt(pathOf(name)))),
    ...masks.filter(({ path }) => !first.has(path)).map(({ path }) => one(path, null, maskAt(path))),
  ];
}
