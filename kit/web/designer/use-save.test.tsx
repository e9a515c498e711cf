import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MessageHost } from '../MessageHost.tsx';
import { CallError } from '../send.ts';
import { openDesign } from './open-document.ts';
import { makeDesign } from './store.ts';
import { unsavedBecause } from './unsaved.ts';
import { useSave } from './use-save.tsx';

type Doc = { n: number };
/** A server that takes the first save, whose answer is lost. */
function forgetful(theirs: (mine: Doc) => { config: Doc; version: number; name: string }, detail?: object) {
  const store = makeDesign<Doc>({ id: '1', name: '图', version: 3, config: { n: 1 } });
  store.getState().change('改', { n: 2 });
  const refused = new CallError({ status: 409, key: 'entity.versionConflict', message: '已被他人修改', detail });
  let answer: boolean | null = null;
  function Page() {
    const { save, dialog } = useSave<Doc>({
      document: openDesign(store),
      what: '图表',
      put: () => Promise.reject(refused),
      load: () => Promise.resolve(theirs(store.getState().config)),
      diff: (from, to) => (from?.n === to.n ? [] : [`修改数字为${to.n}`]),
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

it('a conflict says what each side did, and names who it was with', async () => {
  const changed = { by: '李四', isOwn: false, time: '2026-11-24T02:30:00.000Z' };
  const { save } = forgetful(() => ({ config: { n: 9 }, version: 4, name: '新图' }), { theirs: { version: 4 }, changed });
  await save();
  const dialog = within(screen.getByRole('dialog', { name: '图表已被他人修改' }));
  expect(dialog.getByText(/^李四于 .* 保存了这个图表，请选择保留哪一个版本。$/)).toBeTruthy();
  const sides = dialog.getAllByRole('heading', { level: 4 }).map((title) => title.parentElement!.textContent);
  expect(sides).toEqual(['对方的修改名称：新图修改数字为9', '您的修改名称：图修改数字为2']);
  expect(dialog.getByRole('button', { name: '采用对方' })).toBeTruthy();
});

it('a conflict can wait: its dialog goes, the work and its version stay', async () => {
  const { store, save } = forgetful(() => ({ config: { n: 9 }, version: 4, name: '图' }));
  await save();
  const dialog = within(screen.getByRole('dialog', { name: '图表已被他人修改' }));
  fireEvent.click(dialog.getByRole('button', { name: /返回|取消|稍后|继续编辑/ }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '图表已被他人修改' })).toBeNull());
  expect(store.getState()).toMatchObject({ config: { n: 2 }, version: 3 });
});

it('what one has saved in another window is not called somebody else’s', async () => {
  const changed = { by: '我', isOwn: true, time: '2026-11-24T02:30:00.000Z' };
  const { store, save } = forgetful(() => ({ config: { n: 9 }, version: 4, name: '图' }), { theirs: { version: 4 }, changed });
  await save();
  const dialog = within(screen.getByRole('dialog', { name: '图表已在别处修改' }));
  const titles = dialog.getAllByRole('heading', { level: 4 }).map((title) => title.textContent);
  expect(titles).toEqual(['另一窗口的修改', '您的修改']);
  expect(dialog.queryByText(/对方/)).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: '采用另一窗口' }));
  expect(store.getState()).toMatchObject({ config: { n: 9 }, version: 4 });
});

it('without a network it says that the work is still there, and saves when the network is back', async () => {
  const store = makeDesign<Doc>({ id: '1', name: '图', version: 3, config: { n: 1 } });
  store.getState().change('改', { n: 2 });
  let isOnline = false;
  const offline = new CallError({ status: 0, key: 'client.noResponse', message: '请求错误' });
  function Page() {
    const { save } = useSave<Doc>({
      document: openDesign(store),
      what: '图表',
      put: (_, version) => (isOnline ? Promise.resolve({ version: version + 1 }) : Promise.reject(offline)),
      load: () => Promise.reject(offline),
      diff: () => [],
    });
    return <button onClick={() => void save()}>保存</button>;
  }
  render(
    <>
      <MessageHost />
      <Page />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('网络不可用，没有保存。修改仍在本页，恢复后请再次保存')).toBeTruthy();
  expect(store.getState()).toMatchObject({ version: 3, config: { n: 2 }, saved: '{"n":1}' });
  isOnline = true;
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(store.getState()).toMatchObject({ version: 4, saved: '{"n":2}' }));
});

it.each<[string, ConstructorParameters<typeof CallError>[0], string]>([
  ['too slow', { status: 0, key: 'client.timeout', message: '请求超时，请稍后重试' }, '等待保存结果超时。修改仍在本页，恢复后请再次保存'],
  [
    'a gateway alone',
    { status: 502, key: 'server.failure', message: '请求错误' },
    '服务器暂时没有响应，没有保存。修改仍在本页，恢复后请再次保存',
  ],
  ['a refusal', { status: 422, key: 'rule.broken', message: '数据集已禁用', requestId: 'a' }, '数据集已禁用'],
  ['our own maintenance', { status: 503, key: 'server.busy', message: '系统正在维护', requestId: 'a' }, '系统正在维护'],
])('why it was not saved: %s', (_, error, words) => expect(unsavedBecause(new CallError(error))).toBe(words));
