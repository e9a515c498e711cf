import { lazyPart } from '#kit/web/lazy-part.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { type TemplateKind, TemplateWizard } from '#modules/charts/web/builder-parts.ts';
import type { TemplateProps } from '#modules/library/web/parts.ts';
import { api } from './api.ts';

const screenTemplates: TemplateKind = {
  kind: 'screen',
  label: '大屏',
  without: '保留示例数据',
  useTemplates: () => useCall(api.screen.templates, {}, { staleTime: 10_000 }),
  useTemplate: (id) => useCall(api.screen.template, { params: { id: id ?? '' } }, { enabled: id !== null, staleTime: 10_000 }),
  Preview: lazyPart(() => import('./ScreenTemplatePreview.tsx').then((part) => ({ default: part.ScreenTemplatePreview }))),
  create: (id, { name, ...body }) => api.screen.fromTemplate({ params: { id }, body: { screenName: name, ...body } }),
};

/** A new screen after a published one. */
export function ScreenTemplates(props: TemplateProps) {
  const refresh = useRefresh();
  return <TemplateWizard {...props} of={screenTemplates} onMade={() => refresh(api.screen.page)} />;
}
