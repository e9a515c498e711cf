import { Button } from 'antd';
import { PlainPage } from './PlainPage.tsx';

/** Instead of everything, when what stands around the pages fails. */
export const BrokenPage = () => (
  <PlainPage
    title="程序出现错误"
    actions={
      <>
        <Button type="primary" onClick={() => location.reload()}>
          重新加载
        </Button>
        <Button onClick={() => location.assign('/')}>回到首页</Button>
      </>
    }
  >
    已保存的内容不受影响。如果重新加载后仍然出现，请联系管理员。
  </PlainPage>
);
