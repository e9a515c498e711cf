import type { PropField } from '#kit/core/prop-field.ts';
import { withValue, type PropValues } from '#kit/web/designer/props/prop-values.ts';
import type { BoardItem } from '../../contract/board-config.ts';

/** Settings of a text tile, by their keys in `textValues`. */
export const TEXT_FIELDS: readonly PropField[] = [
  { key: 'text', label: '文字', kind: 'text', lines: 3, max: 4000 },
  { key: 'style.fontSize', label: '字号', kind: 'number', min: 10, max: 72 },
  { key: 'style.bold', label: '加粗', kind: 'switch' },
  {
    key: 'style.align',
    label: '对齐',
    kind: 'select',
    options: [
      ['left', '左'],
      ['center', '中'],
      ['right', '右'],
    ],
  },
  { key: 'style.color', label: '颜色', kind: 'color' },
  { key: 'style.background', label: '背景', kind: 'color' },
];

/** Values of a text tile as the panel shows them: with the defaults that the tile is drawn with. */
export const textValues = ({ text, style }: BoardItem): PropValues => ({
  text: text ?? '',
  style: { fontSize: 14, align: 'left', ...style },
});

/** What changes in a text tile when `value` is entered under a key of `TEXT_FIELDS`; an empty colour takes the colour away. */
export function textChange(item: BoardItem, key: string, value: unknown): Partial<BoardItem> {
  if (key === 'text') return { text: String(value) };
  const { style } = withValue({ style: item.style ?? {} }, key, value === '' ? undefined : value);
  return { style };
}
