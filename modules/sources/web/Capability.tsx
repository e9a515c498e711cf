import { Alert } from 'antd';
import { count } from '#kit/web/format.ts';
import { Tag } from '#kit/web/Tag.tsx';

/** Names of what a version of a source may offer. */
const FEATURES: Readonly<Record<string, string>> = {
  views: '视图定义',
  routines: '存储过程',
  comments: '注释',
  indexes: '索引',
  statistics: '行数与大小',
  foreignKeys: '外键',
  keys: '主键与外键',
  transactions: '事务',
  cancel: '取消查询',
  partitions: '分区',
  explain: '执行计划',
  write: '修改数据',
};

export interface CapabilityView {
  readonly version: string;
  readonly database: string;
  readonly tls: boolean;
  readonly tables: number;
  readonly readable?: number | null | undefined;
  readonly schemas: readonly string[];
  readonly warnings: readonly string[];
  readonly features: Readonly<Record<string, boolean>>;
}

const MAX_SCHEMAS = 12;

/** What a connectivity check found: version, encryption, size, features, and what should be mended. */
export function CapabilityFacts({ found, isFile }: { found: CapabilityView; isFile: boolean }) {
  const shown = found.schemas.slice(0, MAX_SCHEMAS).join('、');
  const features = Object.entries(found.features).filter(([name]) => name in FEATURES);
  return (
    <div className="capability">
      <dl className="facts grid">
        <div>
          <dt>版本</dt>
          <dd>{found.version}</dd>
        </div>
        {isFile ? null : (
          <div>
            <dt>传输加密</dt>
            <dd>{found.tls ? <Tag tone="calm">已加密</Tag> : <Tag>未加密</Tag>}</dd>
          </div>
        )}
        <div>
          <dt>表和视图</dt>
          <dd className="num">
            {typeof found.readable === 'number' && !isFile
              ? `可读 ${count(found.readable)} / 共 ${count(found.tables)}`
              : count(found.tables)}
          </dd>
        </div>
        <div className={isFile ? undefined : 'wide'}>
          <dt>模式（{found.schemas.length}）</dt>
          <dd>{shown ? `${shown}${found.schemas.length > MAX_SCHEMAS ? ' 等' : ''}` : '无'}</dd>
        </div>
        {features.length > 0 && (
          <div className="wide">
            <dt>可读取</dt>
            <dd className="feature-tags">
              {features.map(([name, isThere]) => (
                <Tag key={name} tone={isThere ? 'line' : 'idle'} dot={false}>
                  {isThere ? FEATURES[name] : `无${FEATURES[name]}`}
                </Tag>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {found.warnings.map((warning) => (
        <Alert key={warning} type="warning" showIcon title={warning} />
      ))}
    </div>
  );
}
