import type { AnyRoute } from '#kit/contract/route.ts';
import type { ArgsOf, Call, CallOptions, LooseArgs, ReplyOf, SentRoute } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import type { banner } from '#modules/notices/contract/banner.ts';
import type { auth } from '#modules/system/contract/auth.ts';
import type { captcha } from '#modules/system/contract/captcha.ts';
import type { reset } from '#modules/system/contract/reset.ts';
import type { site } from '#modules/system/contract/site.ts';

/** The calls of a stranger as the contracts declare them (a test compares), without the schemas, which would be a fifth of the sign-in page. */
export const ROUTES = {
  site: { method: 'GET', path: '/system/site' },
  banners: { method: 'GET', path: '/system/banners/login' },
  captcha: { method: 'GET', path: '/system/captchaImage', timeoutMs: 20_000 },
  sms: { method: 'POST', path: '/system/captchaSms' },
  resetChannels: { method: 'GET', path: '/auth/reset/channels' },
  resetCode: { method: 'POST', path: '/auth/reset/code' },
  resetSubmit: { method: 'POST', path: '/auth/reset/password' },
  token: { method: 'POST', path: '/auth/oauth/token', accepts: 'form', replies: 'bare' },
} as const satisfies Record<string, SentRoute>;

type Ask<T extends AnyRoute> = (args: ArgsOf<Call<T>>, options?: CallOptions) => Promise<ReplyOf<Call<T>>>;
const ask =
  <T extends AnyRoute>(route: SentRoute): Ask<T> =>
  (args, options) =>
    send(route, args as LooseArgs, options) as Promise<ReplyOf<Call<T>>>;

export const calls = {
  site: ask<typeof site.site>(ROUTES.site),
  banners: ask<typeof banner.login>(ROUTES.banners),
  captcha: ask<typeof captcha.image>(ROUTES.captcha),
  sms: ask<typeof captcha.sms>(ROUTES.sms),
  resetChannels: ask<typeof reset.channels>(ROUTES.resetChannels),
  resetCode: ask<typeof reset.code>(ROUTES.resetCode),
  resetSubmit: ask<typeof reset.submit>(ROUTES.resetSubmit),
  token: ask<typeof auth.token>(ROUTES.token),
};
export type Site = Awaited<ReturnType<typeof calls.site>>;
export type LoginBanner = Awaited<ReturnType<typeof calls.banners>>[number];
