import { Suspense } from 'react';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { pagingParams } from '../../core/index.ts';
import { DescribedTable } from '../PlainTable.tsx';
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
      <DescribedTable
        title="请求参数"
        note={`另有 ${pagingParams(row.executeConfig).join('、')}`}
        none="没有参数"
        label="请求参数列表"
        rows={row.reqParams}
        keyOf={({ paramName }) => paramName}
        columns={[
          { title: '参数名', mono: true, cell: ({ paramName }) => paramName },
          { title: '说明', cell: ({ paramComment }) => paramComment },
          { title: '类型', cell: ({ paramType }) => <DictTag code="data_param_type" value={paramType} /> },
          isTable && { title: '操作符', cell: ({ whereType }) => <DictTag code="data_where_type" value={whereType} /> },
          { title: '必填', cell: ({ nullable }) => (nullable === '0' ? '是' : '否') },
          { title: '示例值', cell: ({ exampleValue }) => exampleValue },
          { title: '默认值', cell: ({ defaultValue }) => defaultValue },
        ]}
      />
      <DescribedTable
        title="返回参数"
        label="返回参数列表"
        rows={row.resParams}
        keyOf={({ fieldName }) => fieldName}
        columns={[
          { title: '返回名称', mono: true, cell: ({ fieldName, fieldAliasName }) => fieldAliasName || fieldName },
          { title: '说明', cell: ({ fieldComment }) => fieldComment },
          { title: '类型', mono: true, cell: ({ dataType }) => dataType },
          { title: '示例值', cell: ({ exampleValue }) => exampleValue },
        ]}
      />
    </>
  );
}
