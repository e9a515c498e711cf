import { Link } from 'react-router';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { ATTRIBUTE_CLASSES, ATTRIBUTE_LABELS } from '../../core/attributes.ts';
import { typePath } from '../paths.ts';
import type { Version } from './VersionBlock.tsx';
import { attributeText, type ElementRow } from './element-texts.tsx';

const NOTES: Readonly<Record<string, string>> = {
  标识类: '它叫什么',
  定义类: '它指什么',
  关系类: '它与谁有关',
  表示类: '它怎么写',
  管理类: '谁负责',
};
/** Classes side by side, as many attributes in each column as in the others. */
const COLUMNS = [['标识类', '定义类'], ['关系类', '管理类'], ['表示类']];

/** The attributes in their five classes; what the draft changes of the version in force is marked, with what it was. */
export function AttributesTab({ row, inForce }: { row: ElementRow; inForce: Version | undefined }) {
  return (
    <div className="element-attributes">
      {COLUMNS.map((titles) => (
        <div key={titles.join()}>
          {ATTRIBUTE_CLASSES.filter(([title]) => titles.includes(title)).map(([title, labels]) => (
            <section key={title} aria-label={title}>
              <h3>
                {title} <span className="muted">{NOTES[title]}</span>
              </h3>
              <dl>
                {Object.keys(labels).map((name) => (
                  <Attribute key={name} row={row} name={name} was={row.changed.includes(name) ? inForce?.texts[name] : undefined} />
                ))}
              </dl>
            </section>
          ))}
        </div>
      ))}
    </div>
  );
}

function Attribute({ row, name, was }: { row: ElementRow; name: string; was: string | null | undefined }) {
  const isChanged = row.changed.includes(name);
  return (
    <div className={isChanged ? 'changed' : ''}>
      <dt>{ATTRIBUTE_LABELS[name]}</dt>
      <dd>
        {isChanged && <s>{was ?? '空'}</s>}
        {name === 'gbTypeId' && row.gbTypeId ? <Link to={typePath(row.gbTypeId)}>{row.gbTypeName}</Link> : attributeText(row, name)}
        {name === 'classId' && row.classLevel && <LevelTag level={row.classLevel} />}
      </dd>
    </div>
  );
}
