import { Input, Select, Slider, Switch } from 'antd';
import type { ScreenNode } from '../../../contract/screen-config.ts';
import { MIN_SIDE } from '../../../core/geometry.ts';
import { rename, setBox, setNode, turnTo } from '../../../core/node-commands.ts';
import { useEditor } from '../editor.ts';
import { layerName } from '../left/Layers.tsx';
import { PropGroup } from '#kit/web/designer/props/PropGroup.tsx';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import { NumberBox } from './NumberBox.tsx';

const ENTRANCES = [
  ['none', '无'],
  ['fade', '淡入'],
  ['up', '上移进入'],
  ['down', '下移进入'],
  ['left', '从右进入'],
  ['right', '从左进入'],
  ['zoom', '放大'],
  ['flip', '翻转'],
] as const;

/** The value that all have in common, null when they differ. */
function common<T>(nodes: readonly ScreenNode[], read: (node: ScreenNode) => T): T | null {
  const first = read(nodes[0]!);
  return nodes.every((node) => read(node) === first) ? first : null;
}

type Entrance = NonNullable<ScreenNode['enter']>;
interface Props {
  nodes: readonly ScreenNode[];
}

/** Changes plain parts of the nodes as one undoable step; changes with the same `gesture` merge into one. */
function useNodeChange(nodes: readonly ScreenNode[]) {
  const editor = useEditor();
  const ids = nodes.map(({ id }) => id);
  return (label: string, values: Parameters<typeof setNode>[1], gesture?: string) =>
    editor.change(label, setNode(ids, values), { gesture });
}

/** Place, size, rotation, opacity, name, visibility and entrance of what is chosen. */
export function NodeTab({ nodes }: Props) {
  return (
    <>
      {nodes.length === 1 && <NameGroup node={nodes[0]!} />}
      <BoxGroup nodes={nodes} />
      <VisibilityGroup nodes={nodes} />
      <EntranceGroup nodes={nodes} />
    </>
  );
}

function NameGroup({ node }: { node: ScreenNode }) {
  const editor = useEditor();
  return (
    <PropGroup title="">
      <PropRow id="node-name" label="名称">
        <Input
          id="node-name"
          size="small"
          maxLength={64}
          value={node.name}
          placeholder={layerName(node)}
          onChange={(event) => editor.change('重命名', rename(node.id, event.target.value), { gesture: 'name' })}
        />
      </PropRow>
    </PropGroup>
  );
}

/** Place, size and rotation. Locked nodes keep theirs. */
function BoxGroup({ nodes }: Props) {
  const editor = useEditor();
  const free = nodes.filter(({ lock }) => !lock).map(({ id }) => id);
  const isFixed = free.length === 0;
  const move = (key: 'x' | 'y') => (value: number) => editor.change('移动', setBox(free, { [key]: value }), { gesture: `box:${key}` });
  const resize = (key: 'w' | 'h') => (value: number) =>
    editor.change('调整大小', setBox(free, { [key]: Math.max(MIN_SIDE, value) }), { gesture: `box:${key}` });
  const rotate = (degrees: number) => editor.change('旋转', turnTo(free, degrees), { gesture: 'box:r' });
  return (
    <PropGroup title="位置与大小">
      <div className="sed-numbers">
        <NumberBox label="X" title="横坐标" value={common(nodes, ({ x }) => x)} disabled={isFixed} onChange={move('x')} />
        <NumberBox label="Y" title="纵坐标" value={common(nodes, ({ y }) => y)} disabled={isFixed} onChange={move('y')} />
        <NumberBox label="W" title="宽度" min={MIN_SIDE} value={common(nodes, ({ w }) => w)} disabled={isFixed} onChange={resize('w')} />
        <NumberBox label="H" title="高度" min={MIN_SIDE} value={common(nodes, ({ h }) => h)} disabled={isFixed} onChange={resize('h')} />
        <NumberBox
          label="∠"
          title="旋转角度"
          min={-360}
          max={360}
          suffix="°"
          value={common(nodes, ({ r }) => r)}
          disabled={isFixed}
          onChange={rotate}
        />
      </div>
    </PropGroup>
  );
}

function VisibilityGroup({ nodes }: Props) {
  const set = useNodeChange(nodes);
  const opacity = Math.round((common(nodes, ({ o }) => o) ?? nodes[0]!.o) * 100);
  return (
    <PropGroup title="显示">
      <PropRow label="不透明度">
        <div className="sed-slider">
          <Slider
            min={0}
            max={100}
            value={opacity}
            ariaLabelForHandle="不透明度"
            onChange={(value) => set('不透明度', { o: value / 100 }, 'opacity')}
          />
          <span>{opacity}%</span>
        </div>
      </PropRow>
      <PropRow id="node-lock" label="锁定">
        <Switch
          id="node-lock"
          size="small"
          checked={nodes.every(({ lock }) => lock)}
          onChange={(lock) => set(lock ? '锁定' : '解锁', { lock })}
        />
      </PropRow>
      <PropRow id="node-hide" label="隐藏">
        <Switch
          id="node-hide"
          size="small"
          checked={nodes.every(({ hide }) => hide)}
          onChange={(hide) => set(hide ? '隐藏' : '显示', { hide })}
        />
      </PropRow>
    </PropGroup>
  );
}

/** How the nodes appear when the screen opens. Timing is set for one node at a time. */
function EntranceGroup({ nodes }: Props) {
  const set = useNodeChange(nodes);
  const enter = nodes.length === 1 ? nodes[0]!.enter : null;
  const choose = (kind: 'auto' | Entrance['kind']) =>
    set('入场动画', { enter: kind === 'auto' ? null : { delay: 0, ms: 500, ...enter, kind } });
  const time = (values: Partial<Entrance>, gesture: string) => enter && set('入场动画', { enter: { ...enter, ...values } }, gesture);
  return (
    <PropGroup title="入场动画">
      <PropRow id="node-enter" label="方式">
        <Select
          id="node-enter"
          size="small"
          value={common(nodes, (node) => node.enter?.kind ?? 'auto') ?? undefined}
          placeholder="多个值"
          options={[{ value: 'auto' as const, label: '自动（依次进入）' }, ...ENTRANCES.map(([value, label]) => ({ value, label }))]}
          onChange={choose}
        />
      </PropRow>
      {enter && enter.kind !== 'none' && (
        <div className="sed-numbers">
          <NumberBox
            label="延迟"
            title="延迟毫秒"
            suffix="ms"
            min={0}
            max={10_000}
            step={100}
            value={enter.delay}
            onChange={(delay) => time({ delay }, 'enter:delay')}
          />
          <NumberBox
            label="时长"
            title="时长毫秒"
            suffix="ms"
            min={0}
            max={5000}
            step={100}
            value={enter.ms}
            onChange={(ms) => time({ ms }, 'enter:ms')}
          />
        </div>
      )}
    </PropGroup>
  );
}
