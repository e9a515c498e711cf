import { ClockCircleOutlined, ExportOutlined, FileTextOutlined, InfoCircleOutlined, ScheduleOutlined } from '@ant-design/icons';
import type { MessageKind } from '../../contract/message.ts';

const ICONS = {
  expiry: ClockCircleOutlined,
  task: ScheduleOutlined,
  export: ExportOutlined,
  system: InfoCircleOutlined,
  record: FileTextOutlined,
} as const satisfies Record<MessageKind, unknown>;

export function MessageIcon({ kind }: { kind: MessageKind }) {
  const Icon = ICONS[kind];
  return <Icon />;
}
