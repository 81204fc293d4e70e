import { useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'

/** A band or a held key changes it many times; what it ends with is said. */
const CALM_MS = 300

/** Says how much is chosen. A row says by itself that it is. */
export function useSelectionAnnouncement(count: number): void {
  const t = useTexts()
  const announce = useAnnounce()
  const said = useRef(count)
  const say = useEffectEvent(() => {
    said.current = count
    announce(count === 0 ? t('browse.selectedNone') : t('browse.selected', { count }))
  })
  useEffect(() => {
    if (count === said.current) return
    const timer = setTimeout(say, CALM_MS)
    return () => clearTimeout(timer)
  }, [count])
}
