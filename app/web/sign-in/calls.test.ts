import { expect, it } from 'vitest';
import { banner } from '#modules/notices/contract/banner.ts';
import { auth } from '#modules/system/contract/auth.ts';
import { captcha } from '#modules/system/contract/captcha.ts';
import { reset } from '#modules/system/contract/reset.ts';
import { site } from '#modules/system/contract/site.ts';
import { ROUTES } from './calls.ts';

it('the calls of the sign-in page are those of the contracts', () => {
  const declared = {
    site: site.site,
    banners: banner.login,
    captcha: captcha.image,
    sms: captcha.sms,
    token: auth.token,
    resetChannels: reset.channels,
    resetCode: reset.code,
    resetSubmit: reset.submit,
  };
  for (const [name, route] of Object.entries(declared)) {
    const { method, path, accepts, replies, timeoutMs, audit } = route;
    const own = ROUTES[name as keyof typeof ROUTES];
    expect({ accepts: 'json', replies: 'json', timeoutMs: undefined, audit: undefined, ...own }, name).toEqual({
      method,
      path,
      accepts,
      replies,
      timeoutMs,
      audit,
    });
  }
});
