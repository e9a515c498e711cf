import { MenuIcon } from '#kit/web/menu-icon.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../shell/api.ts';
import { useOpenMenu } from '../shell/use-open-menu.ts';

type Area = CallReply<typeof api.home.home>['areas'][number];

/** The permitted areas, divided by hairlines; each leads into its first page. */
export function Areas({ areas }: { areas: readonly Area[] }) {
  const openMenu = useOpenMenu();
  return (
    <div className="panel home-areas">
      {areas.map((area) => (
        <button type="button" className="home-area" key={area.path} onClick={() => openMenu(area.path)}>
          <span className="home-area-name">
            <MenuIcon name={area.icon} />
            {area.title}
          </span>
          {area.value === null ? (
            <span className="home-area-figure quiet">进入</span>
          ) : (
            <span className="home-area-figure">
              {area.value}
              <small>{area.unit}</small>
            </span>
          )}
          <span className="home-area-note cut">{area.note ?? '\u00a0'}</span>
        </button>
      ))}
    </div>
  );
}
