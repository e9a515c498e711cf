import { StateView } from '#kit/web/parts/StateView.tsx';

/** Where the charts of a page will stand. */
export const ChartsWait = () => (
  <div className="panel record-wait wide">
    <StateView kind="loading" shape="block" />
  </div>
);
