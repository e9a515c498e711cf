import { Panel } from '@xyflow/react';

/** What the lines and colours mean. */
export function Legend() {
  return (
    <Panel position="bottom-left" className="lin-legend">
      <span className="lin-swatch lin-table">表</span>
      <span className="lin-swatch lin-view-kind">视图</span>
      <span className="lin-swatch lin-object">外部或平台对象</span>
      <span>
        <svg width="26" height="8" aria-hidden>
          <path d="M0,4 H26" className="lin-edge lin-edge-value" />
        </svg>
        取值
      </span>
      <span>
        <svg width="26" height="8" aria-hidden>
          <path d="M0,4 H26" className="lin-edge lin-edge-indirect" />
        </svg>
        仅影响行（筛选、关联、分组、排序）
      </span>
      <span>
        <svg width="26" height="8" aria-hidden>
          <path d="M0,4 H26" className="lin-edge lin-edge-inferred" />
        </svg>
        推断
      </span>
    </Panel>
  );
}
