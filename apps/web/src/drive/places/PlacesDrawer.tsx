import { useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Places } from './Places.tsx'

/** On a phone the places rise from the bottom bar, below `children`, and go when one of them is chosen. */
export function PlacesDrawer({ className, children }: { className: string; children: ReactNode }) {
  const t = useTexts()
  const href = useLocation({ select: ({ href }) => href })
  const [openedAt, setOpenedAt] = useState<string>()
  return (
    <>
      <button type="button" onClick={() => setOpenedAt(href)} className={className}>
        <Menu aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {t('nav.places')}
      </button>
      <Dialog
        open={openedAt === href}
        onOpenChange={(open) => setOpenedAt(open ? href : undefined)}
        title={t('nav.places')}
        closeLabel={t('app.close')}
      >
        <div className="-mx-3 flex flex-col gap-5">
          {children}
          <Places />
        </div>
      </Dialog>
    </>
  )
}
