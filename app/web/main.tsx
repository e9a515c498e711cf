import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { colorMode } from '#kit/web/color-mode.ts';
import '#kit/web/style.css';
import { applyMode } from '#kit/web/theme.ts';
import './app.css';
import { BrokenPage } from './pages/BrokenPage.tsx';
import { Providers } from './Providers.tsx';
import { Root } from './Root.tsx';
import { askAhead } from './routes/load-ahead.ts';

applyMode(colorMode.get());
askAhead();

// One route for everything: which page a path means is decided by the guard and the menus of the account.
const router = createBrowserRouter([{ path: '*', element: <Root />, errorElement: <BrokenPage /> }]);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
