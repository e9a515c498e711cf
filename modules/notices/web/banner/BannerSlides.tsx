import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { ShownBanner } from '../../contract/banner.ts';
import { linkKind } from '../../core/link.ts';
import { useRotation } from './use-rotation.ts';
import './banner.css';

/** The banners of a place, one at a time, with a dot for each. */
export function BannerSlides({ banners, look }: { banners: readonly ShownBanner[]; look: 'login' | 'home' }) {
  // a banner whose picture fails to load is left out
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const [isHeld, setHeld] = useState(false);
  const fine = banners.filter((banner) => !broken.has(banner.id));
  const [at, go] = useRotation(fine.length, isHeld);
  if (fine.length === 0) return null;
  return (
    <section
      className={`slides slides-${look}`}
      aria-roledescription="轮播图"
      aria-label="轮播图"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {fine.map((banner, index) => (
        <div key={banner.id} className={index === at ? 'slide on' : 'slide'} inert={index !== at}>
          <Target banner={banner} isOutside={look === 'login'}>
            <img src={banner.image} alt="" loading="lazy" onError={() => setBroken(new Set([...broken, banner.id]))} />
            <span className="slide-words">
              <b>{banner.title}</b>
              {banner.subtitle !== null && <small>{banner.subtitle}</small>}
            </span>
          </Target>
        </div>
      ))}
      {fine.length > 1 && (
        <div className="slide-dots">
          {fine.map((banner, index) => (
            <button
              type="button"
              key={banner.id}
              className={index === at ? 'on' : undefined}
              aria-label={`第 ${index + 1} 张：${banner.title}`}
              aria-current={index === at}
              onClick={() => go(index)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Outside of the program, on the sign-in page, a link loads what it leads to. */
function Target({ banner, isOutside, children }: { banner: ShownBanner; isOutside: boolean; children: ReactNode }) {
  const kind = banner.link === null ? null : linkKind(banner.link);
  if (banner.link !== null && kind === 'own' && isOutside)
    return (
      <a className="slide-target" href={banner.link}>
        {children}
      </a>
    );
  if (banner.link !== null && kind === 'own')
    return (
      <Link className="slide-target" to={banner.link}>
        {children}
      </Link>
    );
  if (banner.link !== null && kind === 'web')
    return (
      <a className="slide-target" href={banner.link} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  return <div className="slide-target">{children}</div>;
}
