import { InstanceList } from './InstanceList.tsx';

/** 我参与的流程: what the person was asked in. */
export default function InvolvedPage() {
  return <InstanceList which="involved" />;
}
