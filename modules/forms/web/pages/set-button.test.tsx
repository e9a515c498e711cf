import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { SetButton } from './SetButton.tsx';

it('a double click makes one data set', async () => {
  signInWith();
  const form = { id: '1', formName: '检查', schema: { layout: [], rules: [] } };
  const key = 'POST /data/filling/forms/1/dataSet';
  const { user, sent, address } = openPage(<SetButton form={form as never} />, { answers: { [key]: { id: '7', setName: '检查' } } });
  await user.click(screen.getByText('建数据集'));
  const make = await screen.findByText(/^建\s*立$/);
  // the second click comes after the values were checked and before the button shows that it is busy
  await act(async () => {
    make.click();
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    make.click();
  });
  await waitFor(() => expect(address()).toBe('/visual/dataset/build/7'));
  expect(sent.filter((call) => call.key === key)).toMatchObject([{ body: { setName: '检查' } }]);
});
