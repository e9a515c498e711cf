import * as z from 'zod';
import { Id, YesNo } from '#kit/contract/fields.ts';
import { proposalFields } from '#kit/contract/flow.ts';
import { perm, route } from '#kit/contract/route.ts';
import { Template, TemplateRow } from './template.ts';

const params = z.object({ id: Id });

/**
 * The calls that boards and screens have alike: taking back what was published, sharing, templates. `label` is the Chinese name of the kind,
 * `code` the beginning of its permissions (`visual:board`). Spread them into the contract of the kind.
 */
export const publishedCalls = (base: string, label: string, code: string) => ({
  unpublish: route.post(`${base}/unpublish/:id`, {
    summary: `取消发布${label}`,
    access: perm(`${code}:publish`),
    params,
    reply: z.object({ version: z.number().int() }),
    audit: `取消发布${label}`,
  }),
  share: route.put(`${base}/shared/:id`, {
    summary: `共享${label}`,
    access: perm(`${code}:grant`),
    params,
    body: z.object({ isShared: YesNo }),
    reply: z.object(proposalFields),
    audit: `共享${label}`,
  }),
  /** published documents that a new one may be made after */
  templates: route.get(`${base}/templates`, {
    summary: `${label}模板`,
    access: perm(`${code}:copy`),
    reply: z.array(TemplateRow),
  }),
  template: route.get(`${base}/templates/:id`, {
    summary: `${label}模板使用的数据`,
    access: perm(`${code}:copy`),
    params,
    reply: Template,
  }),
});
