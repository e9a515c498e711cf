import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { makeDesign } from './store.ts';
import { useDesignKeys } from './use-keys.ts';

let saves = 0;
let own: string[] = [];
beforeEach(() => {
  saves = 0;
  own = [];
});
const ways = { undo: { run: () => void own.push('undo') }, redo: { run: () => void own.push('redo') } };

/** A document of three steps, and something to type in. */
function show(...given: [] | [typeof ways]) {
  const store = makeDesign<{ n: number }>({ id: '1', name: '图', version: 1, config: { n: 0 } });
  for (const n of [1, 2, 3]) store.getState().change(`第 ${n} 步`, { n });
  function Page() {
    useDesignKeys(store, () => void saves++, ...given);
    return (
      <>
        <input aria-label="名称" />
        <textarea aria-label="说明" />
        <div contentEditable data-testid="rich" suppressContentEditableWarning />
        <button>图</button>
      </>
    );
  }
  const { unmount } = render(<Page />);
  return { at: () => store.getState().config.n, unmount };
}
/** Answers whether the key is left to the browser. */
const press = (key: string, over: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ctrlKey: true, ...over });

it('undoes and redoes step by step, in both spellings, and saves', () => {
  const { at } = show();
  expect(press('z')).toBe(false);
  expect(at()).toBe(2);
  press('Z');
  expect(at()).toBe(1);
  press('z', { shiftKey: true });
  expect(at()).toBe(2);
  expect(press('y')).toBe(false);
  expect(at()).toBe(3);
  press('z', { ctrlKey: false, metaKey: true });
  expect(at()).toBe(2);
  expect(saves).toBe(0);
  expect(press('s')).toBe(false);
  press('S', { ctrlKey: false, metaKey: true });
  expect([saves, at()]).toEqual([2, 2]);
});

it('leaves everything else to the browser', () => {
  const { at } = show();
  for (const [key, over] of [
    ['z', { ctrlKey: false }],
    ['s', { ctrlKey: false }],
    ['z', { altKey: true }],
    ['s', { altKey: true }],
    ['a', {}],
  ] as const)
    expect(press(key, over), JSON.stringify([key, over])).toBe(true);
  expect([saves, at()]).toEqual([0, 3]);
});

it('where somebody types, undo is that of the text, but saving saves', () => {
  const { at } = show();
  for (const field of [screen.getByLabelText('名称'), screen.getByLabelText('说明'), screen.getByTestId('rich')]) {
    expect(press('z', {}, field)).toBe(true);
    expect(press('y', {}, field)).toBe(true);
    expect(press('s', {}, field)).toBe(false);
  }
  expect([saves, at()]).toEqual([3, 3]);
  press('z', {}, screen.getByRole('button', { name: '图' }));
  expect(at()).toBe(2);
});

it('what a view has done itself is not done twice, and steps of its own come first', () => {
  const { at, unmount } = show();
  const handled = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', handled);
  press('z');
  expect(at()).toBe(3);
  press('s');
  expect(saves).toBe(1);
  document.body.removeEventListener('keydown', handled);
  unmount();
  press('z');
  press('s');
  expect([saves, at()]).toEqual([1, 3]);

  const other = show(ways);
  press('z');
  press('z', { shiftKey: true });
  press('y');
  expect(own).toEqual(['undo', 'redo', 'redo']);
  expect(other.at()).toBe(3);
});
