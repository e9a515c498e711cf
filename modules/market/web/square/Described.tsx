import { EyeInvisibleOutlined } from '@ant-design/icons';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { DescribedTable } from '../PlainTable.tsx';
import type { SquareApi } from './SquareDrawer.tsx';

/** What a call gives along. */
export const Inputs = ({ of: { kind, reqParams } }: { of: Pick<SquareApi, 'kind' | 'reqParams'> }) => (
  <DescribedTable
    title="请求参数"
    {...(kind === 'api' && { note: '另有分页参数' })}
    none="没有参数"
    label="请求参数列表"
    rows={reqParams}
    keyOf={({ paramName }) => paramName}
    columns={[
      { title: '参数名', mono: true, cell: ({ paramName }) => paramName },
      { title: '说明', cell: ({ paramComment }) => paramComment },
      {
        title: '类型',
        cell: ({ paramType }) => <DictTag code={kind === 'api' ? 'data_param_type' : 'market_service_param_type'} value={paramType} />,
      },
      { title: '必填', cell: ({ nullable }) => (nullable === '0' ? '是' : '否') },
      { title: '示例值', cell: ({ exampleValue }) => exampleValue },
    ]}
  />
);

/** The form in which a value comes: as it is, or masked. */
export const FormText = ({ mask }: { mask: string | null }) =>
  mask === null ? (
    <>原值</>
  ) : (
    <span className="market-masked">
      <EyeInvisibleOutlined aria-hidden /> {mask}
    </span>
  );

/** What an answer holds. */
export const Outputs = ({ of: { kind, outputs } }: { of: Pick<SquareApi, 'kind' | 'outputs'> }) => (
  <DescribedTable
    title="返回参数"
    {...(kind === 'service' && { none: '返回内容由后端服务决定' })}
    label="返回参数列表"
    rows={outputs}
    keyOf={({ name }) => name}
    columns={[
      { title: '返回名称', mono: true, cell: ({ name }) => name },
      { title: '说明', cell: ({ comment }) => comment },
      { title: '类型', mono: true, cell: ({ dataType }) => dataType },
      { title: '级别', cell: ({ level }) => <LevelTag level={level} /> },
      { title: '返回形式', cell: ({ mask }) => <FormText mask={mask} /> },
    ]}
  />
);
