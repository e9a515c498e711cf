import { useEffect } from 'react';

/** Names the window after the document that it shows, before the name of the site, for as long as it shows it. */
export function useTitle(name: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${name} - ${before.split(' - ').at(-1)!}`;
    return () => {
      document.title = before;
    };
  }, [name]);
}
