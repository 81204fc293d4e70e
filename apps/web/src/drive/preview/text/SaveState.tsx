import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { classNames } from '../../../ui/class-names.ts'

/** How it is with what was written in a note that saves itself. */
export type NoteState = 'saved' | 'saving' | 'offline' | 'failed'

const icons = { saved: CloudCheck, saving: CloudUpload, offline: CloudOff, failed: CloudAlert }

/** On a phone a picture of it. */
export function SaveState({ state }: { state: NoteState }) {
  const t = useTexts()
  const announce = useAnnounce()
  const Icon = icons[state]
  const text = t(`preview.note.${state}`)
  // That it is saved every few seconds would be in the way of whoever listens while writing.
  const say = useEffectEvent(() => announce(text))
  const isTrouble = state === 'offline' || state === 'failed'
  useEffect(() => {
    if (isTrouble) say()
  }, [isTrouble])
  return (
    <span
      title={text}
      className={classNames(
        'flex items-center gap-1.5 px-2 text-sm',
        isTrouble ? 'text-danger' : 'text-muted',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      <span className="max-md:sr-only">{text}</span>
    </span>
  )
}
