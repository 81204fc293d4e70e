import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { useNewActions } from './NewActionsProvider.tsx'

const sheet = lazyPart(() => import('./NewSheet.tsx').then((part) => part.NewSheet))

/** The same choices on a phone: a floating button that opens a sheet. */
export function NewFab() {
  const t = useTexts()
  const { canAdd } = useNewActions()
  const [isOpen, setOpen] = useState(false)
  const Sheet = usePart(sheet, { isWanted: isOpen, onMissing: () => setOpen(false) })
  if (!canAdd) return null
  return (
    <>
      <button
        type="button"
        aria-label={t('new.menu')}
        onClick={() => setOpen(true)}
        className="absolute end-4 bottom-4 grid md:hidden size-14 place-items-center rounded-lg bg-accent text-on-accent shadow-float"
      >
        <Plus aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </button>
      {isOpen && Sheet ? <Sheet onClose={() => setOpen(false)} /> : null}
    </>
  )
}
