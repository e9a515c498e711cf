/** One kind of fault that is planted on purpose, so that quality checks have something to find. `find` counts it. */
export interface Defect {
  code: string;
  table: string;
  column: string;
  kind: '重复' | '缺失' | '格式错误' | '未映射编码' | '越界' | '外键断裂' | '迟到' | '不一致' | '逻辑矛盾';
  title: string;
  count: number;
  find: string;
  /** what the nightly cleaning does with it */
  handled: string;
}
