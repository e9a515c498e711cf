import { EyeInvisibleOutlined } from '@ant-design/icons';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { DescribedTable } from '../PlainTable.tsx';
import type { SquareApi } from './SquareDrawer.tsx';

/** What a call gives along. */
export const Inputs = ({ params }: { params: SquareApi['reqParams'] }) => (
  <DescribedTable
    title="请求参数"
    note="另有分页参数"
    none="没有参数"
    label="请求参数列表"
    rows={params}
    keyOf={({ paramName }) => paramName}
    columns={[
      { title: '参数名', mono: true, cell: ({ paramName }) => paramName },
      { title: '说明', cell: ({ paramComment }) => paramComment },
      { title: '类型', cell: ({ paramType }) => <DictTag code="data_param_type" value={paramType} /> },
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
export const Outputs = ({ outputs }: { outputs: SquareApi['outputs'] }) => (
  <DescribedTable
    title="返回参数"
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
