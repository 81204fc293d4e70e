import type { ServerFacts } from '@awan/protocol/account'
import { Link } from '@tanstack/react-router'
import { Mail, Settings2, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { EntranceHeading } from '../EntranceLayout.tsx'
import { InviteAddress } from './InviteAddress.tsx'

/** What a new administrator may want to do before anybody else comes. */
export function NextSteps({ facts }: { facts: ServerFacts | undefined }) {
  const t = useTexts()
  return (
    <>
      <EntranceHeading title={t('welcome.done.title')} takesFocus>
        {t('welcome.done.subtitle')}
      </EntranceHeading>
      <ul className="mb-6 flex flex-col border-y border-line">
        {facts?.codes.email === 'printed' ? (
          <Next icon={<Mail {...icon} />} title={t('welcome.next.mail')}>
            {t('welcome.next.mail.hint')}
          </Next>
        ) : null}
        <Next icon={<UsersRound {...icon} />} title={t('welcome.next.invite')}>
          {facts?.sign_up === 'closed' ? (
            t('welcome.next.closed.hint')
          ) : (
            <InviteAddress origin={location.origin} />
          )}
        </Next>
        <Next icon={<Settings2 {...icon} />} title={t('welcome.next.settings')}>
          {t('welcome.next.settings.hint')}
        </Next>
      </ul>
      <Link to="/files" replace className={buttonClass({ size: 'large' })}>
        {t('welcome.open')}
      </Link>
    </>
  )
}

const icon = {
  'aria-hidden': true,
  className: 'mt-px size-4.5 shrink-0 text-accent',
  strokeWidth: 1.75,
} as const

function Next({
  icon: picture,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <li className="flex gap-3 border-line py-3.5 not-last:border-b">
      {picture}
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{title}</h2>
        <div className="mt-0.5 text-muted wrap-anywhere">{children}</div>
      </div>
    </li>
  )
}
