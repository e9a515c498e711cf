import { confirmDialog, confirmLoss, toast } from '#kit/web/dialog.tsx';

interface Steps<Row> {
  /** how a question names the row */
  readonly nameOf: (row: Row) => string;
  /** what the question before a release says after what holds for every release */
  readonly hintOf?: (row: Row) => string | Promise<string>;
  readonly release: (id: string) => Promise<{ readonly flow: unknown }>;
  /** what going offline means for those who call, between the question and the act */
  readonly lossOf: (row: Row) => string | Promise<string>;
  readonly cancel: (id: string) => Promise<unknown>;
  readonly copyQuestion: (row: Row) => string;
  readonly copy: (id: string) => Promise<{ readonly id: string }>;
  /** after each step: the lists that show the row */
  readonly refresh: () => Promise<unknown>;
}

/** What is done with a whole API or service, each with its question; errors are shown by the request layer. */
export function releaseSteps<Row extends { readonly id: string }>(steps: Steps<Row>) {
  const release = async (row: Row): Promise<boolean> => {
    const hint = (await steps.hintOf?.(row)) ?? '';
    let isAsked = false;
    const agreed = await confirmDialog({
      content: `发布${steps.nameOf(row)}？发布后订阅的应用可以立即调用，这个版本不能再修改。${hint}`,
      okText: '发布',
      onOk: async () => {
        isAsked = (await steps.release(row.id)).flow !== null;
      },
    });
    if (!agreed) return false;
    toast.success(isAsked ? '已提交发布审批，通过后可以调用' : '已发布');
    await steps.refresh();
    return true;
  };
  const cancel = async (row: Row): Promise<void> => {
    if (!(await confirmLoss('下线', `下线${steps.nameOf(row)}？${await steps.lossOf(row)}`, () => steps.cancel(row.id)))) return;
    toast.success('已下线');
    await steps.refresh();
  };
  /** the id of the copy */
  const copy = async (row: Row): Promise<string | null> => {
    let id: string | null = null;
    await confirmDialog({
      content: `${steps.copyQuestion(row)}新版本待发布，可以修改，原版本不变。`,
      okText: '复制',
      onOk: async () => {
        id = (await steps.copy(row.id)).id;
      },
    });
    if (id === null) return null;
    toast.success('已复制为新版本');
    await steps.refresh();
    return id;
  };
  return { release, cancel, copy };
}
