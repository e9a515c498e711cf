import { toast } from '#kit/web/dialog.tsx';

/** Puts the figures of a mark on the clipboard and says so; where the browser does not allow that, says them. */
export async function copyFigures(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('已复制');
  } catch {
    // the clipboard API requires https
    toast.warning(`浏览器不允许复制，数值为 ${text}`);
  }
}
