import { Link } from '@tanstack/react-router'
import { UserRoundPlus, UsersRound } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useKeptAccounts } from '../../session/use-kept-accounts.ts'
import { buttonClass } from '../../ui/Button.tsx'

/** To the other accounts of this browser, or to a second one, where there is no menu that has them. */
export function AccountsLink() {
  const t = useTexts()
  const hasOthers = useKeptAccounts().length > 1
  const Icon = hasOthers ? UsersRound : UserRoundPlus
  return (
    <Link
      to={hasOthers ? '/accounts' : '/signin'}
      search={hasOthers ? {} : { add: true }}
      className={buttonClass({ look: 'quiet' })}
    >
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {t(hasOthers ? 'account.all' : 'account.add')}
    </Link>
  )
}
