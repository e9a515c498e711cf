import {
  ApartmentOutlined,
  AuditOutlined,
  BranchesOutlined,
  CalendarOutlined,
  ClockCircleOutlined,
  EditOutlined,
  MailOutlined,
  NodeIndexOutlined,
  NotificationOutlined,
  SendOutlined,
  ShareAltOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Branch, BranchNode, TreeNode } from '../../../contract/tree.ts';
import { defaultOf } from '../../../core/tree/write.ts';
import { sayCondition } from '../../../core/tree/condition.ts';
import { kindOf, MODES, nodeName, nodeText, STEPS } from '../design/texts.ts';

type Step = Exclude<TreeNode, BranchNode>;
interface Shown {
  /** class of its state: `is-done`, `is-now`, `is-bad` … */
  readonly state?: string | undefined;
  readonly chosen?: boolean;
  /** what is wrong with it, in place of what it does */
  readonly problem?: string | undefined;
  /** without it the card is read, not pressed */
  readonly onChoose?: (() => void) | undefined;
}

const ICONS: Readonly<Record<string, ReactNode>> = {
  approve: <AuditOutlined />,
  handle: <EditOutlined />,
  copy: <SendOutlined />,
  delay: <ClockCircleOutlined />,
  until: <CalendarOutlined />,
  message: <MailOutlined />,
  signal: <NotificationOutlined />,
  call: <NodeIndexOutlined />,
  service: <ThunderboltOutlined />,
  exclusive: <BranchesOutlined />,
  parallel: <ShareAltOutlined />,
  inclusive: <ApartmentOutlined />,
};
export const iconOf = (kind: string): ReactNode => ICONS[kind] ?? <NodeIndexOutlined />;

const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

interface PlateProps extends Shown {
  /** id of the place, for keys and for scrolling to it */
  place: string;
  className: string;
  children: ReactNode;
}
/** A card that is pressed, or only read. */
function Plate({ place, className, state, chosen = false, problem, onChoose, children }: PlateProps) {
  const name = classes(className, chosen && 'on', problem !== undefined && 'bad', state);
  if (!onChoose)
    return (
      <div className={name} data-place={place}>
        {children}
      </div>
    );
  return (
    <button type="button" className={name} data-place={place} title={problem} aria-pressed={chosen} onClick={onChoose}>
      {children}
    </button>
  );
}

interface NodeCardProps extends Shown {
  node: Step;
  /** in place of who or what it is */
  text?: string;
  /** at the right of its name, in place of how people decide */
  badge?: ReactNode;
}
/** A node with what it does; the same card in the designer, in 模拟运行 and where a process is followed. */
export function NodeCard({ node, text, badge, ...shown }: NodeCardProps) {
  const kind = kindOf(node);
  const usual = node.type === 'approve' && !node.isHandling ? MODES[node.mode] : STEPS[kind];
  return (
    <Plate place={node.id} className={`tree-card kind-${kind}`} {...shown}>
      <b>
        <i aria-hidden="true">{iconOf(kind)}</i>
        <span title={nodeName(node)}>{nodeName(node)}</span>
        {badge ?? <em>{usual}</em>}
      </b>
      <span>{shown.problem ?? text ?? nodeText(node)}</span>
    </Plate>
  );
}

/** What a fork is called, above its branches. */
export function ForkHead({ fork, ...shown }: Shown & { fork: BranchNode }) {
  return (
    <Plate place={fork.id} className={`tree-head kind-${fork.type}`} {...shown}>
      <i aria-hidden="true">{iconOf(fork.type)}</i>
      {nodeName(fork)}
    </Plate>
  );
}

interface BranchHeadProps extends Shown {
  branch: Branch;
  fork: BranchNode;
  /** in place of its order */
  badge?: ReactNode;
  /** labels of the fields that conditions name */
  labels?: ReadonlyMap<string, string>;
}
/** The head of a branch: its name and when it is taken. */
export function BranchHead({ branch, fork, labels, badge, ...shown }: BranchHeadProps) {
  const isDefault = fork.type !== 'parallel' && defaultOf(fork) === branch;
  const at = fork.branches.indexOf(branch) + 1;
  const text = branch.condition !== null && fork.type !== 'parallel' ? sayCondition(branch.condition, labels) : null;
  return (
    <Plate place={branch.id} className={classes('tree-branch', `kind-${fork.type}`, isDefault && 'is-default')} {...shown}>
      <b>
        <span title={branch.name}>{branch.name || '分支'}</span>
        {badge ?? <em>{isDefault ? '默认' : fork.type === 'exclusive' && `优先级 ${at}`}</em>}
      </b>
      <span title={text ?? undefined}>{shown.problem ?? text ?? (isDefault ? '其他情况' : '同时进入')}</span>
    </Plate>
  );
}
