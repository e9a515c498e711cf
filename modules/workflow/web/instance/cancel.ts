import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { api } from '../api.ts';

/** 撤销 by the starter, after a question. */
export function askCancel({ id, title }: { readonly id: string; readonly title: string }, onDone: () => Promise<unknown>): void {
  void confirmDialog({
    title: `撤销“${title}”？`,
    content: '审批停止，待办全部取消；撤销后可以修改并重新提交。',
    okText: '撤销',
    danger: true,
    onOk: async () => {
      await api.instance.cancel({ params: { id } });
      toast.success('已撤销');
      await onDone();
    },
  });
}
