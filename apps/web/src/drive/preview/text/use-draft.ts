import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useSub } from '../../../session/ClientProvider.tsx'
import type { EditorHandle } from './CodeEditor.tsx'
import { createDraftStore, type Draft } from './draft-store.ts'

/** So long after the last letter is what was written kept. */
const KEEP_AFTER_MS = 400

/** What was written in this file and never saved; null when there is nothing, undefined until it is known. */
export function useKeptDraft(fileId: string): Draft | null | undefined {
  const sub = useSub() ?? ''
  const { data } = useQuery({
    queryKey: ['draft', sub, fileId],
    queryFn: async () => {
      // Without storage there is nothing to bring back.
      const draft = await createDraftStore(sub)
        .read(fileId)
        .catch(() => undefined)
      return draft ?? null
    },
    staleTime: Infinity,
    // The next time it is opened there may be another one.
    gcTime: 0,
  })
  return data
}

/** Keeps what is written in the browser until it is saved. */
export function useDraftKeeper({
  fileId,
  editor,
  baseHash,
}: {
  fileId: string
  editor: RefObject<EditorHandle | null>
  baseHash: string | undefined
}) {
  const drafts = createDraftStore(useSub() ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Between the last letter and the draft the text before it may have been saved.
  const begunWith = useRef(baseHash)
  useEffect(() => {
    begunWith.current = baseHash
  }, [baseHash])
  useEffect(() => {
    return () => clearTimeout(timer.current)
  }, [])

  function keepNow() {
    const text = editor.current?.text()
    if (text === undefined) return
    // Without storage a crash costs what was written; who leaves the page is warned all the same.
    const draft = { baseHash: begunWith.current, text, writtenAt: Date.now() }
    drafts.keep(fileId, draft).catch(() => undefined)
  }

  return {
    /** Something was written. */
    keepSoon() {
      clearTimeout(timer.current)
      timer.current = setTimeout(keepNow, KEEP_AFTER_MS)
    },
    forget() {
      clearTimeout(timer.current)
      drafts.forget(fileId).catch(() => undefined)
    },
  }
}
