import { Select } from 'antd';
import { THEMES } from '../../core/look/themes.ts';
import { styleFields } from '../chart/style-fields.ts';
import { PropPanel } from '#kit/web/designer/props/PropPanel.tsx';
import type { PropScene } from '#kit/web/designer/props/PropInput.tsx';
import { withValue } from '#kit/web/designer/props/prop-values.ts';
import { useBuild } from './store.ts';

/** A chart has neither colours of a screen nor filters of its own. */
const SCENE: PropScene = { tokens: [], filters: [] };

/** How the chart looks: theme, and the settings that its type has. */
export function StylePanel() {
  const config = useBuild((state) => state.config);
  const change = useBuild((state) => state.change);
  return (
    <div className="cb-style">
      <div className="slot-grid">
        <label htmlFor="build-theme">配色主题</label>
        <Select
          id="build-theme"
          size="small"
          value={config.theme}
          options={THEMES.map((theme) => ({ value: theme.name, label: theme.label }))}
          onChange={(theme) => change('更换主题', { ...config, theme })}
        />
      </div>
      <PropPanel
        fields={styleFields(config.chartType)}
        values={config.options}
        scene={SCENE}
        onChange={(key, value, gesture) => change('修改样式', { ...config, options: withValue(config.options, key, value) }, gesture)}
      />
    </div>
  );
}
