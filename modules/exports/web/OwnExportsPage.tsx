import { TransferList } from './TransferList.tsx';

/** 导出中心 of everybody: one's own exports and imports. */
export default function OwnExportsPage() {
  return <TransferList everybody={false} />;
}
