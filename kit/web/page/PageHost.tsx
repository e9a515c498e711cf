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
 * The 当前位置 row and the page below it. The shell wraps each open tab in one, so that the page can put its buttons
 * at the right end of the row with `<PageActions>`, and a hidden tab hides its buttons too.
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

/** The buttons of a page: in the location row, or in place where there is none. */
export function PageActions({ children }: { children: ReactNode }) {
  const slot = use(SlotContext);
  if (slot === undefined) return <div className="location-actions">{children}</div>;
  return slot && createPortal(children, slot);
}

/** In a drawer or panel: the buttons of the list inside stay there, although the page around has a location row. */
export function ActionsHere({ children }: { children: ReactNode }) {
  return <SlotContext value={undefined}>{children}</SlotContext>;
}
