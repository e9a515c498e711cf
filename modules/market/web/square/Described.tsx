import { EyeInvisibleOutlined } from '@ant-design/icons';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { LevelTag } from '#modules/gate/web/parts.ts';
import type { SquareApi } from './SquareDrawer.tsx';

/** What a call gives along. */
export const Inputs = ({ params }: { params: SquareApi['reqParams'] }) => (
  <section className="market-described" aria-label="请求参数">
    <h3>
      请求参数 <small>另有分页参数</small>
    </h3>
    {params.length === 0 ? (
      <p className="muted">没有参数</p>
    ) : (
      <div className="market-scroll" tabIndex={0} role="region" aria-label="请求参数列表">
        <table className="market-table">
          <thead>
            <tr>
              <th scope="col">参数名</th>
              <th scope="col">说明</th>
              <th scope="col">类型</th>
              <th scope="col">必填</th>
              <th scope="col">示例值</th>
            </tr>
          </thead>
          <tbody>
            {params.map((param) => (
              <tr key={param.paramName}>
                <td className="mono">{param.paramName}</td>
                <td>{param.paramComment ?? <Missing />}</td>
                <td>
                  <DictTag code="data_param_type" value={param.paramType} />
                </td>
                <td>{param.nullable === '0' ? '是' : '否'}</td>
                <td>{param.exampleValue ?? <Missing />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
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
  <section className="market-described" aria-label="返回参数">
    <h3>返回参数</h3>
    <div className="market-scroll" tabIndex={0} role="region" aria-label="返回参数列表">
      <table className="market-table">
        <thead>
          <tr>
            <th scope="col">返回名称</th>
            <th scope="col">说明</th>
            <th scope="col">类型</th>
            <th scope="col">级别</th>
            <th scope="col">返回形式</th>
          </tr>
        </thead>
        <tbody>
          {outputs.map((one) => (
            <tr key={one.name}>
              <td className="mono">{one.name}</td>
              <td>{one.comment ?? <Missing />}</td>
              <td className="mono">{one.dataType ?? <Missing />}</td>
              <td>
                <LevelTag level={one.level} />
              </td>
              <td>
                <FormText mask={one.mask} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
