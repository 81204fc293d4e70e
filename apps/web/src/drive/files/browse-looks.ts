import type { ListDirection, ListOrder } from '@awan/protocol/drive'
import { useSyncExternalStore } from 'react'
import { oneOf } from './browse-filter.ts'

export const orders = [
  'name',
  'modified',
  'created',
  'size',
  'type',
] as const satisfies readonly ListOrder[]
export const directions = ['asc', 'desc'] as const satisfies readonly ListDirection[]

/** How people like to see their files: the same in every place, and the next time too. */
export interface BrowseLooks {
  layout: 'list' | 'grid'
  order: ListOrder
  direction: ListDirection
}

const STORAGE_KEY = 'awan.files'

const listeners = new Set<() => void>()
let looks: BrowseLooks | undefined

export function useBrowseLooks(): [BrowseLooks, (change: Partial<BrowseLooks>) => void] {
  return [useSyncExternalStore(subscribe, current), change]
}

function current(): BrowseLooks {
  looks ??= parseLooks(read())
  return looks
}

function change(wanted: Partial<BrowseLooks>): void {
  looks = { ...current(), ...wanted }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(looks))
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

export function parseLooks(stored: string | null): BrowseLooks {
  const kept = parseObject(stored)
  return {
    layout: kept.layout === 'grid' ? 'grid' : 'list',
    order: oneOf(orders, kept.order) ?? 'name',
    direction: oneOf(directions, kept.direction) ?? 'asc',
  }
}

function parseObject(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
