import { useEffect } from 'react'

/** Names the tab after what it shows. */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const title = parts.filter((part) => part !== undefined && part !== '').join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
