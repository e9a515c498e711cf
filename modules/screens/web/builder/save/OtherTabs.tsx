import { Alert, Button } from 'antd';

/** Another tab of this browser has the same screen open; `isNewer` = it has saved what this one does not have. */
export function OtherTabs({ isNewer, onTake }: { isNewer: boolean; onTake: () => void }) {
  return (
    <Alert
      banner
      closable
      type="warning"
      title={isNewer ? '这个大屏已在另一个标签页保存了新版本' : '这个大屏也在另一个标签页打开，以先保存的为准'}
      action={
        isNewer ? (
          <Button size="small" onClick={onTake}>
            载入新版本
          </Button>
        ) : undefined
      }
    />
  );
}
