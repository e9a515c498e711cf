import { describe, expect, it } from 'vitest';
import { DATA_WIDGETS, ScreenNode, WIDGET_TYPES, type WidgetType } from '../contract/screen-config.ts';
import { checkProps, type Props, WIDGETS, withDefaults } from './widgets.ts';

describe('widgets', () => {
  it.each(WIDGET_TYPES)('%s starts with settings that its own description and the schema accept', (type) => {
    const { props, size, fields } = WIDGETS[type];
    expect(checkProps(type, props)).toEqual([]);
    expect(Object.keys(props).filter((key) => !fields.some((field) => field.key === key))).toEqual([]);
    const node = { id: 'a', z: 0, x: 0, y: 0, w: size[0], h: size[1], type, props };
    expect(ScreenNode.safeParse(node).success).toBe(true);
  });
  it.each(WIDGET_TYPES)('%s takes data exactly when the contract says so', (type) => {
    expect(WIDGETS[type].shelves !== undefined).toBe(DATA_WIDGETS.has(type));
  });
  it('asks for settings only when another setting of the same widget says so', () => {
    for (const type of WIDGET_TYPES)
      for (const field of WIDGETS[type].fields)
        if (field.when) expect(WIDGETS[type].fields.map(({ key }) => key)).toContain(field.when.key);
  });
});

describe('settings from outside', () => {
  it.each<[WidgetType, Props, string]>([
    ['text', { text: 'x'.repeat(2001) }, 'text'],
    ['text', { size: 13 }, 'size'],
    ['text', { color: 'red;background:url(//evil)' }, 'color'],
    ['text', { gradient: 'rainbow' }, 'gradient'],
    ['text', { onclick: 'alert(1)' }, 'onclick'],
    ['text', { link: { to: 'url', url: 'javascript:alert(1)' } }, 'link'],
    ['image', { fileName: '../../etc/passwd' }, 'fileName'],
    ['video', { fileName: 'https://evil.example/x.mp4' }, 'fileName'],
    ['video', { fileName: 'abc.exe' }, 'fileName'],
    ['frame', { path: 'https://evil.example' }, 'path'],
    ['frame', { path: '/visual/../login' }, 'path'],
    ['frame', { path: '/visual/%2E%2e/login' }, 'path'],
    ['scrollTable', { columns: [{ key: 'd0', width: -1 }] }, 'columns.0.width'],
    ['scrollTable', { columns: ['d0'] }, 'columns.0'],
    ['rank', { page: Number.NaN }, 'page'],
    ['kpi', { spark: 'yes' }, 'spark'],
    ['filter', { filter: 'a b' }, 'filter'],
  ])('%s refuses %o', (type, props, key) => {
    expect(checkProps(type, props).map((one) => one.key)).toContain(key);
  });
  it('null brings the default back', () => {
    expect(checkProps('rank', { page: null })).toEqual([]);
  });
  it('what a node says wins over the default', () => {
    expect(withDefaults('rank', { page: 7, medals: null })).toMatchObject({ page: 7, medals: true });
  });
});
