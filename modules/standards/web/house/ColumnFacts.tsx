import { Link } from 'react-router';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { BoundTag } from '../binding/states.tsx';
import { tableStandardPath } from '../paths.ts';
import { CodeSet, ElementName } from './names.tsx';
import { Wrong, type Standards } from './TableTab.tsx';

/** The standard of a column among its facts. */
export default function ColumnFacts({ columnId, tableId }: { columnId: string; tableId: string }) {
  const { data, error } = useCall(api.house.column, { params: { id: columnId } });
  const { binding, proposals, contrast } = data ?? { binding: null, proposals: [], contrast: null };
  return (
    <>
      <div>
        <dt>数据元</dt>
        <dd>
          {error ? <span className="muted">没有读出来</span> : <Element binding={binding} proposed={proposals[0]} tableId={tableId} />}
        </dd>
      </div>
      {binding && (
        <div>
          <dt>与标准的差别</dt>
          <dd>
            <Wrong row={{ binding }} />
          </dd>
        </div>
      )}
      {contrast && (
        <div>
          <dt>代码集</dt>
          <dd>
            <CodeSet contrast={contrast} />
          </dd>
        </div>
      )}
    </>
  );
}

interface ElementProps {
  binding: Standards['binding'];
  proposed: Standards['proposals'][number] | undefined;
  tableId: string;
}
function Element({ binding, proposed, tableId }: ElementProps) {
  if (binding)
    return (
      <>
        <ElementName id={binding.elementId} name={binding.elementName} /> <BoundTag state={binding.state} />
      </>
    );
  if (!proposed) return <Missing />;
  return (
    <>
      <span className="muted">建议 </span>
      <Link to={tableStandardPath(tableId)}>{proposed.elementName}</Link>
    </>
  );
}
