import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { api } from '../api.ts';
import { elementPath, mappingPath, typePath } from '../paths.ts';
import { mappedPercent } from './column-standards.ts';

/** The name of an element, with the way to it for those who may go. */
export function ElementName({ id, name }: { id: string; name: string }) {
  const can = useCan();
  return can(api.standardElement.get) ? <Link to={elementPath(id)}>{name}</Link> : <>{name}</>;
}

interface CodeSetProps {
  contrast: { id: string; gbTypeId: string; gbTypeName: string; values: number; mapped: number };
}
/** The code set of a column and how many of its values are mapped. */
export function CodeSet({ contrast }: CodeSetProps) {
  const can = useCan();
  const mapped = `已对照 ${mappedPercent(contrast)}`;
  return (
    <>
      {can(api.standardDict.page) ? <Link to={typePath(contrast.gbTypeId)}>{contrast.gbTypeName}</Link> : contrast.gbTypeName}
      <div>{can(api.mapping.get) ? <Link to={mappingPath(contrast.id)}>{mapped}</Link> : mapped}</div>
    </>
  );
}
