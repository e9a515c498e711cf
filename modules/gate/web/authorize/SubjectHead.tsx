import { Link } from 'react-router';
import { ApartmentOutlined, SafetyCertificateOutlined, UserOutlined } from '@ant-design/icons';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { SUBJECT_LABELS, type SubjectGrants } from '../../contract/authorize.ts';

const ICONS = { role: <SafetyCertificateOutlined />, dept: <ApartmentOutlined />, user: <UserOutlined /> };
const PAGES = { role: '/basic/system/role', dept: '/basic/system/dept', user: '/basic/system/user' } as const;

/** Whose rights are shown: name and kind, how many grants and people, and what they cover. */
export function SubjectHead({ subject }: { subject: SubjectGrants }) {
  const { name, type, grants, people, tables, columns, sensitive, changedBy, changeTime } = subject;
  return (
    <header className="subject-head">
      <i aria-hidden>{ICONS[type]}</i>
      <div>
        <h2>
          {name}
          <Tag tone="line">{SUBJECT_LABELS[type]}</Tag>
        </h2>
        <p>
          {grants} 项授权 · {type === 'user' ? '只对本人有效' : `影响 ${count(people)} 人`}
          {changeTime && (
            <>
              {' '}
              · 最近{changedBy ? `由${changedBy}` : ''}改于 <DateText value={changeTime} />
            </>
          )}
        </p>
      </div>
      <dl>
        <dt>覆盖</dt>
        <dd>
          <b>{count(tables)}</b> 张表 · <b>{count(columns)}</b> 个字段 · 敏感 <b>{count(sensitive)}</b>
        </dd>
      </dl>
      <Link className="subject-link" to={PAGES[type]}>
        查看{SUBJECT_LABELS[type]}
      </Link>
    </header>
  );
}
