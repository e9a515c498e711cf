import { Button, InputNumber, Segmented, Select, Switch } from 'antd';
import { useState } from 'react';
import { ImageUpload } from '#kit/web/upload/ImageUpload.tsx';
import { FIT_MODES, type ScreenConfig } from '../../../contract/screen-config.ts';
import { setScreen } from '../../../core/node-commands.ts';
import { BACKGROUNDS } from '../../stage/Ground.tsx';
import { CacheField } from '#modules/datasets/web/parts.ts';
import { SCREEN_THEMES, themeStyle } from '../../stage/themes.ts';
import { fitView } from '../actions.ts';
import { screenApi } from '../api.ts';
import { useEditor, useEditorState } from '../editor.ts';
import { ColorInput } from '#kit/web/designer/props/ColorInput.tsx';
import { PropGroup } from '#kit/web/designer/props/PropGroup.tsx';
import { PICTURES } from '#kit/web/designer/props/PropInput.tsx';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import { FilterList } from './FilterList.tsx';
import { NumberBox } from './NumberBox.tsx';

const SIZES: readonly (readonly [label: string, w: number, h: number])[] = [
  ['1920 × 1080 全高清', 1920, 1080],
  ['1366 × 768 笔记本', 1366, 768],
  ['2560 × 1440 2K', 2560, 1440],
  ['3840 × 2160 4K', 3840, 2160],
  ['2560 × 1080 超宽', 2560, 1080],
  ['3840 × 1080 双联屏', 3840, 1080],
  ['5760 × 1080 三联屏', 5760, 1080],
  ['1080 × 1920 竖屏', 1080, 1920],
  ['1080 × 2400 长竖屏', 1080, 2400],
];
const OWN_SIZE = -1;
const DEFAULT_COLOR = '#030B1E';
const FITS: Readonly<Record<(typeof FIT_MODES)[number], string>> = {
  contain: '完整显示（留边）',
  cover: '铺满（裁切）',
  width: '按宽度，可上下滚动',
  height: '按高度，可左右滚动',
  stretch: '拉伸填满',
  none: '原始大小',
};

/** The settings of the screen, and a setter that makes one undoable step; changes with the same `gesture` merge into one. */
function useScreenSettings() {
  const editor = useEditor();
  const config = useEditorState((state) => state.config);
  const set = (values: Parameters<typeof setScreen>[0], gesture?: string) => editor.change('大屏设置', setScreen(values), { gesture });
  return { editor, config, set };
}

interface Props {
  isSystem: boolean;
  mayHideWatermark: boolean;
}

/** Settings of the screen itself: size, fit, background, theme, grid, filters, refresh and effects. */
export function ScreenTab({ isSystem, mayHideWatermark }: Props) {
  return (
    <>
      <CanvasGroup />
      <ThemeGroup />
      <BackgroundGroup />
      <PropGroup title="筛选条件">
        <FilterList />
      </PropGroup>
      <RuntimeGroup isSystem={isSystem} mayHideWatermark={mayHideWatermark} />
    </>
  );
}

function CanvasGroup() {
  const { config, set } = useScreenSettings();
  const guides = config.guides.x.length + config.guides.y.length;
  return (
    <PropGroup title="画布">
      <SizeRows />
      <PropRow id="screen-fit" label="缩放方式">
        <Select
          id="screen-fit"
          size="small"
          value={config.fit}
          options={FIT_MODES.map((value) => ({ value, label: FITS[value] }))}
          onChange={(fit) => set({ fit })}
        />
      </PropRow>
      <PropRow id="screen-grid" label="网格" hint="移动和缩放时对齐网格，0 为不使用">
        <InputNumber
          id="screen-grid"
          size="small"
          className="prop-number"
          min={0}
          max={200}
          suffix="px"
          value={config.grid}
          onChange={(grid) => set({ grid: grid ?? 0 }, 'grid')}
        />
      </PropRow>
      {guides > 0 && (
        <PropRow label="参考线">
          <Button size="small" onClick={() => set({ guides: { x: [], y: [] } })}>
            清除 {guides} 条
          </Button>
        </PropRow>
      )}
    </PropGroup>
  );
}

