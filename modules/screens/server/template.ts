import type { TemplateForm } from '#modules/charts/server/index.ts';
import type { ScreenConfig } from '../contract/screen-config.ts';
import { outlineOfScreen } from '../core/outline.ts';
import { readScreen } from '../core/read-screen.ts';
import { boundScreen, withCharts } from '../core/template.ts';
import { WIDGETS } from '../core/widgets.ts';

/** Screens as templates. */
export const screenTemplates: TemplateForm<ScreenConfig> = {
  kind: 'screen',
  read: readScreen,
  outline: outlineOfScreen,
  nameOf({ nodes }, { key }) {
    const node = nodes[key];
    return node ? node.name || WIDGETS[node.type].label : key;
  },
  withCharts,
  bind: boundScreen,
};
