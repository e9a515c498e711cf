import { useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { DatabrainView } from './DatabrainView.jsx';

function Portal({ databrain }) {
  const [title, setTitle] = useState('正在打开…');
  const [problem, setProblem] = useState(null);
  const [filters, setFilters] = useState({});
  const getToken = useCallback(async () => (await fetch('/embed-token')).text(), []);
  return (
    <>
      <h1>集团门户</h1>
      <p role="status">{problem ?? title}</p>
      <button type="button" onClick={() => setFilters({ 城市: ['上海'] })}>
        只看上海
      </button>
      <button type="button" onClick={() => setFilters({ 城市: null })}>
        全部城市
      </button>
      <DatabrainView
        server={databrain}
        getToken={getToken}
        filters={filters}
        onLoad={({ name }) => setTitle(name)}
        onError={(error) => setProblem(error.message)}
      />
    </>
  );
}

const { databrain } = await (await fetch('/settings')).json();
createRoot(document.getElementById('root')).render(<Portal databrain={databrain} />);
