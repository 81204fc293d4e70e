import type { File } from '@awan/protocol/drive'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useDetails } from '../address/use-details.ts'
import type { Place } from '../listing/place.ts'
import type { DetailsProps } from './DetailsContent.tsx'

/**
 * The details of what is chosen in a place, where the address asks for them. Ctrl+I opens and closes
 * them, and `i` alone where it does not find a name.
 */
export function DetailsAside({
  files,
  count,
  place,
}: {
  /** What is chosen; undefined while it is being read. */
  files: readonly File[] | undefined
  count: number
  place: Place
}) {
  const { need } = useLanguage()
  const handleError = useErrorHandler()
  const details = useDetails()
  const { tab } = details
  const isOpen = tab !== undefined
  const [Content, setContent] = useState<ComponentType<DetailsProps>>()

  const load = useEffectEvent(() => {
    Promise.all([import('./DetailsContent.tsx'), need('drive-details')]).then(
      ([{ DetailsContent }]) => setContent(() => DetailsContent),
      handleError,
    )
  })
  useEffect(() => {
    if (isOpen) load()
  }, [isOpen])
  useDetailsKey(details.toggle)

  if (tab === undefined || Content === undefined) return null
  return <Content files={files} count={count} place={place} tab={tab} details={details} />
}

/** Where one types, the letter is a letter. */
function useDetailsKey(toggle: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'i' || event.defaultPrevented || event.isComposing) return
    if (event.altKey || isElsewhere(event.target)) return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** What lies over the page has the keyboard, but the details themselves go as they came. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const over = target.closest('[role=dialog], [role=menu], [role=tree]')
  return (
    target.closest('input, textarea, select, [contenteditable]') !== null ||
    (over !== null && !over.hasAttribute('data-details'))
  )
}
