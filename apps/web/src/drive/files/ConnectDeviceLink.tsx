import { Link } from '@tanstack/react-router'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSession } from '../../session/ClientProvider.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'

const link = lazyPart(async () => ShownLink)

/** To the steps by which files come to other devices. Guests have no app passwords. */
export function ConnectDeviceLink() {
  const session = useSession()
  const { need } = useLanguage()
  const [withTexts] = useState(() => ({
    ...link,
    load: () => need('drive-dialogs').then(() => link.load()),
    // Another screen may have shown it in another language.
    here: () => undefined,
  }))
  const isWanted = session.status === 'signed-in' && !session.isAnonymous
  const Shown = usePart(withTexts, { isWanted })
  return isWanted && Shown ? <Shown /> : null
}

function ShownLink() {
  const t = useTexts()
  return (
    <Link to="/account/apps" hash="connect" className={buttonClass({ look: 'quiet' })}>
      <MonitorSmartphone aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {t('files.connect')}
    </Link>
  )
}
