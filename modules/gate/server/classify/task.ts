import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { AppError } from '#kit/contract/errors.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { recogniseSource } from './recognition.ts';

/** Recognises on a plan: one source, or all that are enabled. */
export const classifyTask = defineTask({
  name: '敏感字段识别',
  summary: '按名称和取样值识别敏感字段，结果进入分类分级的待处理清单',
  params: z.object({
    sourceId: Id.or(z.literal(''))
      .nullish()
      .transform((id) => id || null)
      .meta({ title: '数据源编号（不填为全部）' }),
  }),
  async run({ app, params, signal, log, progress }) {
    let wanted = app.db.selectFrom('metadataSource').select(['id', 'sourceName']).where('deletedAt', 'is', null).where('status', '=', '1');
    if (params.sourceId) wanted = wanted.where('id', '=', params.sourceId);
    const sources = await wanted.orderBy('id').execute();
    if (params.sourceId && sources.length === 0) throw new AppError('entity.notFound', '数据源不存在或已禁用');
    let failed = 0;
    for (const [i, source] of sources.entries()) {
      signal.throwIfAborted();
      try {
        const part = (percent: number) => progress(Math.floor((i * 100 + percent) / sources.length));
        log(`${source.sourceName}：${await recogniseSource(app, { sourceId: source.id, tableIds: [] }, { signal, progress: part })}`);
      } catch (error) {
        signal.throwIfAborted();
        failed++;
        log(`${source.sourceName}：失败，${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return sources.length === 0 ? null : `识别${sources.length}个数据源${failed > 0 ? `，${failed}个失败` : ''}`;
  },
});
