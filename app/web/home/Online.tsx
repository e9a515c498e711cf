/** How many people are signed in now. */
export const Online = ({ count }: { count: number }) => (
  <div className="panel home-online">
    <i />
    <span>当前在线</span>
    <b>{count.toLocaleString('en-US')}</b>
    <small>人</small>
  </div>
);
