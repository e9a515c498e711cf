/** What of a resource is told by the national core metadata (GB/T 21063.3). */
export interface CoreMetadata {
  readonly summary: string | null;
  readonly ownerDept: string | null;
  readonly shareType: string;
  readonly shareCondition: string | null;
  readonly shareWay: string | null;
  readonly itemList: readonly unknown[];
  readonly mounts: readonly { readonly mountType: string }[];
}

/** Core metadata items that a resource lacks, by their names in the standard; the others are given whenever it exists. */
export function gapsOf(resource: CoreMetadata): string[] {
  const gaps: string[] = [];
  if (!resource.ownerDept) gaps.push('提供方');
  if (!resource.summary) gaps.push('资源摘要');
  if (resource.mounts.length === 0) gaps.push('资源格式（挂接）');
  // a file or a board is one thing; tables, APIs and data sets tell their items
  if (resource.itemList.length === 0 && resource.mounts.some(({ mountType }) => ['1', '2', '4'].includes(mountType))) gaps.push('信息项');
  if (resource.shareType !== '1' && !resource.shareCondition) gaps.push(resource.shareType === '3' ? '不予共享依据' : '共享条件');
  if (resource.shareType !== '3' && !resource.shareWay) gaps.push('共享方式');
  return gaps;
}
