import { ColorPicker, Input, InputNumber, Segmented, Select, Switch } from 'antd';
import { file } from '#modules/files/contract/file.ts';
import type { BoardItem } from '../../contract/board-config.ts';
import { withChanged } from '../../core/commands.ts';
import type { Shape } from '#modules/charts/core/index.ts';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { ImageUpload } from '#kit/web/upload/ImageUpload.tsx';
import { ActionList } from '#modules/charts/web/builder-parts.ts';
import { useBoardDesign } from './store.ts';

const { file: imageApi } = createClient({ file }, send);

interface Props {
  item: BoardItem;
  shape: Shape;
}

/** Everything about the selected tile. */
export function ItemPanel({ item, shape }: Props) {
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  const set = (part: Partial<BoardItem>, gesture?: string) =>
    change('修改组件', withChanged(config, item.i, part), gesture && `${item.i}:${gesture}`);
  const tile = shape.tiles.get(item.i);
  const style = item.style ?? {};
  return (
    <div className="bb-panel">
      {item.kind !== 'text' && item.kind !== 'filter' && (
        <div className="slot-grid">
          <label htmlFor="bb-title">标题</label>
          <Input
            id="bb-title"
            size="small"
            maxLength={64}
            placeholder={tile?.name ?? ''}
            value={item.title ?? ''}
            onChange={(event) => set({ title: event.target.value || null }, 'title')}
          />
          {item.kind === 'chart' && (
            <>
              <label htmlFor="bb-hide">隐藏标题</label>
              <Switch id="bb-hide" size="small" checked={item.hideTitle} onChange={(hideTitle) => set({ hideTitle })} />
              <label htmlFor="bb-refresh">刷新间隔</label>
              <InputNumber
                id="bb-refresh"
                size="small"
                min={0}
                max={86_400}
                suffix="秒"
                placeholder="同看板"
                value={item.refreshSec ?? null}
                onChange={(refreshSec) => set({ refreshSec }, 'refresh')}
              />
              {item.chartId && (
                <>
                  <span>图表</span>
                  <a href={`/visual/chart/build/${item.chartId}`} target="_blank" rel="noreferrer">
                    打开图表设计
                  </a>
                </>
              )}
            </>
          )}
          {item.kind === 'section' && (
            <>
              <label htmlFor="bb-folded">打开时收起</label>
              <Switch id="bb-folded" size="small" checked={item.collapsed ?? false} onChange={(collapsed) => set({ collapsed })} />
            </>
          )}
        </div>
      )}
      {item.kind === 'chart' && tile && (
        <ActionList
          chart={tile.chart}
          actions={item.actions}
          others={[...shape.tiles.values()]
            .filter(({ key }) => key !== item.i)
            .map(({ key, name, chart }) => ({ id: key, label: name, dataSetId: chart.dataSetId }))}
          onChange={(actions) => set({ actions }, 'actions')}
        />
      )}
      {item.kind === 'text' && (
        <div className="slot-grid">
          <label htmlFor="bb-text">文字</label>
          <Input.TextArea
            id="bb-text"
            autoSize={{ minRows: 3, maxRows: 10 }}
            maxLength={4000}
            value={item.text ?? ''}
            onChange={(event) => set({ text: event.target.value }, 'text')}
          />
          <label htmlFor="bb-size">字号</label>
          <InputNumber
            id="bb-size"
            size="small"
            min={10}
            max={72}
            value={style.fontSize ?? 14}
            onChange={(fontSize) => set({ style: { ...style, fontSize: fontSize ?? 14 } }, 'size')}
          />
          <label htmlFor="bb-bold">加粗</label>
          <Switch id="bb-bold" size="small" checked={style.bold ?? false} onChange={(bold) => set({ style: { ...style, bold } })} />
          <span>对齐</span>
          <Segmented
            aria-label="对齐"
            size="small"
            value={style.align ?? 'left'}
            options={[
              { value: 'left', label: '左' },
              { value: 'center', label: '中' },
              { value: 'right', label: '右' },
            ]}
            onChange={(align) => set({ style: { ...style, align: align as 'left' } })}
          />
          <span>颜色</span>
          <ColorPicker
            size="small"
            allowClear
            value={style.color ?? null}
            onClear={() => set({ style: { ...style, color: undefined } })}
            onChangeComplete={(color) => set({ style: { ...style, color: color.toHexString() } })}
          />
          <span>背景</span>
          <ColorPicker
            size="small"
            allowClear
            value={style.background ?? null}
            onClear={() => set({ style: { ...style, background: undefined } })}
            onChangeComplete={(color) => set({ style: { ...style, background: color.toHexString() } })}
          />
        </div>
      )}
      {item.kind === 'filter' && (
        <div className="slot-grid">
          <label htmlFor="bb-shown">显示的筛选</label>
          <Select
            id="bb-shown"
            mode="multiple"
            size="small"
            placeholder={config.filters.length === 0 ? '先在筛选页签添加' : '选择筛选'}
            value={item.filterIds ?? []}
            options={config.filters.map(({ id, label }) => ({ value: id, label }))}
            onChange={(filterIds) => set({ filterIds })}
          />
        </div>
      )}
      {item.kind === 'image' && (
        <ImageUpload
          api={imageApi}
          id="bb-image"
          limit={1}
          types={['png', 'jpg', 'jpeg']}
          value={item.fileName ?? ''}
          onChange={(names) => set({ fileName: names || null })}
        />
      )}
    </div>
  );
}
