import { AppError } from '#kit/contract/errors.ts';
import { implement } from '#kit/server/module.ts';
import { match } from '../../contract/match.ts';
import { modelInForce } from '../model-in-force.ts';
import { candidateDetail, candidatePage } from './candidates.ts';
import { decide } from './decide.ts';
import { MATCH_JOB, type MatchPayload } from './job.ts';
import { ruleForRun, saveRule, shownRule } from './rule.ts';

/** The calls of 查重. */
export const matchCalls = implement(match, {
  rule: async (ctx, { params }) => shownRule(ctx.db, await modelInForce(ctx.db, { id: params.modelId })),
  saveRule: async (ctx, { params, body }) => saveRule(ctx, await modelInForce(ctx.db, { id: params.modelId }), body),
  run: async (ctx, { params, body }) => {
    const model = await modelInForce(ctx.db, { id: params.modelId });
    await ruleForRun(ctx, model, body.preset ?? null);
    const payload: MatchPayload = { modelId: model.id, isFull: body.full ?? false };
    const jobId = await ctx.app.jobs.enqueue(ctx.db, { kind: MATCH_JOB, subject: model.id, payload, createBy: ctx.user.id });
    ctx.audit.note(`“${model.modelName}”${payload.isFull ? '全部重新查重' : '查重'}`);
    return { jobId };
  },
  progress: async (ctx, { params }) => {
    const { id } = await modelInForce(ctx.db, { id: params.modelId });
    const job = await ctx.app.jobs.latest(ctx.db, MATCH_JOB, id);
    return (
      job && {
        state: job.state,
        percent: job.percent,
        text: job.text,
        startTime: job.startTime?.toISOString() ?? null,
        endTime: job.endTime?.toISOString() ?? null,
      }
    );
  },
  cancel: async (ctx, { params }) => {
    const { id, modelName } = await modelInForce(ctx.db, { id: params.modelId });
    const job = await ctx.app.jobs.latest(ctx.db, MATCH_JOB, id);
    if (!job || !(await ctx.app.jobs.cancel(ctx.db, job.id))) throw new AppError('rule.broken', '没有正在进行的查重');
    ctx.audit.note(`停止“${modelName}”的查重`);
    return null;
  },
  page: (ctx, { params, query }) => candidatePage(ctx, params.modelId, query),
  get: (ctx, { params }) => candidateDetail(ctx, params.id),
  decide: (ctx, { params, body }) => decide(ctx, params.id, body),
});
