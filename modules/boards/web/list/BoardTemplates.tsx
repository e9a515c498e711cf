import { lazyPart } from '#kit/web/lazy-part.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { type TemplateKind, TemplateWizard } from '#modules/charts/web/builder-parts.ts';
import type { TemplateProps } from '#modules/library/web/parts.ts';
import { api } from './api.ts';

const boardTemplates: TemplateKind = {
  kind: 'board',
  label: '看板',
  without: '留出空位',
  useTemplates: () => useCall(api.board.templates, {}, { staleTime: 10_000 }),
  useTemplate: (id) => useCall(api.board.template, { params: { id: id ?? '' } }, { enabled: id !== null, staleTime: 10_000 }),
  Preview: lazyPart(() => import('./BoardTemplatePreview.tsx').then((part) => ({ default: part.BoardTemplatePreview }))),
  create: (id, { name, ...body }) => api.board.fromTemplate({ params: { id }, body: { boardName: name, ...body } }),
};

/** A new board after a published one. */
export function BoardTemplates(props: TemplateProps) {
  const refresh = useRefresh();
  return <TemplateWizard {...props} of={boardTemplates} onMade={() => refresh(api.board.page)} />;
}
