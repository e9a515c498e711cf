import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, ColorPicker, Input, Select } from 'antd';
import type { CondRule } from '../../contract/chart.ts';
import { unusedKey, optionsOf, type ResultKeyName } from './marks.ts';
import { useBuild } from './store.ts';

const RULES: Readonly<Record<CondRule['op'], string>> = {
  gt: '大于',
  gte: '大于等于',
  lt: '小于',
  lte: '小于等于',
  eq: '等于',
  ne: '不等于',
  between: '介于',
  contains: '包含',
  empty: '为空',
  top: '前几名',
  bottom: '后几名',
  scale: '色阶',
  bar: '数据条',
  icon: '图标',
};

/** Numbers as numbers, other texts as they are: a half-typed number stays what was typed. */
const numeric = (text: string): number | string => (text.trim() !== '' && String(Number(text)) === text.trim() ? Number(text) : text);

/** Marks on values: colours, bars, icons. */
export function CondRules({ keys }: { keys: readonly ResultKeyName[] }) {
  const config = useBuild((state) => state.config);
  const change = useBuild((state) => state.change);
  const measures = keys.filter((key) => key.isMeasure);
  const set = (label: string, rules: CondRule[], gesture?: string) => change(label, { ...config, rules }, gesture);
  const rule = (id: string, part: Partial<CondRule>) =>
    set(
      '修改条件格式',
      config.rules.map((one) => (one.id === id ? { ...one, ...part } : one)),
      `rule:${id}`,
    );
  return (
    <section>
      <h4>
        条件格式
        <Button
          size="small"
          type="text"
          icon={<PlusOutlined />}
          aria-label="添加条件格式"
          disabled={measures.length === 0}
          onClick={() =>
            set('添加条件格式', [
              ...config.rules,
              { id: unusedKey(config.rules), on: measures[0]!.value, op: 'gt', value: 0, color: '#C9283A', wholeRow: false },
            ])
          }
        />
      </h4>
      {config.rules.map((one) => (
        <div className="analyse-card" key={one.id}>
          <Select size="small" aria-label="字段" value={one.on} options={[...keys]} onChange={(on) => rule(one.id, { on })} />
          <Select
            size="small"
            aria-label="条件"
            value={one.op}
            options={optionsOf(RULES) as { value: CondRule['op']; label: string }[]}
            onChange={(op: CondRule['op']) => rule(one.id, { op })}
          />
          {!['empty', 'scale', 'bar', 'icon'].includes(one.op) && (
            <Input
              size="small"
              aria-label="数值"
              value={one.value === null || one.value === undefined ? '' : String(one.value)}
              onChange={(event) => rule(one.id, { value: numeric(event.target.value) })}
            />
          )}
          {one.op === 'between' && (
            <Input
              size="small"
              aria-label="到"
              value={one.to === null || one.to === undefined ? '' : String(one.to)}
              onChange={(event) => rule(one.id, { to: numeric(event.target.value) })}
            />
          )}
          <ColorPicker
            size="small"
            disabledAlpha
            value={one.color ?? null}
            onChangeComplete={(color) => rule(one.id, { color: color.toHexString() })}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label="删除条件格式"
            onClick={() =>
              set(
                '删除条件格式',
                config.rules.filter((other) => other.id !== one.id),
              )
            }
          />
        </div>
      ))}
    </section>
  );
}
