import { Spin } from 'antd';
import { useOverlay } from './overlay.ts';

/** The loading overlay of running requests. */
export function Overlay() {
  const text = useOverlay();
  if (text === null) return null;
  return (
    <div className="overlay" role="status">
      <Spin />
      <span>{text}</span>
    </div>
  );
}
