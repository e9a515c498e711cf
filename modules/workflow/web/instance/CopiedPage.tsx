import { InstanceList } from './InstanceList.tsx';

/** 抄送我的流程: what the person was told of. */
export default function CopiedPage() {
  return <InstanceList which="copied" />;
}
