import { isServiceError } from '@awan/protocol/errors'
import { Link } from '@tanstack/react-router'
import { Clock, HardDrive, type LucideIcon, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useServerFacts } from '../../session/use-server-facts.ts'
import { Button } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EntranceHeading, EntranceLayout, entranceLink } from '../EntranceLayout.tsx'
import { Ending } from '../sign-up/SignUpSteps.tsx'

/** What it means to be here without an account, and the way in. */
export function TryScreen({ from }: { from: string | undefined }) {
  const t = useTexts()
  const client = useClient()
  const handleError = useErrorHandler()
  const facts = useServerFacts()
  const [isRefused, setRefused] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const search = from === undefined ? {} : { from }
  usePageTitle(t('try.page'), t('app.name'))

  /** When it succeeds the session changes, and the router moves on. */
  async function start() {
    setBusy(true)
    try {
      await client.signUp.anonymously()
    } catch (error) {
      if (isServiceError(error, 'registration_not_supported')) setRefused(true)
      else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  if (isRefused || facts?.anonymous === false) {
    return (
      <EntranceLayout>
        <Ending title={t('try.off.title')} signInSearch={search}>
          {t('try.off.text')}
        </Ending>
      </EntranceLayout>
    )
  }
  return (
    <EntranceLayout>
      <EntranceHeading title={t('try.title')} takesFocus>
        {t('try.subtitle')}
      </EntranceHeading>
      <ul className="mb-6 flex flex-col gap-3.5">
        <Point icon={HardDrive}>{t('try.point.device')}</Point>
        <Point icon={Clock}>{t('try.point.lose')}</Point>
        <Point icon={UserRoundPlus}>{t('try.point.keep')}</Point>
      </ul>
      <Button size="large" busy={isBusy} onClick={start}>
        {t('try.start')}
      </Button>
      <p className="mt-6 text-center">
        <Link to="/signup" search={search} className={entranceLink}>
          {t('try.create')}
        </Link>
      </p>
    </EntranceLayout>
  )
}

function Point({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className="mt-px size-4.5 shrink-0 text-accent" strokeWidth={1.75} />
      <span>{children}</span>
    </li>
  )
}
