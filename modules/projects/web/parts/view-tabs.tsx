import { BarChartOutlined, CalendarOutlined, UnorderedListOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useAddress } from './address.ts';

type View = 'list' | 'calendar' | 'stat';
const VIEWS: Readonly<Record<View, { label: string; icon: ReactNode }>> = {
  list: { label: '列表', icon: <UnorderedListOutlined /> },
  calendar: { label: '到期日历', icon: <CalendarOutlined /> },
  stat: { label: '统计', icon: <BarChartOutlined /> },
};

/** How the records of a page are shown, in the address; what the page does not have is its list. */
export function useViewOf(views: readonly View[]): readonly [View, (view: View) => void] {
  const [value, set] = useAddress('face');
  return [views.find((view) => view === value) ?? 'list', (view) => set(view === 'list' ? null : view)];
}

/** Switches between the views of a page; stands in the <StatHeader>. */
export function RecordViews({ views, view, onChange }: { views: readonly View[]; view: View; onChange: (view: View) => void }) {
  return (
    <div className="face-tabs" role="tablist">
      {views.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={view === one}
          className={view === one ? 'on' : undefined}
          onClick={() => onChange(one)}
        >
          {VIEWS[one].icon}
          {VIEWS[one].label}
        </button>
      ))}
    </div>
  );
}
