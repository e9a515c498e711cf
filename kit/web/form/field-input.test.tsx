import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, signInWith, type Answers } from '#kit/test/web-page.tsx';
import { FieldInput } from './FieldInput.tsx';
import type { FormField } from './types.ts';

type Field = FormField<Record<string, any>>;
beforeEach(() => signInWith());

/** Shows the input of a field with a value. */
function show(field: Omit<Field, 'field' | 'label'>, value?: unknown, answers: Answers = {}) {
  const changed = vi.fn();
  const page = openPage(<FieldInput field={{ field: 'x', label: '字段', ...field }} value={value} onChange={changed} />, { answers });
  return { ...page, changed };
}
const many = (count: number) => Array.from({ length: count }, (_, i) => ({ value: `v${i}`, label: `选项${i}` }));

describe('choices', () => {
  it('are those of the field, of its tree, or of what it loads', async () => {
    const first = show({ options: [{ value: 'a', label: '甲' }], load: () => Promise.resolve([{ value: 'b', label: '乙' }]) }, 'a');
    expect(await screen.findByText('甲')).toBeTruthy();
    first.unmount();
    const second = show({ load: () => Promise.resolve([{ value: 'b', label: '乙' }]) }, 'b');
    expect(await screen.findByText('乙')).toBeTruthy();
    second.unmount();
    show({ tree: [{ value: 't', label: '总部', children: [{ value: 'u', label: '杭州' }] }] }, 'u');
    expect(await screen.findByText('杭州')).toBeTruthy();
  });

  it('say what was chosen', async () => {
    const { user, changed } = show({ options: many(3) });
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByTitle('选项2'));
    expect(changed.mock.calls[0]![0]).toBe('v2');
  });

  it('are searched when there are many', async () => {
    const few = show({ options: many(10) });
    expect(screen.getByRole<HTMLInputElement>('combobox').readOnly).toBe(true);
    few.unmount();
    const { user } = show({ options: many(11) });
    await user.type(screen.getByRole('combobox'), '选项10');
    expect(await screen.findByTitle('选项10')).toBeTruthy();
    expect(screen.queryByTitle('选项3')).toBeNull();
  });

  it('may be several', async () => {
    const { user, changed } = show({ options: many(3), widget: 'multi' }, ['v0']);
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByTitle('选项1'));
    expect(changed.mock.calls[0]![0]).toEqual(['v0', 'v1']);
  });

  it('may all be in sight', async () => {
    const { user, changed } = show({ options: many(2), widget: 'radio' }, 'v0');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '选项0' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: '选项1' }));
    expect(changed).toHaveBeenCalledWith('v1');
  });
});

describe('a switch', () => {
  it.each([
    ['1', true, '0'],
    ['0', false, '1'],
    [undefined, false, '1'],
    [true, true, false],
    [false, false, true],
  ])('of %j is %s and turns to %j', async (value, on, next) => {
    const { user, changed } = show({ widget: 'switch' }, value);
    const flag = screen.getByRole('switch');
    expect(flag.getAttribute('aria-checked')).toBe(String(on));
    await user.click(flag);
    expect(changed).toHaveBeenCalledWith(next);
  });
});

it('a text says what to fill in, in words of the field where it has some', async () => {
  const plain = show({});
  expect(screen.getByRole('textbox').getAttribute('placeholder')).toBe('请输入');
  plain.unmount();
  const own = show({ placeholder: '例如 A-1', widget: 'area' }, '两\n行');
  expect(screen.getByPlaceholderText<HTMLTextAreaElement>('例如 A-1').value).toBe('两\n行');
  own.unmount();
  show({ options: many(1) });
  expect(within(document.body).getByText('请选择')).toBeTruthy();
});

it('a password is not shown and not filled in by the browser', () => {
  const { unmount } = show({ widget: 'password' }, 'x');
  const input = document.querySelector<HTMLInputElement>('input')!;
  expect([input.type, input.autocomplete]).toEqual(['password', 'new-password']);
  unmount();
});
