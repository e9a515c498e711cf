import { Segmented } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { DATA_WIDGETS } from '../../../contract/screen-config.ts';
import { WIDGETS } from '../../../core/widgets.ts';
import { DataTab } from '../data/DataTab.tsx';
import { useEditor, useEditorState, type InspectorTab } from '../editor.ts';
import { layerName } from '../left/Layers.tsx';
import { ActionTab } from './ActionTab.tsx';
import { NodeTab } from './NodeTab.tsx';
import { ScreenTab } from './ScreenTab.tsx';
import { StyleTab } from './StyleTab.tsx';
import './inspector.css';

const LABELS: Readonly<Record<InspectorTab, string>> = { node: '布局', style: '样式', data: '数据', action: '交互', screen: '大屏' };

/** Everything about what is chosen; about the screen itself when nothing is. */
export function Inspector({ isSystem, mayHideWatermark }: { isSystem: boolean; mayHideWatermark: boolean }) {
  const editor = useEditor();
  const selection = useEditorState((state) => state.selection);
  const nodes = useEditorState((state) => state.config.nodes);
  const wanted = useEditorState((state) => state.tab);
  const chosen = selection.flatMap((id) => nodes[id] ?? []);
  const first = chosen[0];
  const isOneKind = first !== undefined && chosen.every(({ type }) => type === first.type);
  const one = chosen.length === 1 ? first : undefined;
  const tabs: InspectorTab[] = first
    ? [
        'node',
        ...(isOneKind && first.type !== 'group' ? (['style'] as const) : []),
        ...(one && DATA_WIDGETS.has(one.type) ? (['data', 'action'] as const) : []),
        'screen',
      ]
    : ['screen'];
  const tab = tabs.includes(wanted) ? wanted : tabs[0]!;
  const title = one ? layerName(one) : first ? `已选 ${chosen.length} 个组件` : '大屏设置';
  return (
    <aside className="sed-inspector" aria-label="属性">
      <header className="sed-inspector-head">
        <h2 className="cut" title={title}>
          {title}
        </h2>
        {one && <em>{WIDGETS[one.type].label}</em>}
      </header>
      {tabs.length > 1 && (
        <Segmented<InspectorTab>
          block
          size="small"
          className="sed-inspector-tabs"
          value={tab}
          onChange={(next) => editor.set({ tab: next })}
          options={tabs.map((value) => ({ value, label: LABELS[value] }))}
        />
      )}
      <div className="sed-scroll" onBlur={() => editor.endGesture()}>
        {tab === 'screen' && <ScreenTab isSystem={isSystem} mayHideWatermark={mayHideWatermark} />}
        {tab === 'node' && first && <NodeTab key={selection.join()} nodes={chosen} />}
        {tab === 'style' && first && <StyleTab key={selection.join()} nodes={chosen} />}
        {tab === 'data' && one && <DataTab key={one.id} node={one} />}
        {tab === 'action' && one && <ActionTab key={one.id} node={one} />}
        {!first && tab !== 'screen' && <StateView kind="empty" inline what="在画布或图层中选择组件后设置" />}
      </div>
    </aside>
  );
}
