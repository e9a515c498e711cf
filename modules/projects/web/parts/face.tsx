import { CalendarOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** How the records of a page are shown. */
export type Face = 'list' | 'calendar';

/** One parameter of the page's address beside those of the list; setting it to null takes it out. */
export function useAddress(name: string): readonly [string | null, (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (value: string | null) =>
      setSearch((now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      }),
    [name, setSearch],
  );
  return [search.get(name), set];
}

/** 列表 or 到期日历, in the address. */
export function useFace(): readonly [Face, (face: Face) => void] {
  const [value, set] = useAddress('face');
  return [value === 'calendar' ? 'calendar' : 'list', (face) => set(face === 'list' ? null : face)];
}

const FACES = [
  { face: 'list', label: '列表', icon: <UnorderedListOutlined /> },
  { face: 'calendar', label: '到期日历', icon: <CalendarOutlined /> },
] as const;

/** Switches between 列表 and 到期日历; stands in the <StatHeader>. */
export function FaceTabs({ face, onChange }: { face: Face; onChange: (face: Face) => void }) {
  return (
    <div className="face-tabs" role="tablist">
      {FACES.map((one) => (
        <button
          key={one.face}
          type="button"
          role="tab"
          aria-selected={face === one.face}
          className={face === one.face ? 'on' : undefined}
          onClick={() => onChange(one.face)}
        >
          {one.icon}
          {one.label}
        </button>
      ))}
    </div>
  );
}
