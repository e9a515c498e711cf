import {
  ApiOutlined,
  AuditOutlined,
  BookOutlined,
  ClockCircleOutlined,
  ExportOutlined,
  FileTextOutlined,
  FormOutlined,
  GoldOutlined,
  InfoCircleOutlined,
  SafetyCertificateOutlined,
  ScheduleOutlined,
} from '@ant-design/icons';
import type { MessageKind } from '../../contract/message.ts';

const ICONS = {
  expiry: ClockCircleOutlined,
  task: ScheduleOutlined,
  export: ExportOutlined,
  system: InfoCircleOutlined,
  record: FileTextOutlined,
  flow: AuditOutlined,
  standard: BookOutlined,
  quality: SafetyCertificateOutlined,
  masterdata: GoldOutlined,
  market: ApiOutlined,
  filling: FormOutlined,
} as const satisfies Record<MessageKind, unknown>;

export function MessageIcon({ kind }: { kind: MessageKind }) {
  const Icon = ICONS[kind];
  return <Icon />;
}
