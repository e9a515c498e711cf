import { Input, Select, Slider, Switch } from 'antd';
import type { ScreenNode } from '../../../contract/screen-config.ts';
import { boundsOf, boxOf, centreOf, rotateAbout, type Box } from '../../../core/geometry.ts';
import { place, rename, setBox, setNode } from '../../../core/node-commands.ts';
import { frameOf } from '../../../core/selection.ts';
import { withInside } from '../../../core/tree.ts';
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

/** Place, size, rotation, opacity, name, visibility and entrance of what is chosen. */
export function NodeTab({ nodes }: { nodes: readonly ScreenNode[] }) {
  const editor = useEditor();
  const ids = nodes.map(({ id }) => id);
  const one = nodes.length === 1 ? nodes[0]! : null;
  const isFixed = nodes.every(({ lock }) => lock);
  const free = nodes.filter(({ lock }) => !lock).map(({ id }) => id);
  const box = (key: 'x' | 'y' | 'w' | 'h') => (value: number) =>
    editor.change(
      key === 'w' || key === 'h' ? '调整大小' : '移动',
      setBox(free, { [key]: key === 'w' || key === 'h' ? Math.max(4, value) : value }),
      {
        gesture: `box:${key}`,
      },
    );
  const turnTo = (degrees: number) => {
    const all = editor.state.config.nodes;
    const boxes: Record<string, Box> = {};
    for (const id of free) {
      const frame = frameOf(all, [id])!;
      for (const inner of withInside(all, [id]))
        boxes[inner] = rotateAbout(boxOf(all[inner]!), centreOf(boundsOf(frame)), degrees - all[id]!.r);
    }
    editor.change('旋转', place(boxes), { gesture: 'box:r' });
  };
  const set = (label: string, values: Parameters<typeof setNode>[1], gesture?: string) =>
    editor.change(label, setNode(ids, values), { gesture });
  const enter = one?.enter ?? null;
  return (
    <>
      {one && (
        <PropGroup title="">
          <PropRow id="node-name" label="名称">
            <Input
              id="node-name"
              size="small"
              maxLength={64}
              value={one.name}
              placeholder={layerName(one)}
              onChange={(event) => editor.change('重命名', rename(one.id, event.target.value), { gesture: 'name' })}
            />
          </PropRow>
        </PropGroup>
      )}
      <PropGroup title="位置与大小">
        <div className="sed-numbers">
          <NumberBox label="X" title="横坐标" value={common(nodes, ({ x }) => x)} disabled={isFixed} onChange={box('x')} />
          <NumberBox label="Y" title="纵坐标" value={common(nodes, ({ y }) => y)} disabled={isFixed} onChange={box('y')} />
          <NumberBox label="W" title="宽度" min={4} value={common(nodes, ({ w }) => w)} disabled={isFixed} onChange={box('w')} />
          <NumberBox label="H" title="高度" min={4} value={common(nodes, ({ h }) => h)} disabled={isFixed} onChange={box('h')} />
          <NumberBox
            label="∠"
            title="旋转角度"
            min={-360}
            max={360}
            suffix="°"
            value={common(nodes, ({ r }) => r)}
            disabled={isFixed}
            onChange={turnTo}
          />
        </div>
      </PropGroup>
      <PropGroup title="显示">
        <PropRow label="不透明度">
          <div className="sed-slider">
            <Slider
              min={0}
              max={100}
              value={Math.round((common(nodes, ({ o }) => o) ?? nodes[0]!.o) * 100)}
              ariaLabelForHandle="不透明度"
              onChange={(value) => set('不透明度', { o: value / 100 }, 'opacity')}
            />
            <span>{Math.round((common(nodes, ({ o }) => o) ?? nodes[0]!.o) * 100)}%</span>
          </div>
        </PropRow>
        <PropRow id="node-lock" label="锁定">
          <Switch id="node-lock" size="small" checked={isFixed} onChange={(lock) => set(lock ? '锁定' : '解锁', { lock })} />
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
      <PropGroup title="入场动画">
        <PropRow id="node-enter" label="方式">
          <Select
            id="node-enter"
            size="small"
            value={common(nodes, (node) => node.enter?.kind ?? 'auto') ?? undefined}
            placeholder="多个值"
            options={[{ value: 'auto', label: '自动（依次进入）' }, ...ENTRANCES.map(([value, label]) => ({ value, label }))]}
            onChange={(kind) =>
              set('入场动画', {
                enter:
                  kind === 'auto' ? null : { kind: kind as (typeof ENTRANCES)[number][0], delay: enter?.delay ?? 0, ms: enter?.ms ?? 500 },
              })
            }
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
              onChange={(delay) => set('入场动画', { enter: { ...enter, delay } }, 'enter:delay')}
            />
            <NumberBox
              label="时长"
              title="时长毫秒"
              suffix="ms"
              min={0}
              max={5000}
              step={100}
              value={enter.ms}
              onChange={(ms) => set('入场动画', { enter: { ...enter, ms } }, 'enter:ms')}
            />
          </div>
        )}
      </PropGroup>
    </>
  );
}