/** A size from the list, or one's own. */
function SizeRows() {
  const { editor, config, set } = useScreenSettings();
  const { width, height } = config;
  const preset = SIZES.findIndex(([, w, h]) => w === width && h === height);
  const [isOwn, setOwn] = useState(preset < 0);
  const choose = (index: number) => {
    setOwn(index < 0);
    const size = SIZES[index];
    if (!size) return;
    set({ width: size[1], height: size[2] });
    requestAnimationFrame(() => fitView(editor));
  };
  return (
    <>
      <PropRow id="screen-size" label="尺寸">
        <Select
          id="screen-size"
          size="small"
          value={isOwn || preset < 0 ? OWN_SIZE : preset}
          options={[...SIZES.map(([label], value) => ({ value, label })), { value: OWN_SIZE, label: '自定义' }]}
          onChange={choose}
        />
      </PropRow>
      <div className="sed-numbers">
        <NumberBox
          label="W"
          title="画布宽度"
          min={320}
          max={15_360}
          value={width}
          onChange={(w) => set({ width: Math.round(w) }, 'width')}
        />
        <NumberBox
          label="H"
          title="画布高度"
          min={240}
          max={8640}
          value={height}
          onChange={(h) => set({ height: Math.round(h) }, 'height')}
        />
      </div>
    </>
  );
}

function ThemeGroup() {
  const { config, set } = useScreenSettings();
  return (
    <PropGroup title="主题">
      <div className="sed-themes" role="radiogroup" aria-label="主题">
        {Object.entries(SCREEN_THEMES).map(([key, { label }]) => (
          <button
            key={key}
            type="button"
            role="radio"
            aria-checked={config.theme === key}
            style={themeStyle(key)}
            onClick={() => set({ theme: key })}
          >
            <i>
              <b />
              <b />
              <b />
            </i>
            {label}
          </button>
        ))}
      </div>
    </PropGroup>
  );
}

function BackgroundGroup() {
  const { config, set } = useScreenSettings();
  const { background } = config;
  return (
    <PropGroup title="背景">
      <PropRow id="screen-ground" label="图案">
        <Select
          id="screen-ground"
          size="small"
          value={background.preset ?? 'deep'}
          options={BACKGROUNDS.map(([value, label]) => ({ value, label }))}
          onChange={(value) => set({ background: { ...background, preset: value } })}
        />
      </PropRow>
      <PropRow id="screen-color" label="底色">
        <ColorInput
          id="screen-color"
          tokens={[]}
          value={background.color === DEFAULT_COLOR ? '' : background.color}
          onChange={(color) => set({ background: { ...background, color: color || DEFAULT_COLOR } }, 'ground')}
        />
      </PropRow>
      <PropRow label="图片" isWide>
        <ImageUpload
          api={screenApi.file}
          types={PICTURES}
          limit={1}
          value={background.fileName ?? ''}
          onChange={(fileName) => set({ background: { ...background, fileName: fileName || null } })}
        />
      </PropRow>
    </PropGroup>
  );
}

/** What the screen does while it is shown: refresh, effects, cache, watermark. */
function RuntimeGroup({ isSystem, mayHideWatermark }: Props) {
  const { config, set } = useScreenSettings();
  return (
    <PropGroup title="运行">
      <PropRow id="screen-refresh" label="自动刷新" hint="数据组件没有单独设置时使用，0 为不刷新">
        <InputNumber
          id="screen-refresh"
          size="small"
          className="prop-number"
          min={0}
          max={86_400}
          suffix="秒"
          value={config.refreshSec}
          onChange={(refreshSec) => set({ refreshSec: refreshSec ?? 0 }, 'refresh')}
        />
      </PropRow>
      <PropRow id="screen-effects" label="动效">
        <Select
          id="screen-effects"
          size="small"
          value={config.effects}
          options={[
            { value: '60', label: '流畅（60 帧）' },
            { value: '30', label: '标准（30 帧）' },
            { value: 'off', label: '关闭' },
          ]}
          onChange={(effects) => set({ effects })}
        />
      </PropRow>
      <PropRow label="点击数据点" hint="菜单含查看明细、下钻、筛选和复制数值，按查看人的权限" isWide>
        <Segmented
          aria-label="点击数据点"
          size="small"
          value={config.clicks}
          options={[
            { value: 'menu', label: '显示菜单' },
            { value: 'set', label: '仅组件动作' },
          ]}
          onChange={(clicks) => set({ clicks: clicks as ScreenConfig['clicks'] })}
        />
      </PropRow>
      <PropRow label="数据缓存" hint="数据组件的图表没有自己的设置时使用" isWide>
        <CacheField
          size="small"
          value={config.cache}
          inherited="各数据集"
          onChange={(cache, gesture) => set({ cache: cache.mode === 'inherit' ? null : cache }, gesture)}
        />
      </PropRow>
      {isSystem && mayHideWatermark && (
        <PropRow id="screen-mark" label="不显示水印">
          <Switch id="screen-mark" size="small" checked={config.noWatermark} onChange={(noWatermark) => set({ noWatermark })} />
        </PropRow>
      )}
    </PropGroup>
  );
}
