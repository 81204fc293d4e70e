import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { readWanted } from '../address/show-in-folder.ts'
import type { ListState, ListWindow } from '../listing/list-window.ts'
import { browseMemoryOf } from './browse-memory.ts'

/** Who is led to a file finds it chosen, and the list where it stands. */
export function useSeeWanted(list: ListWindow, { isLoading, rowCount }: ListState): void {
  const wanted = readWanted(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [row, setRow] = useState<number>()

  useEffect(() => {
    if (wanted === undefined || isLoading) return
    const stop = new AbortController()
    const { signal } = stop
    const known = list.indexOf(wanted)
    const finding = known === -1 ? list.locate(wanted, signal) : Promise.resolve(known)
    void finding.then((found) => {
      if (!signal.aborted) setRow(found)
    })
    return () => stop.abort()
  }, [list, wanted, isLoading])

  const see = useEffectEvent((found: number) => {
    const { selection, see } = browseMemoryOf(list)
    see?.(found)
    selection.only(found)
    setRow(undefined)
    // Once it is seen the address is that of the folder: what is chosen next is the person's.
    void navigate({
      to: '.',
      search: ({ at, ...rest }: { at?: unknown }) => rest,
      replace: true,
      resetScroll: false,
    } as Parameters<typeof navigate>[0])
  })
  // How long the list is may be known later than where the file stands.
  const isThere = row !== undefined && row < rowCount
  useEffect(() => {
    if (isThere) see(row)
  }, [isThere, row])
}
