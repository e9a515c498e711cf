import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { PropField } from '#kit/core/prop-field.ts';
import { ColorInput } from './ColorInput.tsx';
import { PropInput, type PropScene } from './PropInput.tsx';
import { valueAt, withValue } from './prop-values.ts';

const TOKENS = [{ key: 'accent', label: '主色', color: '#0f6cbd' }];
const SCENE: PropScene = { tokens: TOKENS, filters: [{ id: 'f1', label: '年度' }] };

/** The field of a setting; `now` is what the document has. */
function show(field: PropField, first?: unknown) {
  let now = first;
  function Holder() {
    const [value, setValue] = useState(first);
    const keep = (next: unknown) => {
      now = next;
      setValue(next);
    };
    return <PropInput id="field" field={field} value={value} scene={SCENE} onChange={keep} />;
  }
  const { container } = render(<Holder />);
  return { now: () => now, input: () => container.querySelector<HTMLInputElement>('#field')!, container };
}
const base = { key: 'a', label: '设置' };
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

describe('the field of a setting', () => {
  it('takes text on one line or several', () => {
    const one = show({ ...base, kind: 'text', max: 5 }, '标题');
    expect(one.input()).toMatchObject({ tagName: 'INPUT', value: '标题', maxLength: 5 });
    type(one.input(), '新题');
    expect(one.now()).toBe('新题');
    expect(show({ ...base, kind: 'text', lines: 3 }).input()).toMatchObject({ tagName: 'TEXTAREA', value: '' });
  });
  it('takes a number, and nothing for what happens by itself', () => {
    const one = show({ ...base, kind: 'number', min: 1, max: 9, unit: 'px' }, 4);
    expect(one.input().value).toBe('4');
    type(one.input(), '7');
    expect(one.now()).toBe(7);
    type(one.input(), '');
    expect(one.now()).toBeUndefined();
    expect(show({ ...base, kind: 'number' }, 'wide').input().value).toBe('');
  });
  it('is switched as the setting is unless somebody has chosen', () => {
    const isOn = (field: PropField, value?: unknown) => show(field, value).input().getAttribute('aria-checked');
    const [on, off] = [{ ...base, kind: 'switch', on: true } as const, { ...base, kind: 'switch' } as const];
    expect([isOn(on), isOn(on, null), isOn(on, false), isOn(off), isOn(off, true), isOn(off, 'yes')]).toEqual([
      'true',
      'true',
      'false',
      'false',
      'true',
      'false',
    ]);
    const one = show(off);
    fireEvent.click(one.input());
    expect(one.now()).toBe(true);
  });
  it('lets a page bring the field of a link, and is nothing without one', () => {
    expect(show({ ...base, kind: 'link' }, 'x').container.textContent).toBe('');
  });
});

