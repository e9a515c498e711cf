import { act, renderHook, screen, render, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MessageHost } from '../MessageHost.tsx';
import { CallError } from '../send.ts';
import { usePublish } from './use-publish.ts';

interface Told {
  isSaved?: boolean;
  answers?: (number | null | CallError)[];
  published?: number | null;
}
/** A document whose saves and publications are counted; the publication waits until it is let go. */
function publisher({ isSaved = true, answers = [], published = null }: Told) {
  render(<MessageHost />);
  const done: string[] = [];
  let letGo: () => void = () => undefined;
  const { result } = renderHook(() =>
    usePublish({
      published,
      save: () => {
        done.push('save');
        return Promise.resolve(isSaved);
      },
      publish: async () => {
        done.push('publish');
        await new Promise<void>((resolve) => (letGo = resolve));
        const answer = answers.shift() ?? null;
        if (answer instanceof CallError) throw answer;
        return { versionNo: answer };
      },
    }),
  );
  const press = () => act(async () => result.current.publish());
  const settle = async () => {
    await act(async () => letGo());
    await waitFor(() => expect(result.current.isPublishing).toBe(false));
  };
  return { result, done, press, settle };
}

it('saves first, publishes once however often it is pressed, and says which version viewers see', async () => {
  const { result, done, press, settle } = publisher({ answers: [3, 4] });
  expect(result.current).toMatchObject({ state: { kind: 'draft' }, isPublishing: false });
  await press();
  await press();
  expect(result.current.isPublishing).toBe(true);
  await settle();
  expect(done).toEqual(['save', 'publish']);
  expect(result.current.state).toEqual({ kind: 'published', version: 3 });
  expect(await screen.findByText('发布成功')).toBeTruthy();
  // and again, when there is something new
  await press();
  await settle();
  expect(done).toEqual(['save', 'publish', 'save', 'publish']);
  expect(result.current.state).toEqual({ kind: 'published', version: 4 });
});

it('waits for an approval without changing what viewers see', async () => {
  const { result, press, settle } = publisher({ published: 2, answers: [null] });
  expect(result.current.state).toEqual({ kind: 'published', version: 2 });
  await press();
  await settle();
  expect(result.current.state).toEqual({ kind: 'published', version: 2 });
  expect(await screen.findByText('已提交审批，通过后发布')).toBeTruthy();
  expect(screen.queryByText('发布成功')).toBeNull();
});

it('publishes nothing that could not be saved, and can be tried again', async () => {
  const { result, done, press } = publisher({ isSaved: false });
  await press();
  await press();
  expect(done).toEqual(['save', 'save']);
  expect(result.current).toMatchObject({ state: { kind: 'draft' }, isPublishing: false });
});

it('says why it was not published', async () => {
  const refused = new CallError({ status: 422, key: 'rule.broken', message: '引用了 1 个已删除的图表', requestId: 'a' });
  const { result, press, settle } = publisher({ answers: [refused] });
  await press();
  await settle();
  expect(await screen.findByText('引用了 1 个已删除的图表')).toBeTruthy();
  expect(result.current.state).toEqual({ kind: 'draft' });
});
