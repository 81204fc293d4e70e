import { useSyncExternalStore } from 'react'

export const tileSizes = ['small', 'medium', 'large'] as const
/** How large the pictures of the timeline are. */
export type TileSize = (typeof tileSizes)[number]

const STORAGE_KEY = 'awan.photos'

const listeners = new Set<() => void>()
let size: TileSize | undefined

/** Kept on this device: a phone has other eyes than a wide screen. */
export function useTileSize(): [TileSize, (size: TileSize) => void] {
  return [useSyncExternalStore(subscribe, current), change]
}

export function parseTileSize(stored: string | null): TileSize {
  return tileSizes.find((known) => known === stored) ?? 'medium'
}

function current(): TileSize {
  size ??= parseTileSize(read())
  return size
}

function change(wanted: TileSize): void {
  size = wanted
  try {
    localStorage.setItem(STORAGE_KEY, wanted)
  } catch {
    // Without storage the choice lasts for this page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
