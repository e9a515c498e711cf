import { Suspense } from 'react';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { pagingParams } from '../../core/index.ts';
import type { Row } from './columns.tsx';

const SqlText = lazyPart(() => import('#kit/web/sql/SqlText.tsx'));

/** What an API takes and gives, in its details. */
export function Described({ row }: { row: Row }) {
  const isTable = row.executeConfig.configType !== '2';
  return (
    <>
      {!isTable && row.executeConfig.sqlText && (
        <section className="market-described" aria-label="SQL语句">
          <h3>SQL语句</h3>
          <Suspense fallback={<StateView kind="loading" rows={2} />}>
            <SqlText text={row.executeConfig.sqlText} />
          </Suspense>
        </section>
      )}
      <section className="market-described" aria-label="请求参数">
        <h3>
          请求参数 <small>另有 {pagingParams(row.executeConfig).join('、')}</small>
        </h3>
        {row.reqParams.length === 0 ? (
          <p className="muted">没有参数</p>
        ) : (
          <div className="market-scroll" tabIndex={0} role="region" aria-label="请求参数列表">
            <table className="market-table">
              <thead>
                <tr>
                  <th scope="col">参数名</th>
                  <th scope="col">说明</th>
                  <th scope="col">类型</th>
                  {isTable && <th scope="col">操作符</th>}
                  <th scope="col">必填</th>
                  <th scope="col">示例值</th>
                  <th scope="col">默认值</th>
                </tr>
              </thead>
              <tbody>
                {row.reqParams.map((param) => (
                  <tr key={param.paramName}>
                    <td className="mono">{param.paramName}</td>
                    <td>{param.paramComment ?? <Missing />}</td>
                    <td>
                      <DictTag code="data_param_type" value={param.paramType} />
                    </td>
                    {isTable && (
                      <td>
                        <DictTag code="data_where_type" value={param.whereType} />
                      </td>
                    )}
                    <td>{param.nullable === '0' ? '是' : '否'}</td>
                    <td>{param.exampleValue ?? <Missing />}</td>
                    <td>{param.defaultValue ?? <Missing />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      <Outputs row={row} />
    </>
  );
}

const Outputs = ({ row }: { row: Row }) => (
  <section className="market-described" aria-label="返回参数">
    <h3>返回参数</h3>
    <div className="market-scroll" tabIndex={0} role="region" aria-label="返回参数列表">
      <table className="market-table">
        <thead>
          <tr>
            <th scope="col">返回名称</th>
            <th scope="col">说明</th>
            <th scope="col">类型</th>
            <th scope="col">示例值</th>
          </tr>
        </thead>
        <tbody>
          {row.resParams.map(({ fieldName, fieldAliasName, fieldComment, dataType, exampleValue }) => (
            <tr key={fieldName}>
              <td className="mono">{fieldAliasName || fieldName}</td>
              <td>{fieldComment ?? <Missing />}</td>
              <td className="mono">{dataType ?? <Missing />}</td>
              <td>{exampleValue ?? <Missing />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
