import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { usePart } from '../../ui/use-part.ts'

const dialog = lazyPart(() =>
  import('./ConnectDeviceDialog.tsx').then((part) => part.ConnectDeviceDialog),
)

/** The drive leads here, to what opens by itself. */
const OPEN = 'connect'

/** How files come to other programs and devices, step by step. */
export function ConnectDeviceSection({ userName }: { userName: string }) {
  const t = useTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isAsked = useLocation({ select: ({ hash }) => hash === OPEN })
  const [isOpen, setOpen] = useState(isAsked)
  function close() {
    setOpen(false)
    if (isAsked) void navigate({ to: '/account/apps', replace: true })
  }
  const Dialog = usePart(dialog, { isWanted: isOpen, onMissing: close })
  return (
    <>
      <Section
        title={t('connectDevice.title')}
        intro={t('connectDevice.intro')}
        action={
          <RowButton look="quiet" onClick={() => setOpen(true)}>
            <MonitorSmartphone aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t('connectDevice.open')}
          </RowButton>
        }
      />
      {isOpen && Dialog ? (
        <Dialog
          userName={userName}
          onMade={() => void queries.invalidateQueries({ queryKey: ['app-passwords'] })}
          onClose={close}
        />
      ) : null}
    </>
  )
}
