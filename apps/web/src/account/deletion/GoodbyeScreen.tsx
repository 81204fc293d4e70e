import { Link, useRouterState } from '@tanstack/react-router'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EntranceHeading, EntranceLayout } from '../EntranceLayout.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Until when an account that was just deleted can be restored. */
    deletionAtMs?: number
  }
}

/** What happens to an account that its owner has just deleted, and how it comes back. */
export function GoodbyeScreen() {
  const { t, tag } = useLanguage()
  const deletionAtMs = useRouterState({ select: ({ location }) => location.state.deletionAtMs })
  usePageTitle(t('goodbye.title'), t('app.name'))
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'long' })
  return (
    <EntranceLayout>
      <EntranceHeading title={t('goodbye.title')}>
        {deletionAtMs === undefined
          ? null
          : t('goodbye.until', { date: date.format(new Date(deletionAtMs)) })}
      </EntranceHeading>
      <Link to="/signin" className={buttonClass({ look: 'quiet', size: 'large' })}>
        {t('goodbye.signIn')}
      </Link>
    </EntranceLayout>
  )
}
