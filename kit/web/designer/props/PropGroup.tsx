import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import './props.css';

/** A titled part of a panel that folds; without a title it is simply there. */
export function PropGroup({
  title,
  children,
  extra,
  isFolded = false,
}: {
  title: string;
  children: ReactNode;
  extra?: ReactNode;
  isFolded?: boolean;
}) {
  const [folded, setFolded] = useState(isFolded);
  if (title === '') return <div className="prop-group">{children}</div>;
  return (
    <section className="prop-group">
      <header>
        <button type="button" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {folded ? <CaretRightOutlined /> : <CaretDownOutlined />}
          {title}
        </button>
        {extra}
      </header>
      {!folded && children}
    </section>
  );
}
