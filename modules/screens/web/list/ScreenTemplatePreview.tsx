import { useEffect, useMemo } from 'react';
import { rebinding } from '#modules/charts/core/index.ts';
import type { PreviewProps } from '#modules/charts/web/builder-parts.ts';
import { draftFeed } from '#modules/charts/web/parts.ts';
import { shapeOfScreen } from '../../core/outline.ts';
import { readScreen } from '../../core/read-screen.ts';
import { boundScreen } from '../../core/template.ts';
import { ScreenStage } from '../stage/ScreenStage.tsx';

const SAMPLES = { hasSamples: true };

/** The screen that will be made, with the data that were chosen, and samples where none were. */
export function ScreenTemplatePreview({ template, bindings, setOf }: PreviewProps) {
  const config = useMemo(() => {
    const bound = boundScreen(readScreen(template.config), rebinding(bindings, setOf));
    return { ...bound, effects: 'off' as const };
  }, [template, bindings, setOf]);
  const feed = useMemo(() => {
    const shape = shapeOfScreen(config);
    return draftFeed(
      () => Object.fromEntries([...shape.tiles].map(([key, { chart }]) => [key, chart])),
      () => shape,
    );
  }, [config]);
  useEffect(() => () => feed.close(), [feed]);
  return <ScreenStage config={config} feed={feed} fit="contain" stage={SAMPLES} />;
}
