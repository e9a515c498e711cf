/** Why an API cannot be changed; null while it can. Callers of a released version rely on what it is. */
export const frozenReason = ({ status }: { status: string }): string | null => {
  if (status === '2') return '已发布的版本不能修改，请复制为新版本后修改';
  return status === '3' ? '已下线的版本不能修改，请复制为新版本后修改' : null;
};
