import type { CSSProperties } from 'react';
import { alpha, textColorOn } from '#kit/core/color.ts';
import type { Mark } from '../../core/look/rules.ts';

/** Colours, ground and bar of a marked cell. */
export function markStyle(mark: Mark | null): CSSProperties {
  if (!mark) return {};
  const style: CSSProperties = {};
  if (mark.background) {
    style.backgroundColor = mark.background;
    style.color = textColorOn(mark.background);
  }
  if (mark.color) style.color = mark.color;
  if (mark.bar) {
    const { from, to, color } = mark.bar;
    const [a, b] = [from * 100, to * 100];
    style.backgroundImage = `linear-gradient(90deg, transparent ${a}%, ${alpha(color, 0.28)} ${a}%, ${alpha(color, 0.28)} ${b}%, transparent ${b}%)`;
    style.backgroundSize = '100% 62%';
    style.backgroundPosition = 'left center';
    style.backgroundRepeat = 'no-repeat';
  }
  return style;
}

const ICONS: Record<string, string> = { 'arrow-up': '▲', 'arrow-down': '▼', 'arrow-flat': '▶', flag: '⚑', light: '●', star: '★' };
export const MarkIcon = ({ name, color }: { name: string; color?: string }) => (
  <i className="viz-icon" style={{ color }} aria-hidden="true">
    {ICONS[name] ?? '●'}
  </i>
);
