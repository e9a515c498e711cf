import { useMemo } from 'react';
import { COLOR_TOKENS } from '../../../core/widgets.ts';
import { chartColors, screenTheme } from '../../stage/themes.ts';
import { useEditorState } from '../editor.ts';
import type { PropScene } from '#kit/web/designer/props/PropInput.tsx';
import { LinkInput } from '#modules/charts/web/builder-parts.ts';

/** What fields of settings see of the screen: the colours of its theme and its filters. */
export function useScene(): PropScene {
  const name = useEditorState((state) => state.config.theme);
  const filters = useEditorState((state) => state.config.filters);
  return useMemo(() => {
    const theme = screenTheme(name) as unknown as Readonly<Record<string, string>>;
    const series = chartColors(name);
    const colorOf = (key: string) => (/^s\d$/.test(key) ? series[Number(key[1]) - 1] : theme[key]) ?? '#888';
    return { tokens: COLOR_TOKENS.map(([key, label]) => ({ key, label, color: colorOf(key) })), filters, LinkField: LinkInput };
  }, [name, filters]);
}
