import type { FormField, FormSchema } from '../contract/schema.ts';
import type { ValueField } from '../contract/field.ts';
import { FIELD_KINDS, type FieldKind } from '../contract/kinds.ts';
import { NO_CELLS } from '../contract/schema.ts';

/** A source of chance that is the same in every run. */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return { next, pick: <T>(from: readonly T[]): T => from[next(from.length)]!, often: (of: number) => next(of) === 0 };
}
type Chance = ReturnType<typeof chance>;

const LAYOUT = ['grid', 'tabs', 'card', 'subform', 'divider', 'text', 'alert'];
const VALUE_KINDS = (Object.keys(FIELD_KINDS) as FieldKind[]).filter((kind) => !LAYOUT.includes(kind));
const STORED = `${'0123456789abcdef'.repeat(2)}.png`;
const ITEMS = ['甲', '乙', '丙'].map((value) => ({ value, label: `选项${value}` }));

/** Settings that a kind cannot do without, and some that it can. */
function settings(kind: FieldKind, { often, next }: Chance): Record<string, unknown> {
  const more = { ...(often(2) && { required: true }), ...(often(8) && { isReadonly: true }) };
  switch (kind) {
    case 'input':
    case 'textarea':
      return { ...more, ...(often(2) && { maxLength: 1 + next(20) }), ...(kind === 'input' && often(4) && { format: 'mobile' }) };
    case 'number':
    case 'money':
      return { ...more, ...(often(2) && { min: 0, max: 100 }), ...(often(2) && { precision: next(5) }) };
    case 'radio':
    case 'checkbox':
    case 'select':
      return {
        ...more,
        options: { from: 'static', items: ITEMS },
        ...(kind === 'select' && often(2) && { isMultiple: true, maxCount: 2 }),
      };
    case 'cascader':
      return {
        ...more,
        items: [{ value: '省', label: '省', children: [{ value: '市', label: '市' }] }],
        ...(often(2) && { isAnyLevel: true }),
      };
    case 'date':
      return { ...more, ...(often(2) && { format: ['date', 'datetime', 'month', 'year'][next(4)] }), ...(often(4) && { max: 'today' }) };
    case 'dateRange':
      return { ...more, ...(often(2) && { format: 'datetime' }) };
    case 'serial':
      return { pattern: 'A{yyyy}-{0001}' };
    case 'formula':
      return { expr: '1 + 1', ...(often(3) && { precision: 0 }) };
    case 'dict':
      return { ...more, dictType: 'sys_yes_no', ...(often(2) && { isMultiple: true }) };
    case 'dataset':
      return { ...more, setId: 's1', valueColumn: 'a', labelColumn: 'b' };
    case 'form':
      return { ...more, formId: 'f1', valueColumn: 'a', labelColumn: 'b' };
    case 'user':
    case 'dept':
    case 'post':
      return { ...more, ...(often(2) && { isMultiple: true }) };
    case 'file':
    case 'image':
      return { ...more, ...(often(3) && { minCount: 2 }) };
    default:
      return more;
  }
}

/** A form of many kinds with rules between its fields. */
export function randomForm(from: Chance): FormSchema {
  const { next, pick, often } = from;
  let last = 0;
  const valueField = (kinds: readonly FieldKind[]): ValueField => {
    const [kind, n] = [pick(kinds), ++last];
    return { id: `f${n}`, key: `k${n}`, label: often(6) ? '同名' : `字段${n}`, type: kind, ...settings(kind, from) } as ValueField;
  };
  const one = (depth: number): FormField => {
    const n = ++last;
    const kind = depth < 2 && often(5) ? pick(LAYOUT) : null;
    const inside = () => Array.from({ length: next(4) }, () => one(depth + 1));
    switch (kind) {
      case 'grid':
      case 'tabs':
        return {
          id: `g${n}`,
          type: kind,
          label: '',
          areas: [1, 2].map((at) => ({ id: `g${n}_${at}`, label: `区${at}`, children: inside() })),
        };
      case 'card':
        return { id: `g${n}`, type: kind, label: '卡片', children: inside() };
      case 'subform': {
        const cells = VALUE_KINDS.filter((cell) => !NO_CELLS.includes(cell));
        const children = Array.from({ length: 1 + next(3) }, () => valueField(cells));
        return {
          id: `s${n}`,
          key: `t${n}`,
          label: `表${n}`,
          type: kind,
          children,
          ...(often(2) && { required: true }),
          ...(often(3) && { maxRows: 2 }),
        };
      }
      case 'divider':
      case 'text':
      case 'alert':
        return { id: `g${n}`, type: kind, label: '', text: '说明' };
      default:
        return valueField(VALUE_KINDS);
    }
  };
  const layout = [{ id: 'n0', key: 'n0', label: '数目', type: 'number' as const }, ...Array.from({ length: 2 + next(8) }, () => one(0))];
  const targets = layout.map(({ id }) => id).filter((id) => id !== 'n0');
  const rules = Array.from({ length: next(5) }, () => ({
    target: pick(targets),
    effect: pick(['visible', 'required', 'readonly', 'check'] as const),
    when: pick(['[数目] > 3', '[数目] IS NULL', '[n0] = 1 OR [n0] = 2', 'TRUE', "[当前用户] = 'u1'"]),
    message: '不符合规则',
  }));
  return { layout, rules, settings: {} };
}

/** A value that may or may not be one of the kind. */
export function randomValue(field: ValueField, { pick, often }: Chance): unknown {
  if (often(4))
    return pick([null, undefined, '', 'abc', 12.5, -1, 1e300, true, [], {}, ['甲', '甲'], '\u0000', '1'.repeat(5000), [[]], { lng: 1 }]);
  switch (field.type) {
    case 'number':
    case 'money':
    case 'slider':
    case 'rate':
      return pick([0, 1, 2, '3.50', 99.999999, '100', 101, '1e2']);
    case 'radio':
    case 'select':
    case 'checkbox':
      return pick(['甲', ['甲', '乙'], ['甲', '乙', '丙'], '丁']);
    case 'cascader':
      return pick([['省'], ['省', '市'], ['市']]);
    case 'date':
      return pick(['2026-02-28', '2026-02-30', '2026-03', '2026', '2026-03-01 08:00:00', '2030-01-01']);
    case 'dateRange':
      return pick([
        ['2026-01-01', '2026-01-02'],
        ['2026-01-02', '2026-01-01'],
        ['2026-01-01 00:00', '2026-01-01 10:00'],
        ['x', 'y'],
        [null, null],
      ]);
    case 'time':
      return pick(['08:30', '24:00', '08:30:15']);
    case 'switch':
      return pick([true, false, '1', '0']);
    case 'color':
      return pick(['#FFAA00', 'red']);
    case 'file':
    case 'image':
    case 'signature':
      return pick([STORED, [STORED, STORED.replace('0', '1')], '../../etc/passwd']);
    case 'editor':
      return pick([{ form: 1, blocks: [{ type: 'paragraph', line: [{ text: '正文' }] }] }, { form: 1, blocks: [] }, '<b>x</b>']);
    case 'location':
      return pick([
        { lng: 121.4737, lat: 31.2304 },
        { lng: 121.47370001, lat: 31.2304, address: ' 上海 ' },
        { lng: 500, lat: 0 },
      ]);
    case 'input':
    case 'textarea':
      return pick(['文字', ' 空白 ', '13800000000', '😀😀', 'a\nb']);
    default:
      return pick(['x', 'u1', ['u1', 'u2']]);
  }
}
