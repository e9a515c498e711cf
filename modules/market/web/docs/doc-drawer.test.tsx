import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { openApiOf } from '../../core/openapi.ts';
import { samplesOf } from '../../core/samples.ts';
import { signedSamplesOf } from '../../core/signed-samples.ts';
import { apiRow } from '../test-api.ts';
import { DocDrawer } from './DocDrawer.tsx';

beforeEach(() => signInWith());

it('shows samples in four languages and the document, with the address of this installation', async () => {
  const api = apiRow({ status: '2' });
  const signed = [{ signMode: 'hmac-sm3' as const, samples: signedSamplesOf(api, 'hmac-sm3') }];
  const { user } = openPage(<DocDrawer api={api} onClose={() => undefined} />, {
    answers: {
      'GET /data/market/dataApis/7/example': { ...samplesOf(api), signed },
      'GET /data/market/dataApis/7/openapi': openApiOf(api, []),
    },
  });
  const address = `${window.location.origin}/sjzt-datax/data/api/services/v1.0.0/customer/query`;
  expect(await screen.findByText(address)).toBeTruthy();
  for (const language of ['curl', 'Java', 'Python', 'JavaScript']) {
    await user.click(screen.getByRole('tab', { name: language }));
    const sample = await screen.findByRole('region', { name: `${language} 示例` });
    expect(sample.textContent).toContain(address);
    expect(sample.textContent).not.toContain('http://服务地址');
  }
  await user.click(screen.getByText('HMAC-SM3 签名'));
  expect((await screen.findByRole('region', { name: 'JavaScript 示例' })).textContent).toContain("createHmac('sm3'");
});
