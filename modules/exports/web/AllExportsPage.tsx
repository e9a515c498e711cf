import { TransferList } from './TransferList.tsx';

/** 导出中心 of administrators: the exports and imports of everybody within their data scope. */
export default function AllExportsPage() {
  return <TransferList everybody />;
}
