import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CallError } from '#kit/web/send.ts';
import { makeDesign } from './store.ts';
import { useSave } from './use-save.tsx';

type Doc = { n: number };
/** A server that takes the first save, whose answer is lost. */
function forgetful(theirs: (mine: Doc) => { config: Doc; version: number; name: string }) {
  const store = makeDesign<Doc>({ id: '1', name: '图', version: 3, config: { n: 1 } });
  store.getState().change('改', { n: 2 });
  const refused = new CallError({ status: 409, key: 'entity.versionConflict', message: '已被他人修改' });
  let answer: boolean | null = null;
  function Page() {
    const { save, dialog } = useSave<Doc>({
      store,
      what: '图表',
      put: () => Promise.reject(refused),
      load: () => Promise.resolve(theirs(store.getState().config)),
      diff: () => ['n'],
    });
    const press = () => void save().then((isDone) => (answer = isDone));
    return (
      <>
        <button onClick={press}>保存</button>
        {dialog}
      </>
    );
  }
  render(<Page />);
  const save = async () => {
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(answer).not.toBeNull());
    return answer;
  };
  return { store, save };
}

it('a save that had arrived without its answer coming back is no conflict with oneself', async () => {
  const { store, save } = forgetful((mine) => ({ config: { ...mine }, version: 4, name: '图' }));
  expect(await save()).toBe(true);
  expect(store.getState()).toMatchObject({ version: 4, saved: '{"n":2}' });
  expect(screen.queryByText('图表已被他人修改')).toBeNull();
});

it('what somebody else saved is', async () => {
  const { store, save } = forgetful(() => ({ config: { n: 9 }, version: 4, name: '图' }));
  expect(await save()).toBe(false);
  expect(store.getState().version).toBe(3);
  expect(screen.getByText('图表已被他人修改')).toBeTruthy();
});
