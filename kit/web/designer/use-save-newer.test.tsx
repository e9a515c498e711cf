import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { StudioShell } from '../parts/StudioShell.tsx';
import { isChanged, openDesign, unsavedSteps } from './open-document.ts';
import { makeDesign } from './store.ts';
import { useSave, type Saver } from './use-save.tsx';

type Doc = { n: number };
const NEWER = { version: 4, by: '李四', isOwn: false, time: '2026-11-24T02:30:00.000Z' };

/** A builder of a document at version 3 whose server has gone on to `theirs`. */
function builder(theirs: { config: Doc; name?: string }) {
  const store = makeDesign<Doc>({ id: '1', name: '图', version: 3, config: { n: 1 } });
  const now: { saver: Saver | null } = { saver: null };
  function Page() {
    const saver = useSave<Doc>({
      document: openDesign(store),
      what: '图表',
      put: (_, version) => Promise.resolve({ version: version + 1 }),
      load: () => Promise.resolve({ name: '图', version: 4, ...theirs }),
      diff: (from, to) => (from?.n === to.n ? [] : [`修改数字为${to.n}`]),
    });
    useEffect(() => {
      now.saver = saver;
    });
    return (
      <MemoryRouter>
        <StudioShell
          kind="图表"
          name={store.getState().name}
          save={saver.stateOf(unsavedSteps(store.getState()))}
          onBack={() => undefined}
          onSave={() => undefined}
          onPublish={() => undefined}
        >
          {saver.dialog}
        </StudioShell>
      </MemoryRouter>
    );
  }
  render(<Page />);
  return { store, hear: () => act(() => now.saver!.hear(NEWER)), save: () => act(() => now.saver!.save()) };
}
const status = () => screen.getByRole('status').textContent;
const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name: new RegExp([...name].join('\\s?')) }).disabled;

it('what somebody else has stored is said before one saves, and taken over by one click where nothing of one’s own is lost', async () => {
  const { store, hear } = builder({ config: { n: 9 }, name: '新图' });
  hear();
  await waitFor(() => expect(status()).toMatch(/李四.*存了新版本/));
  expect([isOff('保存'), isOff('发布')]).toEqual([true, true]);
  fireEvent.click(screen.getByRole('button', { name: '载入新版本' }));
  expect(store.getState()).toMatchObject({ config: { n: 9 }, version: 4, name: '新图' });
  expect(isChanged(store.getState())).toBe(false);
  await waitFor(() => expect(status()).toContain('已保存'));
  store.getState().undo();
  expect(store.getState().config).toEqual({ n: 1 });
});

it('with work of one’s own both are compared', async () => {
  const { store, hear } = builder({ config: { n: 9 } });
  store.getState().change('改', { n: 2 });
  hear();
  await waitFor(() => expect(status()).toMatch(/李四.*存了新版本，您有 1 处未保存/));
  expect(isOff('保存')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: '比较两版' }));
  const dialog = await screen.findByRole('dialog', { name: '图表已被他人修改' });
  expect(dialog.textContent).toContain('修改数字为9');
  expect(dialog.textContent).toContain('修改数字为2');
  expect(store.getState()).toMatchObject({ config: { n: 2 }, version: 3 });
});

it('a document that was only renamed or published is gone on with, without a word', async () => {
  const { store, hear } = builder({ config: { n: 1 }, name: '新名' });
  store.getState().change('改', { n: 2 });
  hear();
  await waitFor(() => expect(store.getState()).toMatchObject({ version: 4, name: '新名', config: { n: 2 } }));
  expect(status()).not.toContain('存了新版本');
});

it('one’s own save is no news', async () => {
  const { store, save, hear } = builder({ config: { n: 9 } });
  store.getState().change('改', { n: 2 });
  const saving = save();
  hear();
  await saving;
  await act(() => Promise.resolve());
  expect(store.getState()).toMatchObject({ config: { n: 2 }, version: 4 });
  expect(status()).not.toContain('存了新版本');
});