describe('a list of items', () => {
  const field: PropField = {
    ...base,
    kind: 'list',
    title: '指标',
    most: 3,
    of: [
      { key: 'name', label: '名称', kind: 'text' },
      { key: 'style.size', label: '字号', kind: 'number', when: { key: 'name', is: ['乙', '丙'] } },
    ],
  };
  const items = (container: HTMLElement) => [...container.querySelectorAll('.prop-item header button[aria-expanded]')];
  const names = (container: HTMLElement) => items(container).map((item) => item.textContent);

  it('is named by its first text, filled in one at a time, with what follows from the rest', () => {
    const { container, now } = show(field, [{ name: '甲' }, {}]);
    expect(names(container)).toEqual(['甲', '指标2']);
    fireEvent.click(items(container)[1]!);
    expect(items(container).map((item) => item.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
    expect(screen.queryByLabelText('字号')).toBeNull();
    type(container.querySelector('#name-1')!, '乙');
    expect(now()).toEqual([{ name: '甲' }, { name: '乙' }]);
    type(container.querySelector('[id="style.size-1"]')!, '12');
    expect(now()).toEqual([{ name: '甲' }, { name: '乙', style: { size: 12 } }]);
    fireEvent.click(items(container)[1]!);
    expect(container.querySelector('#name-1')).toBeNull();
  });
  it('is moved by Alt and arrows, not beyond its ends, and stays open', () => {
    const { container, now } = show(field, [{ name: '甲' }, { name: '乙' }, { name: '丙' }]);
    fireEvent.click(items(container)[1]!);
    fireEvent.keyDown(items(container)[1]!, { key: 'ArrowUp', altKey: true });
    expect(names(container)).toEqual(['乙', '甲', '丙']);
    expect(items(container)[0]!.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(items(container)[0]!, { key: 'ArrowUp', altKey: true });
    fireEvent.keyDown(items(container)[2]!, { key: 'ArrowDown', altKey: true });
    fireEvent.keyDown(items(container)[0]!, { key: 'ArrowDown' });
    fireEvent.keyDown(items(container)[0]!, { key: 'Enter', altKey: true });
    expect(names(container)).toEqual(['乙', '甲', '丙']);
    fireEvent.keyDown(items(container)[0]!, { key: 'ArrowDown', altKey: true });
    expect(now()).toEqual([{ name: '甲' }, { name: '乙' }, { name: '丙' }]);
  });
  it('is moved with the mouse', () => {
    const { container } = show(field, [{ name: '甲' }, { name: '乙' }, { name: '丙' }]);
    const dragged = () => [...container.querySelectorAll('.prop-item')].map((item) => item.hasAttribute('data-dragged'));
    expect(dragged()).toEqual([false, false, false]);
    fireEvent.dragStart(container.querySelectorAll('.prop-grip')[2]!);
    expect(dragged()).toEqual([false, false, true]);
    fireEvent.drop(container.querySelectorAll('.prop-item')[0]!);
    expect(names(container)).toEqual(['丙', '甲', '乙']);
  });
  it('grows up to its end and loses what is deleted', () => {
    const { container, now } = show(field, [{ name: '甲' }, { name: '乙' }]);
    const add = screen.getByText('添加指标').closest('button')!;
    fireEvent.click(add);
    expect(now()).toEqual([{ name: '甲' }, { name: '乙' }, {}]);
    expect(items(container)[2]!.getAttribute('aria-expanded')).toBe('true');
    expect(add.disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('删除 甲'));
    expect(now()).toEqual([{ name: '乙' }, {}]);
    expect(add.disabled).toBe(false);
  });
});

describe('a colour', () => {
  function color(value: string) {
    const kept: string[] = [];
    const { container } = render(<ColorInput id="color" value={value} tokens={TOKENS} onChange={(next) => kept.push(next)} />);
    const input = container.querySelector<HTMLInputElement>('#color')!;
    fireEvent.focus(input);
    return { input, kept, isWrong: () => container.querySelector('.ant-input-status-error') !== null };
  }
  it.each(['#fff', '#0F6CBD80', 'rgb(1, 2, 3)', 'hsla(10, 20%, 30%, .5)'])('may be %s', (text) => {
    const { input, kept, isWrong } = color('#123456');
    type(input, text);
    expect(isWrong()).toBe(false);
    fireEvent.blur(input);
    expect(kept).toEqual([text]);
  });
  it.each(['red', '#12', 'url(x)', '#gggggg', 'rgb(1)url(x)'])('is not %s', (text) => {
    const { input, kept, isWrong } = color('#123456');
    type(input, text);
    expect(isWrong()).toBe(true);
    fireEvent.blur(input);
    expect(kept).toEqual([]);
    expect(input.value).toBe('#123456');
  });
  it('is taken by Enter, taken away by an empty field, and follows the theme under its name', () => {
    const one = color('#123456');
    type(one.input, '#abc');
    fireEvent.keyDown(one.input, { key: 'Enter', keyCode: 13 });
    expect(one.kept).toEqual(['#abc']);
    const two = color('#123456');
    type(two.input, '');
    fireEvent.blur(two.input);
    expect(two.kept).toEqual(['']);
    const three = color('accent');
    expect(three.input.value).toBe('');
    fireEvent.blur(three.input);
    expect(three.kept).toEqual([]);
    expect(three.input.value).toBe('主色');
  });
});

describe('a setting under a dotted key', () => {
  it('is read, set and taken away, leaving the others', () => {
    expect(valueAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
    expect(valueAt({ a: { b: 2 } }, 'a.b')).toBe(2);
    expect(valueAt({ a: null }, 'a.b')).toBeUndefined();
    expect(valueAt({ a: 'text' }, 'a.length')).toBeUndefined();
    expect(withValue({ a: { b: 1, c: 2 }, d: 3 }, 'a.b', 9)).toEqual({ a: { b: 9, c: 2 }, d: 3 });
    expect(withValue({ a: { b: 1, c: 2 } }, 'a.b', undefined)).toEqual({ a: { c: 2 } });
    expect(withValue({ a: null }, 'a.b', 1)).toEqual({ a: { b: 1 } });
  });
});
