import type { Ctx } from '#kit/server/ctx.ts';
import type { Handlers } from '#kit/server/module.ts';
import { removeItems, shareOrAsk, unpublishItem, type publishingProposals } from '#modules/library/server/index.ts';
import type { publishedCalls } from '../contract/published-calls.ts';
import { templateFor, templatesOf, type TemplateForm } from './template.ts';

type Alike = Handlers<ReturnType<typeof publishedCalls>>;

/** Handlers of `publishedCalls` and of deleting, which an open approval of the publishing holds up. Spread them into those of the kind. */
export function publishedHandlers<Config extends object>(
  templates: TemplateForm<Config>,
  publishing: ReturnType<typeof publishingProposals>,
) {
  const { kind } = templates;
  const unpublish: Alike['unpublish'] = async (ctx, { params }) => {
    await publishing.assertFree(ctx.db, [params.id], 'edit');
    return unpublishItem(ctx, kind, params.id);
  };
  const share: Alike['share'] = (ctx, { params, body }) => shareOrAsk(ctx, kind, params.id, body.isShared);
  const ofKind: Alike['templates'] = (ctx) => templatesOf(ctx, kind);
  const template: Alike['template'] = (ctx, { params }) => templateFor(ctx, templates, params.id);
  const remove = async (ctx: Ctx, { params }: { readonly params: { readonly id: string } }) => {
    await publishing.assertFree(ctx.db, [params.id], 'delete');
    return removeItems(ctx, kind, [params.id]);
  };
  const removeBatch = async (ctx: Ctx, { params }: { readonly params: { readonly ids: string[] } }) => {
    await publishing.assertFree(ctx.db, params.ids, 'delete');
    return removeItems(ctx, kind, params.ids);
  };
  return { unpublish, share, templates: ofKind, template, remove, removeBatch };
}
