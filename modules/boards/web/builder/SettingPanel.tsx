import { InputNumber, Segmented, Select, Switch } from 'antd';
import type { BoardConfig } from '../../contract/board-config.ts';
import { THEMES } from '#modules/charts/core/index.ts';
import { CacheField } from '#modules/datasets/web/parts.ts';
import { useBoardDesign } from './store.ts';

/** Settings of the whole board. */
export function SettingPanel() {
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  const set = (part: Partial<BoardConfig>, gesture?: string) => change('看板设置', { ...config, ...part }, gesture);
  return (
    <div className="bb-panel slot-grid">
      <label htmlFor="bb-theme">图表主题</label>
      <Select
        id="bb-theme"
        size="small"
        value={config.theme}
        options={THEMES.map((theme) => ({ value: theme.name, label: theme.label }))}
        onChange={(theme) => set({ theme })}
      />
      <label htmlFor="bb-title-shown">显示标题</label>
      <Switch id="bb-title-shown" size="small" checked={config.showTitle} onChange={(showTitle) => set({ showTitle })} />
      <span>点击数据点</span>
      <Segmented
        aria-label="点击数据点"
        size="small"
        value={config.clicks}
        options={[
          { value: 'menu', label: '显示菜单' },
          { value: 'set', label: '仅组件动作' },
        ]}
        onChange={(clicks) => set({ clicks: clicks as BoardConfig['clicks'] })}
      />
      <span>筛选生效</span>
      <Segmented
        aria-label="筛选方式"
        size="small"
        value={config.apply}
        options={[
          { value: 'instant', label: '立即' },
          { value: 'button', label: '点查询后' },
        ]}
        onChange={(apply) => set({ apply: apply as BoardConfig['apply'] })}
      />
      <label htmlFor="bb-load">打开即查询</label>
      <Switch id="bb-load" size="small" checked={config.loadOnOpen} onChange={(loadOnOpen) => set({ loadOnOpen })} />
      <label htmlFor="bb-every">自动刷新</label>
      <InputNumber
        id="bb-every"
        size="small"
        min={0}
        max={86_400}
        suffix="秒"
        value={config.refreshSec}
        onChange={(refreshSec) => set({ refreshSec: refreshSec ?? 0 }, 'refresh')}
      />
      <label className="cache-label">数据缓存</label>
      <CacheField
        size="small"
        value={config.cache}
        inherited="各数据集"
        onChange={(cache, gesture) => set({ cache: cache.mode === 'inherit' ? null : cache }, gesture)}
      />
    </div>
  );
}
