import type { ScreenConfig } from '../contract/screen-config.ts';
import { Link } from '#modules/charts/contract/view-filter.ts';

/** The screen that a link opens: its id, or the code of a fixed one; null when it opens something else. */
export function screenOfLink(link: unknown): string | null {
  const parsed = Link.safeParse(link);
  if (!parsed.success) return null;
  if (parsed.data.to === 'screen') return parsed.data.id;
  return parsed.data.to === 'page' ? (/^\/(?:screen\/)?([A-Za-z]+)$/.exec(parsed.data.path)?.[1] ?? null) : null;
}

/** The screens that a document shows in small. */
export function miniaturesOf({ nodes }: ScreenConfig): string[] {
  const links = Object.values(nodes)
    .filter(({ type, hide }) => type === 'thumbs' && !hide)
    .flatMap(({ props }) => (Array.isArray(props['items']) ? (props['items'] as { link?: unknown }[]) : []))
    .map((item) => screenOfLink(item?.link));
  return [...new Set(links.filter((one) => one !== null))];
}
