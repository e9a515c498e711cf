import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Breadcrumb } from 'antd';
import { Link } from 'react-router';

export interface Crumb {
  title: string;
  path?: string;
}

const SlotContext = createContext<HTMLElement | null | undefined>(undefined);

/**
 * Breadcrumb row (当前位置) and the page below it. The shell renders one per open tab, so that pages can portal their buttons into the row with
 * `<PageActions>` and a hidden tab hides its buttons too.
 */
export function PageHost({ crumbs, small, children }: { crumbs: readonly Crumb[]; small?: boolean; children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const items = crumbs.map((crumb, index) => {
    if (index === crumbs.length - 1) return { key: index, title: <h1>{crumb.title}</h1> };
    return {
      key: index,
      title: crumb.path ? <Link to={crumb.path}>{crumb.title}</Link> : crumb.title,
    };
  });
  return (
    <SlotContext value={slot}>
      <div className={small ? 'location small' : 'location'}>
        <span>当前位置：</span>
        <Breadcrumb items={items} />
        <div className="location-actions" ref={setSlot} />
      </div>
      {children}
    </SlotContext>
  );
}

/** Portals a page's buttons into the breadcrumb row, or renders them in place where there is none. */
export function PageActions({ children }: { children: ReactNode }) {
  const slot = use(SlotContext);
  if (slot === undefined) return <div className="location-actions">{children}</div>;
  return slot && createPortal(children, slot);
}

/** Keeps buttons of a nested list (drawer, panel) in place instead of moving them to the breadcrumb row. */
export function ActionsHere({ children }: { children: ReactNode }) {
  return <SlotContext value={undefined}>{children}</SlotContext>;
}
