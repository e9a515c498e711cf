import { StrictMode } from 'react';
import type { Root as PageRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { BrokenPage } from './pages/BrokenPage.tsx';
import { Providers } from './Providers.tsx';
import { Root } from './Root.tsx';

export { loadFrame, loadShell } from './routes/prefetch-parts.ts';

/** Shows the program, in place of what stood there before. */
export function startProgram(root: PageRoot): void {
  // One route for everything: which page a path means is decided by the guard and the menus of the account.
  const router = createBrowserRouter([{ path: '*', element: <Root />, errorElement: <BrokenPage /> }]);
  root.render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
