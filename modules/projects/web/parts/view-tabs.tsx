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
export function useFaceOf(faces: readonly View[]): readonly [View, (face: View) => void] {
  const [value, set] = useAddress('face');
  return [faces.find((face) => face === value) ?? 'list', (face) => set(face === 'list' ? null : face)];
}

/** Switches between the faces of a page; stands in the <StatHeader>. */
export function RecordFaces({ faces, face, onChange }: { faces: readonly View[]; face: View; onChange: (face: View) => void }) {
  return (
    <div className="face-tabs" role="tablist">
      {faces.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={face === one}
          className={face === one ? 'on' : undefined}
          onClick={() => onChange(one)}
        >
          {VIEWS[one].icon}
          {VIEWS[one].label}
        </button>
      ))}
    </div>
  );
}
