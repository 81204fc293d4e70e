import { useSyncExternalStore } from 'react'

/**
 * Which file or folder below the top is shown: the part of the address behind `#`, which no server is sent.
 * Undefined at the top.
 */
export function useWhere(): string | undefined {
  return useSyncExternalStore(subscribe, read)
}

/** The address of a file or folder, for links; without one that of the top. */
export function hrefOf(id: string | undefined): string {
  return id === undefined ? '#' : `#${id}`
}

function read(): string | undefined {
  const id = location.hash.slice(1)
  return /^[\w-]{1,64}$/.test(id) ? id : undefined
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
