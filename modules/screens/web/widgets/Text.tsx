import type { CSSProperties } from 'react';
import { Link } from '#modules/charts/contract/view-filter.ts';
import { useNow } from '../stage/clock.ts';
import { useStage } from '../stage/stage-context.ts';
import { colorOf } from '../stage/themes.ts';
import { flag, num, str } from './read.ts';
import { timeText } from './time-text.ts';
import type { PlainProps } from './types.ts';

const SIDES: Record<string, string> = {
  left: 'flex-start',
  center: 'center',
  right: 'flex-end',
  top: 'flex-start',
  middle: 'center',
  bottom: 'flex-end',
};
const FACES: Record<string, string> = { title: 'var(--s-title)', digits: 'var(--s-digits)', body: 'inherit' };

/** Opens the link of a widget; undefined when it has none. */
export function useLink(props: PlainProps['props'], isEditing: boolean): (() => void) | undefined {
  const { open, mayOpen } = useStage();
  const parsed = props.link ? Link.safeParse(props.link) : null;
  if (isEditing || !open || !parsed?.success || !mayOpen(parsed.data)) return undefined;
  const { data } = parsed;
  return () => open(data, {}, false);
}

/** Plain text with line breaks; never markup. */
export function TextWidget({ node, props, isEditing }: PlainProps) {
  const go = useLink(props, isEditing);
  const size = num(props, 'size');
  const runs = flag(props, 'marquee');
  const seconds = Math.max(2, (node.w + str(props, 'text').length * size) / Math.max(10, num(props, 'speed')));
  const style: CSSProperties = {
    fontFamily: FACES[str(props, 'face')],
    fontSize: size,
    fontWeight: Number(str(props, 'weight')) || 400,
    lineHeight: num(props, 'lineHeight'),
    letterSpacing: num(props, 'spacing'),
    color: colorOf(props.color, 'text'),
    justifyContent: runs ? 'flex-start' : SIDES[str(props, 'align')],
    alignItems: SIDES[str(props, 'valign')],
    textAlign: str(props, 'align') === 'center' ? 'center' : str(props, 'align') === 'right' ? 'right' : 'left',
  };
  const text = (
    <span
      className={runs ? 'sw-marquee' : undefined}
      data-gradient={str(props, 'gradient')}
      data-glow={flag(props, 'glow') ? '' : undefined}
      style={runs ? { animationDuration: `${seconds}s`, animationTimingFunction: `steps(${Math.round(seconds * 30)})` } : undefined}
    >
      {str(props, 'text')}
    </span>
  );
  return go ? (
    <button className="sw-text" style={style} onClick={go}>
      {text}
    </button>
  ) : (
    <div className="sw-text" style={style}>
      {text}
    </div>
  );
}

export function TimeWidget({ props }: PlainProps) {
  const now = useNow();
  const style: CSSProperties = {
    fontFamily: 'var(--s-digits)',
    fontWeight: 600,
    fontSize: num(props, 'size'),
    color: colorOf(props.color, 'text'),
    justifyContent: SIDES[str(props, 'align')],
    alignItems: 'center',
  };
  return (
    <div className="sw-text" style={style}>
      <span data-glow={flag(props, 'glow') ? '' : undefined}>{timeText(now, str(props, 'format'))}</span>
    </div>
  );
}
