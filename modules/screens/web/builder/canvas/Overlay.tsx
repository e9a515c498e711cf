import { useMemo, type CSSProperties, type RefObject } from 'react';
import { boundsOf, boxOf, HANDLES, type Box, type Handle } from '../../../core/geometry.ts';
import { frameOf } from '../../../core/selection.ts';
import { isLocked } from '../../../core/tree.ts';
import { useEditorState, type View } from '../editor.ts';
import { transformOf } from './surface.ts';

const styleOf = (box: Box, { zoom, x, y }: View): CSSProperties => ({
  transform: transformOf(x + box.x * zoom, y + box.y * zoom, box.r),
  width: box.w * zoom,
  height: box.h * zoom,
});
const ANGLE: Readonly<Record<Handle, number>> = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };
const CURSORS = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'];
/** The arrow that points the way a handle goes when its box is turned. */
const cursorOf = (handle: Handle, r: number): string => CURSORS[Math.round((((ANGLE[handle] + r) % 180) + 180) / 45) % 4]!;

export interface OverlayRefs {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly outlines: RefObject<HTMLDivElement | null>;
  readonly marquee: RefObject<HTMLDivElement | null>;
  readonly badge: RefObject<HTMLDivElement | null>;
  readonly marks: RefObject<HTMLDivElement | null>;
}

/** What lies over the canvas: outlines of what is chosen, the frame with its handles, and places for what gestures draw. */
export function Overlay({ frame: frameRef, outlines, marquee, badge, marks }: OverlayRefs) {
  const nodes = useEditorState((state) => state.config.nodes);
  const selection = useEditorState((state) => state.selection);
  const entered = useEditorState((state) => state.entered);
  const view = useEditorState((state) => state.view);
  const frame = useMemo(() => frameOf(nodes, selection), [nodes, selection]);
  const isFixed = selection.every((id) => isLocked(nodes, id));
  const group = entered === null ? undefined : nodes[entered];
  const isSmall = frame !== null && Math.min(frame.w, frame.h) * view.zoom < 24;
  return (
    <div className="sed-overlay">
      {group && <div className="sed-entered" style={styleOf({ ...boundsOf(boxOf(group)), r: 0 }, view)} />}
      <div ref={outlines} className="sed-outlines">
        {selection.length > 1 &&
          selection.map((id) => nodes[id] && <div key={id} className="sed-outline" style={styleOf(boxOf(nodes[id]), view)} />)}
      </div>
      {frame && (
        <div
          ref={frameRef}
          className="sed-frame"
          data-fixed={isFixed || undefined}
          data-small={isSmall || undefined}
          data-many={selection.length > 1 || undefined}
          style={styleOf(frame, view)}
        >
          {!isFixed && (
            <>
              <i className="sed-turn" data-handle="turn" title="拖动旋转，按 Shift 每次 15°" />
              {(Object.keys(HANDLES) as Handle[]).map((handle) => (
                <i key={handle} className="sed-handle" data-handle={handle} style={{ cursor: cursorOf(handle, frame.r) }} />
              ))}
            </>
          )}
        </div>
      )}
      <div ref={marquee} className="sed-marquee" />
      <div ref={marks} />
      <div ref={badge} className="sed-badge" />
    </div>
  );
}
