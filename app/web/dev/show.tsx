import type { Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '../Providers.tsx';
import { UiPage } from './UiPage.tsx';

/** Shows the page of parts in place of the program: it needs neither a server nor an account. */
export function showParts(root: Root): void {
  const router = createMemoryRouter([{ path: '*', element: <UiPage /> }]);
  root.render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
}
