import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { parts } from '#modules/notices/web/pages.ts';
import { Mark } from '../pages/Mark.tsx';
import { calls, type LoginBanner, type Site } from './calls.ts';
import { LoginArt } from './LoginArt.tsx';
import { SignInForm } from './SignInForm.tsx';

// after the form: a slow banner must not keep anybody from signing in
const LoginBanners = lazyPart(parts.loginBanners);
const ForgottenPassword = lazyPart(() => import('./ForgottenPassword.tsx'));
const art = <LoginArt />;

interface LoginPageProps {
  /** undefined until it is known */
  site: Site | undefined;
  /** leads to a path of the product */
  onSignedIn: (path: string) => unknown;
}
/**
 * Public sign-in, on the entry page and inside the program. It stands without router, server state and antd, which would be two thirds of what
 * the first page loads.
 */
export default function LoginPage({ site, onSignedIn }: LoginPageProps) {
  const [year] = useState(() => new Date().getFullYear());
  const [banners, setBanners] = useState<readonly LoginBanner[]>([]);
  useEffect(() => {
    calls.banners({}, { quiet: true }).then(setBanners, () => undefined);
  }, []);
  const title = site?.title ?? '数智大脑';
  const isForgotten = new URLSearchParams(window.location.search).has('forgot');

  return (
    <div className="login">
      <div className="login-art">
        <div className="login-brand">
          <Mark size={32} />
          <b>{title}</b>
        </div>
        {banners.length > 0 ? (
          <Suspense fallback={art}>
            <LoginBanners banners={banners} />
          </Suspense>
        ) : (
          art
        )}
        {banners.length === 0 && (
          <div className="login-claim">
            <strong>每一个数字，都能追溯到来处</strong>
            <span>元数据、标准、质量与服务，在同一条血缘上治理。</span>
          </div>
        )}
        <div className="login-foot">
          © {year} {title}　{site && `v${site.version.split('+')[0]}`}
        </div>
      </div>
      <main className="login-side">
        <div className="login-box">
          <div className="login-brand small">
            <Mark size={28} />
            <b>{title}</b>
          </div>
          {isForgotten ? (
            <Suspense fallback={null}>
              <ForgottenPassword />
            </Suspense>
          ) : (
            <SignInForm site={site} onSignedIn={onSignedIn} />
          )}
        </div>
      </main>
    </div>
  );
}
