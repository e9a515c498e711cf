import { Link } from 'react-router';
import { Tag } from '#kit/web/Tag.tsx';
import type { FileUse } from '../contract/file.ts';

interface Props {
  uses: readonly FileUse[];
  expireTime: string | null;
  /** every use below each other, not only the first */
  all?: boolean;
}

const textOf = ({ label, name, isDeleted }: FileUse): string =>
  `${label}${name === null ? '' : `：${name}`}${isDeleted ? '（在回收站中）' : ''}`;

/** References to a file, with links to the records that the account may read. */
export function FileUses({ uses, expireTime, all }: Props) {
  if (uses.length === 0) return expireTime ? <Tag tone="calm">临时文件</Tag> : <span className="muted">无人使用</span>;
  const shown = all ? uses : uses.slice(0, 1);
  return (
    <span className={all ? 'file-uses all' : 'file-uses'}>
      {shown.map((use, i) =>
        use.path ? (
          <Link key={i} to={use.path} title={textOf(use)}>
            {textOf(use)}
          </Link>
        ) : (
          <span key={i} title={textOf(use)}>
            {textOf(use)}
          </span>
        ),
      )}
      {uses.length > shown.length && <Tag tone="line">+{uses.length - 1}</Tag>}
    </span>
  );
}
