import { Link } from '#modules/charts/contract/view-filter.ts';
import { useStage, type LinkTo } from '../stage/stage-context.ts';
import { items, num, str } from './read.ts';
import type { PlainProps } from './types.ts';

const SIDES: Record<string, string> = { left: 'flex-start', center: 'center', right: 'flex-end' };

/** Ways to other screens; those that this viewer may not open are not shown. */
export function ScreenTabs({ props, isEditing }: PlainProps) {
  const { open, mayOpen, here } = useStage();
  const tabs = items(props, 'items').flatMap(({ label, link }): { name: string; to: LinkTo | null }[] => {
    const parsed = Link.safeParse(link);
    const name = typeof label === 'string' ? label : '';
    if (!parsed.success) return isEditing && name ? [{ name, to: null }] : [];
    return isEditing || mayOpen(parsed.data) ? [{ name, to: parsed.data }] : [];
  });
  const pathOf = (to: LinkTo | null): string => (to?.to === 'page' ? to.path : to?.to === 'screen' ? `/visual/screen/view/${to.id}` : '');
  return (
    <nav
      className="sw-tabs"
      data-look={str(props, 'look')}
      style={{ justifyContent: SIDES[str(props, 'align')], fontSize: num(props, 'size') }}
    >
      {tabs.map(({ name, to }, i) => (
        <button
          key={i}
          aria-current={here !== '' && pathOf(to).replace(/^\/screen\//, '/') === here.replace(/^\/screen\//, '/') ? 'page' : undefined}
          onClick={() => to && !isEditing && open?.(to, {}, false)}
        >
          {name}
        </button>
      ))}
      {isEditing && tabs.length === 0 && <span>在右侧添加入口</span>}
    </nav>
  );
}
